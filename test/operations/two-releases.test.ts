import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app/app.js';
import type { Content } from '../../src/modules/catalogue/content-shapes.js';
import { createLog } from '../../src/platform/log.js';
import { edgesOf } from '../access/edges.js';
import { REST } from '../access/verdicts-rest.js';
import { furnish, type World } from '../access/world.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';
import { controlId, universalControlId } from '../catalogue/shipped.js';
import { ADDED, UNIVERSAL, updatedContent } from '../catalogue/updated-content.js';
import { file, upload } from '../evidence/form.js';
import { Client } from '../support/client.js';
import { runScan } from '../support/scans.js';
import { baseUrlOf, startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';

/** A control of both releases, to which the next one maps `UNIVERSAL`, too. Nothing else decides it. */
const MAPPED_MORE = 'P1.1';
/** Not mapped to what differs between the two releases. */
const OTHER = 'UCF-HRS-06';

function nextContent(): Content {
  const content = updatedContent();
  const mappings = content.domains
    .flatMap((domain) => domain.universal_controls)
    .find(({ code }) => code === UNIVERSAL)?.mappings;
  const [line] = mappings ?? [];
  if (line) mappings?.push({ ...line, framework: 'soc2', control_id: MAPPED_MORE });
  return content;
}

interface Change {
  id: string;
  cause: string | null;
  control: { id: string };
}

describe('a process of the last release beside one of the next, on the database that the next has migrated', () => {
  let service: TestService;
  let world: World;
  let next: App;
  let older: Client;
  let newer: Client;
  const running: App[] = [];

  /** Another process of a release; without the owner's credentials it migrates nothing. */
  async function start(content: Content, isOwner: boolean): Promise<App> {
    const url = new URL(service.database.url);
    if (!isOwner) [url.username, url.password] = ['', ''];
    const app = await createApp({
      config: { ...service.config, databaseUrl: url.href, role: 'web' },
      log: createLog('silent'),
      content,
    });
    running.push(app);
    await app.start();
    return app;
  }

  /** Changes of statuses that `work` makes, as `reader` lists them: those of the controls that its release has. */
  const changesSince = async (work: () => Promise<unknown>, reader = newer): Promise<Change[]> => {
    const path = '/api/compliance/status-changes?limit=100';
    const [last] = await reader.rest<Change[]>(path);
    await work();
    const now = await reader.rest<Change[]>(path);
    return now.slice(
      0,
      now.findIndex(({ id }) => id === last?.id),
    );
  };
  const causes = (found: readonly Change[]) => [...new Set(found.map(({ cause }) => cause))].toSorted();
  let turn = 0;
  const judge = (client: Client, code: string, status: string) =>
    assess(client, universalControlId(code), status, { details: `Seen for the ${(turn += 1)}. time.` });

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
    world = await furnish(service, service.a);
    await runScan(service.a.admin);
    // The next release maps it to one control more.
    await judge(service.a.admin, UNIVERSAL, 'compliant');
    older = service.a.admin;
    next = await start(nextContent(), true);
    newer = new Client(baseUrlOf(next), older.token, false);
  });
  afterAll(async () => {
    for (const app of running) await app.stop();
    await service.stop();
  });

  it('records what the next release decides otherwise once, though both go on to decide', async () => {
    const found = await changesSince(() => judge(newer, OTHER, 'compliant'));
    const ofRelease = found.filter(({ cause }) => cause === 'mapping_changed').map(({ control }) => control.id);
    expect(ofRelease.toSorted()).toEqual([ADDED, MAPPED_MORE].map((code) => controlId('soc2', code)).toSorted());
    for (const client of [older, newer, older, newer]) {
      const found = await changesSince(async () => {
        for (const status of ['not_assessed', 'compliant']) await judge(client, OTHER, status);
      });
      expect(causes(found)).toEqual(['judgement']);
    }
  });

  it('decides what it changes by its own content, and the next release decides that once more', async () => {
    const more = controlId('soc2', MAPPED_MORE);
    const causesOfMore = async (work: () => Promise<unknown>) =>
      (await changesSince(work)).filter(({ control }) => control.id === more).map(({ cause }) => cause);
    expect(await causesOfMore(() => judge(older, UNIVERSAL, 'non_compliant'))).toEqual([]);
    expect(await causesOfMore(() => judge(newer, OTHER, 'compliant'))).toEqual(['mapping_changed']);
    expect(await causesOfMore(() => judge(newer, OTHER, 'compliant'))).toEqual([]);
  });

  it('answers every edge of the graph and every REST path about what the next release has written', async () => {
    const added = controlId('soc2', ADDED);
    await judge(newer, UNIVERSAL, 'compliant');
    await runScan(newer);
    expect((await upload(newer, { name: 'control_id', content: added }, file('note'))).status).toBe(201);
    for (const { name, document } of edgesOf(service.app.schema, world)) {
      const { body } = await older.graphql(document);
      expect({ name, errors: (body as { errors?: unknown }).errors }).toEqual({ name, errors: undefined });
    }
    const paths = Object.entries(REST).filter(([name]) => name.startsWith('GET '));
    const found = await Promise.all(
      paths.map(async ([name, { path }]) => ({ name, status: (await older.get(path(world))).status })),
    );
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('starts again while the next release is there, without the credentials of the owner', async () => {
    const again = await start(contentOfOneSystem(), false);
    const client = new Client(baseUrlOf(again), older.token, false);
    expect(causes(await changesSince(() => judge(client, OTHER, 'not_assessed')))).toEqual(['judgement']);
  });

  it('decides everything again once its own release has migrated the database again', async () => {
    await judge(newer, OTHER, 'not_assessed');
    const back = await start(contentOfOneSystem(), true);
    const client = new Client(baseUrlOf(back), older.token, false);
    const found = await changesSince(() => judge(client, OTHER, 'compliant'), client);
    const ofRelease = found.filter(({ cause }) => cause === 'mapping_changed').map(({ control }) => control.id);
    expect(ofRelease).toEqual([controlId('soc2', MAPPED_MORE)]);
  });
});

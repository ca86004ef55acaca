import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app/app.js';
import { createLog } from '../../src/platform/log.js';
import { catalogueOf, controlId, universalControlId } from '../catalogue/shipped.js';
import { accepted, dayAhead } from '../exceptions/exceptions.js';
import { exclude, include, select, settle } from '../scope/scoping.js';
import { Client } from '../support/client.js';
import { configFor } from '../support/config.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { baseUrlOf } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { derivedControls, recomputed, type DerivedControl } from './recomputed.js';

/** Fails after every scan of the demo company; see `src/connectors/demo/snapshot/m365`. */
const LASTING = 'm365.exchange.organization-mailbox-auditing-enabled';
/** PCI DSS 10.2.1 asks for what that check decides. */
const AUDIT_LOGS = controlId('pci-dss', '10.2.1');

interface Credentials {
  users: { role: string; email: string; password: string }[];
}

describe('the derivation of every control of the demo organization, after its 30 days', () => {
  let database: TestDatabase;
  let app: App;
  let admin: Client;
  let auditor: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    const dataDir = await mkdtemp(join(process.env.TEST_DIRECTORY ?? '/tmp', 'derived-demo-'));
    const demo = { dataDir, isDemo: true, hasDemoHistory: true, publicUrl: 'http://127.0.0.1:4000' };
    app = await createApp({ config: configFor(database.url, demo), log: createLog('silent') });
    const file = await app.demo.ensure(new AbortController().signal);
    await app.demo.settled();
    await app.start();
    const { users } = JSON.parse(await readFile(file ?? '', 'utf8')) as Credentials;
    const logIn = async (role: string) => {
      const user = users.find((each) => each.role === role);
      const { body } = await new Client(baseUrlOf(app), null).post('/api/auth/login', {
        email: user?.email,
        password: user?.password,
      });
      return new Client(baseUrlOf(app), (body as { data: { access_token: string } }).data.access_token);
    };
    [admin, auditor] = [await logIn('admin'), await logIn('auditor')];
  });
  afterAll(async () => {
    await app.stop();
    await database.drop();
  });

  const derived = () =>
    derivedControls(
      admin,
      catalogueOf().controls.map(({ id }) => id),
    );

  /** Compares what the service says of each control with what its derivation alone leads to. */
  async function expectRecomputed(): Promise<Map<string, DerivedControl>> {
    const answers = await derived();
    const { controls } = catalogueOf();
    expect(answers.size).toBe(controls.length);
    const said = controls.map(({ id, controlId: code, framework }) => {
      const answer = answers.get(id);
      if (!answer) throw new Error(`no answer for ${framework.slug} ${code}`);
      const { status, assurance, disputed } = answer;
      return { answer, of: { control: `${framework.slug} ${code}`, status, assurance, disputed } };
    });
    expect(said.map(({ of }) => of)).toEqual(
      said.map(({ answer, of }) => ({ control: of.control, ...recomputed(answer) })),
    );
    return answers;
  }

  it('is enough to work out its status, its assurance and a dispute', async () => {
    const answers = await expectRecomputed();
    const statuses = new Set([...answers.values()].map(({ status }) => status));
    expect(statuses).toEqual(new Set(['passed', 'failed', 'not_assessed']));
    expect(answers.get(AUDIT_LOGS)?.status).toBe('failed');
  });

  it('is enough with an exception in force, newer assessments, and decisions on the scope', async () => {
    const findings = [{ scanner: 'crosswalk', ruleId: LASTING, resourcePattern: '*' }];
    await accepted({ member: admin, auditor }, { findings, reason: 'The migration ends.', expiresOn: dayAhead(20) });
    for (const [index, { id }] of catalogueOf().universalControls.entries()) {
      if (index % 11 === 0) await assess(auditor, id, index % 2 === 0 ? 'compliant' : 'partially_compliant');
    }
    // Contradicts failing tests, if the demo company has any of these.
    await assess(auditor, universalControlId('UCF-AUT-02'), 'compliant', { details: 'Tokens seen.' });
    await settle(admin, 'approve', [await select(auditor, 'SOC 2', ['security'])]);
    await settle(admin, 'approve', (await exclude(auditor, [controlId('iso27001', 'A.7.12')])).decisions);
    await settle(admin, 'approve', (await include(auditor, [controlId('iso27001', 'A.7.7')])).decisions);
    const answers = await expectRecomputed();
    const statuses = new Set([...answers.values()].map(({ status }) => status));
    expect(statuses).toEqual(new Set(['passed', 'failed', 'not_assessed', 'not_applicable']));
    expect(answers.get(AUDIT_LOGS)?.status).toBe('not_assessed');
    expect(answers.get(controlId('iso27001', 'A.7.7'))?.status).not.toBe('not_applicable');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app/app.js';
import type { Content } from '../../src/modules/catalogue/content-shapes.js';
import { createLog } from '../../src/platform/log.js';
import { file, upload, uploaded } from '../evidence/form.js';
import { anyOf } from '../support/any-of.js';
import { Client } from '../support/client.js';
import { connect, resultsOf, runImport, runScan, type ScanResultBody, type ScanStatusBody } from '../support/scans.js';
import { baseUrlOf, startService, type TestService } from '../support/service.js';
import { assess, type AssessmentBody } from '../ucf/assessments.js';
import { auditTrail, consoleMfa, prowlerReport } from '../integrations/reports.js';
import { contentOfOneSystem } from './content-of-one-system.js';
import { AUDIT_TRAIL, elementsOf } from './decided.js';
import { controlId, frameworkId, universalControlId, CONTROL_COUNT } from './shipped.js';
import {
  ADDED,
  checksOfOthers,
  DROPPED,
  NEW_VERSION,
  RENAMED,
  SHARED,
  UNIVERSAL,
  updatedContent,
} from './updated-content.js';

/** Passed by that one check of AWS alone. */
const AUDITED = controlId('pci-dss', '10.2.1.6');

interface ControlBody {
  id: string;
  title: string;
  framework: { version: string };
  status: string;
  evidence: { id: string }[];
  latest_finding: { summary: string } | null;
  assurance: { level: string } | null;
  assessment_history: object[];
}

interface Versions {
  version: string;
  controls: number;
  added: number;
  removed: number;
}

describe('a new version of a framework', () => {
  let service: TestService;
  let app: App;
  let admin: Client;
  let scan: ScanStatusBody;
  let integration: string;
  let assessment: AssessmentBody;
  let before: { control: ControlBody; results: ScanResultBody[]; numbers: object[] };
  /** An integration of the other organization, and the status of `AUDITED` there that its report decided. */
  let imports: string;
  let auditedBefore: string;
  const statements: string[] = [];
  const running: App[] = [];

  const dropped = controlId('soc2', DROPPED);
  const control = (client: Client, id: string) => client.rest<ControlBody>(`/api/compliance/controls/${id}`);
  const soc2 = (client: Client) =>
    client.rest<{ id: string; control_id: string; title: string }[]>(
      `/api/compliance/frameworks/${frameworkId('soc2')}/controls`,
    );
  const numbers = () =>
    service.database.query<{ no: number }>('select no, id from catalogue_controls where control_id <> $1 order by no', [
      ADDED,
    ]);

  /** The service as it is after an update, on the same data. */
  async function restart(content: Content): Promise<Client> {
    await running.pop()?.stop();
    const intercept = (text: string) => {
      statements.push(text);
      return text;
    };
    app = await createApp({
      config: service.config,
      log: createLog('silent'),
      intercept,
      content,
    });
    running.push(app);
    await app.start();
    return new Client(baseUrlOf(app), service.a.admin.token, false);
  }

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem() });
    running.push(service.app);
    admin = service.a.admin;
    // Before the scan: its findings outvote what is assessed after them.
    for (const status of ['compliant', 'non_compliant']) await assess(admin, universalControlId(UNIVERSAL), status);
    integration = await connect(admin, 'demo');
    scan = await runScan(admin);
    assessment = await assess(admin, universalControlId(UNIVERSAL), 'compliant');
    await uploaded(admin, { name: 'control_id', content: dropped }, file('note'));
    before = {
      control: await control(admin, dropped),
      results: await resultsOf(admin, scan.id),
      numbers: await numbers(),
    };
    imports = await connect(service.b.admin, 'prowler');
    await runImport(service.b.admin, imports, prowlerReport([auditTrail('PASS')]));
    auditedBefore = (await control(service.b.admin, AUDITED)).status;
    admin = await restart(updatedContent());
  });
  afterAll(async () => {
    await running.pop()?.stop();
    await service.database.drop();
  });

  it('is met by a control that was looked at, assessed and had evidence', () => {
    expect(before.control.assessment_history.length).toBeGreaterThan(1);
    expect(before.control.evidence.length).toBeGreaterThan(1);
    expect(before.control.latest_finding).not.toBeNull();
    expect(assessment.propagated_controls.map(({ control_id: code }) => code)).toContain(DROPPED);
  });

  it('drops one control from the lists, adds one, and gives one another title under the same id', async () => {
    const controls = await soc2(admin);
    expect(controls).toHaveLength(61);
    const codes = controls.map(({ control_id: code }) => code);
    expect([codes.includes(DROPPED), codes.includes(ADDED)]).toEqual([false, true]);
    expect(controls.find(({ control_id: code }) => code === RENAMED)).toMatchObject({
      id: controlId('soc2', RENAMED),
      title: 'Another title',
    });
  });

  it('leaves the number and the id of every other control', async () => {
    expect(await numbers()).toEqual(before.numbers);
  });

  it('leaves everything readable that was stored of the control that went', async () => {
    const after = await control(admin, dropped);
    const lost = {
      mappings: null,
      remediation: null,
      framework: null,
      derivation: null,
      assurance: null,
      latest_finding: null,
    };
    expect({ ...after, ...lost }).toEqual({ ...before.control, ...lost });
    expect(after.assurance?.level).toBe(before.control.assurance?.level);
    // The moment is that of the vote before, and that of the end of the scan after: votes lead to no control that went.
    const finding = { ...before.control.latest_finding, detected_at: anyOf(String), resources: [] };
    expect(after.latest_finding).toEqual(finding);
    expect(after.framework.version).toBe(NEW_VERSION);
    const { control: flagged } = await admin.data<{ control: object }>(
      'query ($id: ID!) { control(id: $id) { controlId isCurrent mappings { id } remediation { steps { order } } } }',
      { id: dropped },
    );
    expect(flagged).toEqual({ controlId: DROPPED, isCurrent: false, mappings: [], remediation: { steps: [] } });
  });

  it('leaves the results of the scan and the reach of the assessment as they were', async () => {
    // Titles, and the checks that fail a control, are stated as they are now.
    const byId = (results: ScanResultBody[]) =>
      new Map(results.map((each) => [each.id, { ...each, title: null, failing_checks: null }]));
    expect(byId(await resultsOf(admin, scan.id))).toEqual(byId(before.results));
    const reread = await admin.rest<AssessmentBody>(`/api/ucf/assessments/${assessment.id}`);
    // What holds a control is stated as it is now.
    const stored = (reached: AssessmentBody['propagated_controls']) =>
      reached.map((each) => ({ ...each, holding_checks: null }));
    expect(stored(reread.propagated_controls)).toEqual(stored(assessment.propagated_controls));
  });

  it('is stated in the versions of the framework, in one statement for all frameworks', async () => {
    const sent = statements.length;
    const { frameworks } = await admin.data<{ frameworks: { slug: string; versions: Versions[] }[] }>(
      '{ frameworks { slug versions { version controls added removed } } }',
    );
    expect(statements.slice(sent).filter((text) => text.includes('catalogue_versions'))).toHaveLength(1);
    const versions = new Map(frameworks.map((each) => [each.slug, each.versions]));
    expect(versions.get('soc2')).toEqual([
      { version: NEW_VERSION, controls: 61, added: 1, removed: 1 },
      { version: 'TSC 2017 (revised points of focus 2022)', controls: 61, added: 61, removed: 0 },
    ]);
    // CC6.9 took nothing from the mappings of the others.
    expect(versions.get('cmmc')).toEqual([{ version: '2.0 (32 CFR Part 170)', controls: 149, added: 149, removed: 0 }]);
  });

  it('has the control that went neither scanned, nor scored, nor given evidence', async () => {
    const next = await runScan(admin);
    expect(next.total_controls).toBe(CONTROL_COUNT);
    expect((await resultsOf(admin, next.id)).map(({ control_id: code }) => code)).not.toContain(DROPPED);
    const card = await admin.rest<{ frameworks: { framework: string; total_controls: number }[] }>(
      '/api/ucf/scorecard',
    );
    expect(card.frameworks.find(({ framework }) => framework === 'SOC 2')?.total_controls).toBe(61);
    expect((await upload(admin, { name: 'control_id', content: dropped }, file('note'))).status).toBe(404);
    const { remediationQueue } = await admin.data<{ remediationQueue: { controls: { id: string }[] }[] }>(
      '{ remediationQueue(first: 100) { controls { id } } }',
    );
    expect(remediationQueue.flatMap(({ controls }) => controls.map(({ id }) => id))).not.toContain(dropped);
  });

  it('takes back what a check decided that decides nothing any more, though those of other providers do', async () => {
    expect(auditedBefore).toBe('passed');
    expect(elementsOf(AUDIT_TRAIL.check)).toContain(`${SHARED}/1`);
    expect(checksOfOthers(updatedContent()).flatMap(({ decides }) => decides[SHARED] ?? [])).toEqual([1]);
    const other = new Client(admin.baseUrl, service.b.admin.token, false);
    await runImport(other, imports, prowlerReport(consoleMfa('PASS')));
    expect((await control(other, AUDITED)).status).toBe('not_assessed');
  });

  it('leaves the status of the control that went alone when what decided it goes, too', async () => {
    await admin.data(
      'mutation ($input: DisconnectIntegrationInput!) { disconnectIntegration(input: $input) { integration { id } } }',
      {
        input: { integrationId: integration },
      },
    );
    expect((await control(admin, dropped)).assessment_history).toEqual(before.control.assessment_history);
  });

  it('can be taken back: the control is there again, and a version that was loaded before is not listed twice', async () => {
    admin = await restart(contentOfOneSystem());
    expect((await soc2(admin)).map(({ id }) => id)).toContain(dropped);
    const { control: flagged } = await admin.data<{ control: object }>(
      'query ($id: ID!) { control(id: $id) { isCurrent } }',
      { id: dropped },
    );
    expect(flagged).toEqual({ isCurrent: true });
    const { framework } = await admin.data<{ framework: { versions: Versions[] } }>(
      '{ framework(name: "soc2") { versions { version } } }',
    );
    expect(framework.versions).toHaveLength(2);
  });
});

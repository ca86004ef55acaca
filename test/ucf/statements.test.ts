import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app/app.js';
import { createLog } from '../../src/platform/log.js';
import { controlId, frameworkId, universalControlId, CONTROL_COUNT } from '../catalogue/shipped.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';
import { assess } from './assessments.js';

/** The caller with the posture, and at most one of the read's own. */
const TWO = 2;

/**
 * Statements that reads cost. The service under test is web only, so that no worker's statements are among them; its scans
 * were done by a worker that has gone.
 */
describe('the statements of a read', () => {
  let service: TestService;
  let wholeScan = '';
  let soc2Scan = '';

  beforeAll(async () => {
    service = await startService({ content: contentOfOneSystem(), settings: { role: 'web' } });
    const worker = await createApp({
      content: service.content,
      config: { ...service.config, role: 'worker', port: 0 },
      log: createLog('silent'),
    });
    await worker.start();
    await connect(service.a.admin, 'demo');
    wholeScan = (await runScan(service.a.member)).id;
    soc2Scan = (await runScan(service.a.member, { framework_id: frameworkId('soc2') })).id;
    await worker.stop();
  });
  afterAll(() => service.stop());

  /** How many statements `read` costs, without what every connection and transaction begins and ends with. */
  async function costOf(read: () => Promise<unknown>): Promise<number> {
    const before = service.statements.length;
    await read();
    const sent = service.statements.slice(before);
    return sent.filter((text) => !/^\s*(begin|commit|rollback)/i.test(text)).length;
  }
  const get = (path: string) => () => service.a.member.rest(path);
  const ask = (query: string) => () => service.a.member.data(query);

  it.each([
    ['the controls of a framework', `/api/compliance/frameworks/${frameworkId('pci-dss')}/controls`],
    ['failed controls, sorted', `/api/compliance/frameworks/${frameworkId('cmmc')}/controls?status=failed&sort=status`],
    ['the frameworks', '/api/compliance/frameworks'],
    ['a framework’s coverage', '/api/ucf/coverage/HIPAA'],
    ['the domains', '/api/ucf/domains'],
  ])('for %s are at most two', async (_, path) => {
    const cost = await costOf(get(path));
    expect(cost).toBeGreaterThanOrEqual(1);
    expect(cost).toBeLessThanOrEqual(TWO);
  });

  it('for all seven frameworks with the status of every control is one', async () => {
    const query = '{ frameworks { name totalControls controls { controlId title status } } }';
    expect(await costOf(ask(query))).toBe(1);
    const { frameworks } = await service.a.member.data<{ frameworks: { controls: { status: string }[] }[] }>(query);
    const statuses = frameworks.flatMap(({ controls }) => controls.map(({ status }) => status));
    expect(statuses).toHaveLength(CONTROL_COUNT);
    expect(new Set(statuses).size).toBeGreaterThan(2);
  });

  it.each(['UCF-END-04', 'UCF-CMP-02'])(
    'for %s with all its controls in all frameworks and their status is one',
    async (code) => {
      const query = `{ universalControl(id: "${universalControlId(code)}") {
      code mappings { framework relationship control { controlId title status framework { name version } } } } }`;
      expect(await costOf(ask(query))).toBe(1);
    },
  );

  it('reads a universal control over REST in two statements', async () => {
    expect(await costOf(get(`/api/ucf/controls/${universalControlId('UCF-END-04')}`))).toBe(TWO);
  });

  it('for the assessments of a universal control, of all, and of several with another number of each are the same', async () => {
    for (const code of ['UCF-IAM-01', 'UCF-IAM-01', 'UCF-END-04']) {
      await assess(service.a.admin, universalControlId(code), 'compliant');
    }
    const selection = '{ id assessedBy { name } }';
    const costs = await costsOf(
      [
        `{ universalControl(id: "${universalControlId('UCF-IAM-01')}") { assessments ${selection} } }`,
        `{ universalControls { assessments ${selection} } }`,
        `{ universalControls { assessments(first: 1) ${selection} more: assessments(first: 30) ${selection} } }`,
      ].map(ask),
    );
    // The caller, all assessments.
    expect(costs).toEqual([TWO, TWO, TWO]);
  });

  it('for all universal controls with all controls and their status is one', async () => {
    expect(await costOf(ask('{ universalControls { code mappings { control { status } } } }'))).toBe(1);
  });

  it('for a page of results are the same for 1, 20 and 100, and for one framework and for all of them', async () => {
    const pages = [wholeScan, soc2Scan].flatMap((id) =>
      [1, 20, 61, 100].map((limit) => `/api/scans/${id}/results?status=fail&limit=${limit}`),
    );
    const costs = await costsOf(pages.map(get));
    expect(new Set(costs).size).toBe(1);
    // The caller, the scan, the page, its total, the checks that fail.
    expect(costs[0]).toBeLessThanOrEqual(5);
    const mixed = await costsOf(pages.map((page) => get(page.replace('status=fail&', ''))));
    expect(Math.max(...mixed)).toBeLessThanOrEqual(costs[0] ?? 0);
  });

  it('for a page of evidence are the same for 1, 20 and 100', async () => {
    const costs = await costsOf([1, 20, 100].map((limit) => get(`/api/evidence?limit=${limit}`)));
    expect(new Set(costs).size).toBe(1);
    // The caller, the page, its total.
    expect(costs[0]).toBeLessThanOrEqual(3);
  });

  it('for a page of scans are the same for 1 and 100', async () => {
    const costs = await costsOf([1, 100].map((limit) => get(`/api/scans?limit=${limit}`)));
    expect(new Set(costs).size).toBe(1);
    expect(costs[0]).toBeLessThanOrEqual(3);
  });

  it('for a control’s detail are the same whatever the control', async () => {
    const ids = [
      controlId('soc2', 'CC6.1'),
      controlId('soc2', 'P8.1'),
      controlId('pci-dss', '3.3.1'),
      controlId('cmmc', 'AC.L2-3.1.12'),
    ];
    const costs = await costsOf(ids.map((id) => get(`/api/compliance/controls/${id}`)));
    expect(new Set(costs).size).toBe(1);
    // The caller, the posture, evidence, the latest finding, the history.
    expect(costs[0]).toBeLessThanOrEqual(5);
  });

  it.each([
    ['status', '{ status }', TWO],
    ['the latest finding', '{ latestFinding { status resources { id } } }', 3],
    ['evidence', '{ evidence { id title } }', 3],
    ['history', '{ history { status changedAt } }', 3],
  ])('for %s of all 61 controls of a framework are not more than for one', async (_, selection, most) => {
    expect(await costOf(ask(`{ controls(framework: "SOC 2") ${selection} }`))).toBeLessThanOrEqual(most);
  });

  it('for results with their controls’ status and evidence are the same for 20 and for 100', async () => {
    const query = (first: number) => `{ scanResults(scanId: "${wholeScan}", first: ${first}) {
      nodes { status control { controlId status framework { name } evidence { id } } } } }`;
    const [few, many] = await costsOf([20, 100].map((first) => ask(query(first))));
    expect(many).toBe(few);
  });

  async function costsOf(reads: (() => Promise<unknown>)[]): Promise<number[]> {
    const costs: number[] = [];
    for (const read of reads) costs.push(await costOf(read));
    return costs;
  }
});

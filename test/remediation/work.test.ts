import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf } from '../catalogue/shipped.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { assess } from '../ucf/assessments.js';
import { create, drop, update } from '../work-items/work-items.js';

interface Fix {
  id: string;
  source: string;
  controls: { id: string }[];
  assessment: { status: string; universalControl: { id: string } } | null;
  work: { id: string }[];
}

const QUEUE = `{ remediationQueue(first: 100) {
  id source controls { id } assessment { status universalControl { id } } work { id } } }`;

describe('work and reasons in the remediation queue', () => {
  let service: TestService;
  const [assessed] = catalogueOf().universalControls;

  beforeAll(async () => {
    service = await startService();
    await connect(service.a.admin, 'demo');
    await runScan(service.a.admin);
    await assess(service.a.auditor, assessed?.id ?? '', 'non_compliant');
  });
  afterAll(() => service.stop());

  const queue = async () => (await service.a.member.data<{ remediationQueue: Fix[] }>(QUEUE)).remediationQueue;
  const work = async (id: string) => (await queue()).find((fix) => fix.id === id)?.work.map((item) => item.id);

  it('lists the unfinished work about a check and about its findings, due first, at most five', async () => {
    const { admin } = service.a;
    const check = (await queue()).find(({ source, work: found }) => source === 'check' && found.length === 0);
    const checkId = check?.id ?? '';
    const { findings } = await admin.data<{ findings: { nodes: { id: string }[] } }>(
      'query ($id: String!) { findings(where: { checkId: [$id], status: [fail] }, first: 1) { nodes { id } } }',
      { id: checkId },
    );
    const later = await create(admin, { title: 'Later', checkId });
    const sooner = await create(admin, { title: 'Sooner', findingId: findings.nodes[0]?.id, dueOn: '2030-01-02' });
    const done = await create(admin, { title: 'Done', checkId });
    const dropped = await create(admin, { title: 'Dropped', checkId });
    await update(admin, { workItemId: done.id, state: 'done' });
    await drop(admin, dropped.id);
    expect(await work(checkId)).toEqual([sooner.id, later.id]);
    for (const title of ['3', '4', '5', '6']) await create(admin, { title, checkId, dueOn: '2030-01-01' });
    const found = await work(checkId);
    expect(found).toHaveLength(5);
    expect(found?.[4]).toBe(sooner.id);
    const elsewhere = (await queue()).filter(({ id, work: items }) => id !== checkId && items.length > 0);
    expect(elsewhere).toEqual([]);
  });

  it('lists the work about a control with the assessment that fails it, and names the judgement', async () => {
    const fix = (await queue()).find(({ source }) => source === 'assessment');
    expect(fix?.assessment).toEqual({ status: 'non_compliant', universalControl: { id: assessed?.id } });
    const item = await create(service.a.admin, { title: 'Ask', controlId: fix?.controls.at(-1)?.id });
    expect(await work(fix?.id ?? '')).toEqual([item.id]);
    const checks = (await queue()).filter(({ source }) => source === 'check');
    expect(checks.every(({ assessment }) => assessment === null)).toBe(true);
  });

  it('reads both in one statement each however many fixes there are', async () => {
    const from = service.statements.length;
    await queue();
    const sent = service.statements.slice(from);
    expect(sent.filter((text) => text.includes('work_items'))).toHaveLength(1);
    expect(sent.filter((text) => text.includes('from assessments')).length).toBeLessThanOrEqual(2);
  });

  it('does not list the work of another organization', async () => {
    await connect(service.b.admin, 'demo');
    await runScan(service.b.admin);
    const { remediationQueue } = await service.b.admin.data<{ remediationQueue: Fix[] }>(QUEUE);
    expect(remediationQueue.length).toBeGreaterThan(20);
    expect(remediationQueue.every((fix) => fix.work.length === 0)).toBe(true);
  });
});

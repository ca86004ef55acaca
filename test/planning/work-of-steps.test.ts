import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { create } from '../work-items/work-items.js';

interface Step {
  checkId: string | null;
  universalControl: { mappings: { control: { id: string } }[] } | null;
  work: { id: string }[];
}

const PLAN = `query ($input: PlanInput!) { plan(input: $input) {
  steps { checkId universalControl { mappings(framework: "soc2") { control { id } } } work { id } } } }`;

describe('the work of the steps of a plan', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
    await connect(service.a.admin, 'demo');
    await runScan(service.a.admin);
  });
  afterAll(() => service.stop());

  const steps = async () => {
    const input = { target: { framework: 'soc2', score: 100 }, budget: 100 };
    return (await service.a.member.data<{ plan: { steps: Step[] } }>(PLAN, { input })).plan.steps;
  };

  it('is what is about the check of a repair, or about a control that an assessment moves, in one statement', async () => {
    const before = await steps();
    expect(before.length).toBeGreaterThan(20);
    expect(before.every(({ work }) => work.length === 0)).toBe(true);
    const assessed = before.findIndex(({ universalControl }) => universalControl !== null);
    const controlId = before[assessed]?.universalControl?.mappings[0]?.control.id;
    const item = await create(service.a.admin, { title: 'Judge', controlId });
    const repaired = before.findIndex(({ checkId }) => checkId !== null);
    const checkId = before[repaired]?.checkId;
    const repair = checkId == null ? null : await create(service.a.admin, { title: 'Repair', checkId });
    const from = service.statements.length;
    const after = await steps();
    expect(service.statements.slice(from).filter((text) => text.includes('work_items'))).toHaveLength(1);
    expect(after[assessed]?.work).toEqual([{ id: item.id }]);
    if (repair) expect(after[repaired]?.work).toEqual([{ id: repair.id }]);
  });
});

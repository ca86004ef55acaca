import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { controlId } from '../catalogue/shipped.js';
import { codeOf, dayAhead } from '../exceptions/exceptions.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { create, drop, titles, tryToCreate, tryToUpdate, update } from './work-items.js';

const CONTROL = controlId('soc2', 'CC7.2');
const CHECK = 'aws.cloudtrail.multi-region-enabled-logging-management-events';
const REMOVE = 'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }';
const TRAIL = '{ auditLog(first: 100) { nodes { action resourceId before after } } }';

interface Entry {
  action: string;
  resourceId: string;
  before: object | null;
  after: object | null;
}

describe('a work item', () => {
  let service: TestService;
  let tenant: TestTenant;
  let memberId: string;
  let tenants = 0;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  beforeEach(async () => {
    tenant = await service.addTenant(`Worker${(tenants += 1)}`, 'ENTERPRISE');
    memberId = (await tenant.member.data<{ me: { id: string } }>('{ me { id } }')).me.id;
  });

  /** Entries of the trail about work items, newest first. */
  const trail = async () => {
    const { auditLog } = await tenant.admin.data<{ auditLog: { nodes: Entry[] } }>(TRAIL);
    return auditLog.nodes.filter(({ action }) => action.startsWith('work_item.'));
  };

  it('is open, about one thing, and somebody has it until a day', async () => {
    const dueOn = dayAhead(7);
    const item = await create(tenant.auditor, { title: ' Look ', controlId: CONTROL, ownerId: memberId, dueOn });
    expect(item).toMatchObject({
      title: 'Look',
      state: 'open',
      dueOn,
      isOverdue: false,
      control: { id: CONTROL },
      checkId: null,
      exception: null,
      finding: null,
      owner: { id: memberId },
    });
    expect(await create(tenant.member, { title: 'Fix', checkId: CHECK })).toMatchObject({
      checkId: CHECK,
      control: null,
      owner: null,
      dueOn: null,
      createdBy: { id: memberId },
    });
  });

  it('is refused without a thing, with two, with an unknown one, and with no day of the calendar', async () => {
    const refused = async (input: object) => codeOf(await tryToCreate(tenant.member, { title: 'Look', ...input }));
    expect(await refused({})).toBe('VALIDATION_FAILED');
    expect(await refused({ controlId: CONTROL, checkId: CHECK })).toBe('VALIDATION_FAILED');
    expect(await refused({ checkId: 'no.such.check' })).toBe('NOT_FOUND');
    expect(await refused({ controlId: CONTROL, dueOn: '2026-02-30' })).toBe('VALIDATION_FAILED');
    expect(await refused({ controlId: CONTROL, title: ' ' })).toBe('VALIDATION_FAILED');
    expect(await titles(tenant.member)).toEqual([]);
  });

  it('keeps what a change leaves out, and says what it was in the trail', async () => {
    const { id } = await create(tenant.admin, { title: 'Look', controlId: CONTROL, ownerId: memberId });
    const changed = await update(tenant.member, { workItemId: id, state: 'in_progress', dueOn: '2000-02-29' });
    expect(changed).toMatchObject({ title: 'Look', state: 'in_progress', owner: { id: memberId }, isOverdue: true });
    expect(changed.changedBy).toEqual({ id: memberId });
    expect((await trail())[0]).toMatchObject({
      action: 'work_item.changed',
      resourceId: id,
      before: { state: 'open', dueOn: null },
      after: { state: 'in_progress', dueOn: '2000-02-29' },
    });
    await update(tenant.member, { workItemId: id, state: 'in_progress' });
    expect(await trail()).toHaveLength(2);
    expect(codeOf(await tryToUpdate(tenant.member, { workItemId: id, dueOn: 'soon' }))).toBe('VALIDATION_FAILED');
  });

  it('stays stored when it is dropped, and can be taken up again', async () => {
    const { id } = await create(tenant.member, { title: 'Look', controlId: CONTROL });
    expect(await drop(tenant.member, id)).toMatchObject({ id, state: 'dropped' });
    expect(await update(tenant.member, { workItemId: id, state: 'open' })).toMatchObject({ state: 'open' });
  });

  it('is listed by owner, state, thing and lateness', async () => {
    const ofControl = { controlId: CONTROL };
    await create(tenant.admin, { title: 'late', ...ofControl, ownerId: memberId, dueOn: '2000-01-01' });
    const done = await create(tenant.admin, { title: 'done', ...ofControl, dueOn: '2000-01-01' });
    await update(tenant.admin, { workItemId: done.id, state: 'done' });
    await create(tenant.admin, { title: 'check', checkId: CHECK });
    expect(await titles(tenant.member)).toEqual(['check', 'done', 'late']);
    expect(await titles(tenant.member, { mine: true })).toEqual(['late']);
    expect(await titles(tenant.admin, { mine: true })).toEqual([]);
    expect(await titles(tenant.admin, { ownerId: memberId })).toEqual(['late']);
    expect(await titles(tenant.admin, { overdue: true })).toEqual(['late']);
    expect(await titles(tenant.admin, { states: ['done'] })).toEqual(['done']);
    expect(await titles(tenant.admin, { controlId: CONTROL })).toEqual(['done', 'late']);
    expect(await titles(tenant.admin, { checkId: CHECK })).toEqual(['check']);
  });

  it('is nobody’s when its owner is removed, who can be given none after that', async () => {
    const { id } = await create(tenant.admin, { title: 'Look', controlId: CONTROL, ownerId: memberId });
    await tenant.admin.data(REMOVE, { input: { userId: memberId } });
    expect(await update(tenant.admin, { workItemId: id })).toMatchObject({ owner: null });
    expect((await trail())[0]).toMatchObject({ before: { ownerId: memberId }, after: { ownerId: null } });
    expect(codeOf(await tryToUpdate(tenant.admin, { workItemId: id, ownerId: memberId }))).toBe('NOT_FOUND');
  });

  it('names on its control who has unfinished work about it, each person once, in one statement for all controls', async () => {
    const OTHER = controlId('soc2', 'CC6.1');
    const asked = '{ controls(framework: "soc2") { id assignees { id name } } }';
    const assignees = async () => {
      const { controls } = await tenant.auditor.data<{ controls: { id: string; assignees: { id: string }[] }[] }>(
        asked,
      );
      return new Map(controls.map((control) => [control.id, control.assignees.map(({ id }) => id)]));
    };
    const from = service.statements.length;
    expect(new Set([...(await assignees()).values()].flat())).toEqual(new Set());
    const before = service.statements.length - from;
    const { id: auditorId } = (await tenant.auditor.data<{ me: { id: string } }>('{ me { id } }')).me;
    const first = await create(tenant.admin, { title: 'One', controlId: CONTROL, ownerId: memberId });
    const second = await create(tenant.admin, { title: 'Two', controlId: CONTROL, ownerId: memberId });
    await create(tenant.admin, { title: 'Three', controlId: OTHER, ownerId: auditorId });
    await create(tenant.admin, { title: 'Nobody’s', controlId: OTHER });
    const until = service.statements.length;
    const named = await assignees();
    expect(service.statements.length - until).toBe(before);
    expect([named.get(CONTROL), named.get(OTHER)]).toEqual([[memberId], [auditorId]]);
    await update(tenant.admin, { workItemId: first.id, state: 'done' });
    await drop(tenant.admin, second.id);
    expect((await assignees()).get(CONTROL)).toEqual([]);
  });
});

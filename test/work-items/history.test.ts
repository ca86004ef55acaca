import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlId } from '../catalogue/shipped.js';
import { startService, type TestService } from '../support/service.js';
import { create, update } from './work-items.js';

interface Change {
  isCreation: boolean;
  fields: string[];
  title: string | null;
  state: string | null;
  dueOn: string | null;
  owner: { id: string } | null;
  by: { id: string } | null;
}

const HISTORY = `query ($id: ID!) { workItem(id: $id) {
  history { isCreation fields title state dueOn owner { id } by { id } } } }`;

describe('the history of a work item', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const historyOf = async (id: string) =>
    (await service.a.member.data<{ workItem: { history: Change[] } }>(HISTORY, { id })).workItem.history;

  it('lists who changed what, newest first, to every member', async () => {
    const { admin, member } = service.a;
    const [adminId, memberId] = await Promise.all(
      [admin, member].map(async (client) => (await client.data<{ me: { id: string } }>('{ me { id } }')).me.id),
    );
    const { id } = await create(admin, { title: 'Close it', controlId: controlId('soc2', 'CC7.2') });
    await update(admin, { workItemId: id, ownerId: memberId, dueOn: '2030-01-02' });
    await update(member, { workItemId: id, state: 'done' });
    await update(member, { workItemId: id, ownerId: null });
    const nothing = { isCreation: false, title: null, state: null, dueOn: null, owner: null };
    expect(await historyOf(id)).toEqual([
      { ...nothing, fields: ['owner'], by: { id: memberId } },
      { ...nothing, fields: ['state'], state: 'done', by: { id: memberId } },
      { ...nothing, fields: ['owner', 'due_on'], owner: { id: memberId }, dueOn: '2030-01-02', by: { id: adminId } },
      {
        ...nothing,
        isCreation: true,
        fields: ['state', 'title'],
        title: 'Close it',
        state: 'open',
        by: { id: adminId },
      },
    ]);
  });

  it('is read in one statement for a list, and not of another organization', async () => {
    for (const title of ['One', 'Two']) {
      await create(service.b.admin, { title, controlId: controlId('soc2', 'CC7.2') });
    }
    const from = service.statements.length;
    const { workItems } = await service.b.admin.data<{ workItems: { nodes: { history: Change[] }[] } }>(
      '{ workItems(first: 10) { nodes { history { isCreation fields title state dueOn owner { id } by { id } } } } }',
    );
    const sent = service.statements.slice(from).filter((text) => text.includes('audit_log'));
    expect(sent).toHaveLength(1);
    expect(workItems.nodes.map(({ history }) => history.map(({ title }) => title))).toEqual([['Two'], ['One']]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { controlId } from '../catalogue/shipped.js';
import { codeOf } from '../exceptions/exceptions.js';
import { sentMails } from '../notices/mails.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService, type TestTenant } from '../support/service.js';
import { comment, comments, create, update, type CommentBody } from './work-items.js';

const CONTROL = controlId('soc2', 'CC7.2');
const ADD = 'mutation ($input: AddWorkItemCommentInput!) { addWorkItemComment(input: $input) { comment { id } } }';
const UPDATE = `mutation ($input: UpdateWorkItemCommentInput!) {
  updateWorkItemComment(input: $input) { comment { id text author { id } mentioned { id name } editedAt deletedAt } }
}`;
const DELETE = `mutation ($input: DeleteWorkItemCommentInput!) {
  deleteWorkItemComment(input: $input) { comment { text deletedAt } }
}`;
const ID_OF_ME = '{ me { id } }';

describe('comments on a work item', () => {
  let service: TestService;
  let tenant: TestTenant;
  let memberId: string;
  let workItemId: string;
  let tenants = 0;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  beforeEach(async () => {
    tenant = await service.addTenant(`Talker${(tenants += 1)}`, 'ENTERPRISE');
    memberId = (await tenant.member.data<{ me: { id: string } }>(ID_OF_ME)).me.id;
    workItemId = (await create(tenant.admin, { title: 'Close port 22', controlId: CONTROL })).id;
  });

  /** Mails to an address, as text. */
  const mailsTo = async (address: string) =>
    (await sentMails(service)).filter((mail) => mail.includes(`To: ${address}`));

  it('are listed oldest first, with their authors, page by page', async () => {
    await comment(tenant.admin, { workItemId, text: ' first ' });
    await comment(tenant.member, { workItemId, text: 'second' });
    await comment(tenant.auditor, { workItemId, text: 'third' });
    expect(await comments(tenant.member, workItemId)).toEqual(['first', 'second', 'third']);
    type Page = { text: string; author: { id: string } }[];
    const data = await tenant.member.rest<Page>(`/api/work-items/${workItemId}/comments?limit=2`);
    expect(data.map(({ text }) => text)).toEqual(['first', 'second']);
    expect(data[1]?.author.id).toBe(memberId);
    const rest = await tenant.member.rest<Page>(`/api/work-items/${workItemId}/comments?limit=2&offset=2`);
    expect(rest.map(({ text }) => text)).toEqual(['third']);
  });

  it('mention members, who get one mail each with the text and the way there', async () => {
    const { id } = await comment(tenant.admin, {
      workItemId,
      text: 'Can you look?',
      mentionedIds: [memberId, memberId],
    });
    const sent = await eventually(async () => {
      const found = await mailsTo(tenant.emails.member);
      return found.length > 0 ? found : null;
    });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('Can you look?');
    expect(sent[0]).toContain(`/work-items/${workItemId}`);
    await tenant.admin.data(UPDATE, { input: { commentId: id, text: 'Can you look today?' } });
    expect(await mailsTo(tenant.emails.member)).toHaveLength(1);
    expect(await mailsTo(tenant.emails.admin)).toHaveLength(0);
  });

  it('are changed by their author alone, and say so', async () => {
    const { id } = await comment(tenant.member, { workItemId, text: 'It is opn', mentionedIds: [memberId] });
    const input = { commentId: id, text: 'It is open' };
    expect(codeOf(await tenant.admin.graphql(UPDATE, { input }))).toBe('FORBIDDEN');
    const { updateWorkItemComment } = await tenant.member.data<{ updateWorkItemComment: { comment: CommentBody } }>(
      UPDATE,
      { input },
    );
    expect(updateWorkItemComment.comment).toMatchObject({ text: 'It is open', mentioned: [{ id: memberId }] });
    expect(updateWorkItemComment.comment.editedAt).not.toBeNull();
  });

  it('are deleted by their author and by admins: the text goes, the place stays, and nothing changes it again', async () => {
    const { id } = await comment(tenant.member, { workItemId, text: 'A password: hunter2' });
    await comment(tenant.member, { workItemId, text: 'Sorry' });
    expect(codeOf(await tenant.auditor.graphql(DELETE, { input: { commentId: id } }))).toBe('FORBIDDEN');
    await tenant.admin.data(DELETE, { input: { commentId: id } });
    expect(await comments(tenant.member, workItemId)).toEqual([null, 'Sorry']);
    expect(codeOf(await tenant.member.graphql(DELETE, { input: { commentId: id } }))).toBe('CONFLICT');
    expect(codeOf(await tenant.member.graphql(UPDATE, { input: { commentId: id, text: 'x' } }))).toBe('CONFLICT');
    const [{ count } = { count: 1 }] = await service.database.query<{ count: number }>(
      `select count(*)::int as count from work_item_comments where text like '%hunter2%'`,
    );
    expect(count).toBe(0);
  });

  it.each([
    [{ text: ' ' }, 'VALIDATION_FAILED'],
    [{ text: 'x'.repeat(5_001) }, 'VALIDATION_FAILED'],
    [{ text: 'x', mentionedIds: ['nobody'] }, 'VALIDATION_FAILED'],
    [{ text: 'x', mentionedIds: ['00000000-0000-4000-8000-000000000000'] }, 'NOT_FOUND'],
    [{ text: 'x', workItemId: '00000000-0000-4000-8000-000000000000' }, 'NOT_FOUND'],
  ])('are refused as %j with %s, and nothing is stored', async (input, code) => {
    expect(codeOf(await tenant.member.graphql(ADD, { input: { workItemId, ...input } }))).toBe(code);
    expect(await comments(tenant.member, workItemId)).toEqual([]);
  });

  it('stand in the audit trail without their text', async () => {
    await comment(tenant.member, { workItemId, text: 'between us', mentionedIds: [memberId] });
    const { auditLog } = await tenant.admin.data<{ auditLog: { nodes: { action: string; after: object }[] } }>(
      '{ auditLog(first: 10) { nodes { action after } } }',
    );
    expect(auditLog.nodes[0]).toMatchObject({ action: 'work_item.commented', after: { mentionedIds: [memberId] } });
    expect(JSON.stringify(auditLog)).not.toContain('between us');
  });

  it('is sent by mail to who is given the work item by somebody else, and not to who takes it', async () => {
    await update(tenant.member, { workItemId, ownerId: memberId });
    expect(await mailsTo(tenant.emails.member)).toHaveLength(0);
    await update(tenant.admin, { workItemId, ownerId: null });
    await update(tenant.admin, { workItemId, ownerId: memberId, dueOn: '2026-12-24' });
    const [mail] = await eventually(async () => {
      const found = await mailsTo(tenant.emails.member);
      return found.length > 0 ? found : null;
    });
    expect(mail).toContain('assigned a work item to you');
    expect(mail).toContain('2026-12-24');
  });
});

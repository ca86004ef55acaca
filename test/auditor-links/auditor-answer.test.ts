import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { furnish, type World } from '../access/world.js';
import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';
import { costOf } from '../support/statements.js';
import { createLink, openLink, REVOKE } from './auditor-links.js';

const ASK = `mutation ($input: AddAuditorCommentInput!) { addAuditorComment(input: $input) { auditorComment { id } } }`;
const ANSWER = `mutation ($input: AnswerAuditorCommentInput!) {
  answerAuditorComment(input: $input) { auditorComment { answer evidence { id title } } } }`;
const COMMENTS = '{ auditedComments { id answer evidence { id type fileName sha256 withdrawalReason } } }';
const FILE = 'query ($commentId: ID!, $id: ID!) { auditedAnswerFile(commentId: $commentId, id: $id) { url sha256 } }';

interface Commented {
  auditedComments: {
    id: string;
    evidence: { id: string; type: string; fileName: string; sha256: string; withdrawalReason: string | null }[];
  }[];
}
interface Served {
  auditedAnswerFile: { url: string; sha256: string };
}

describe('evidence in the answer to an auditor', () => {
  let service: TestService;
  let world: World;
  /** An organization whose ids are of no use in the other one. */
  let foreign: World;

  beforeAll(async () => {
    service = await startService();
    world = await furnish(service, service.a);
    foreign = await furnish(service, service.b);
  });
  afterAll(() => service.stop());

  /** A link, its auditor, and a request by it. @param period of the link; evidence of today is outside of one that is over */
  async function requested(label: string, period: object = {}) {
    const link = await createLink(service.a.admin, { label, ...period });
    const auditor = await openLink(service, link.secret);
    return { link, auditor, commentId: await ask(auditor) };
  }

  async function ask(auditor: Client): Promise<string> {
    const { addAuditorComment } = await auditor.data<{ addAuditorComment: { auditorComment: { id: string } } }>(ASK, {
      input: { kind: 'request', text: 'Please show the note' },
    });
    return addAuditorComment.auditorComment.id;
  }

  const answer = (commentId: string, evidenceIds: readonly string[], by: Client = service.a.member) =>
    by.graphql(ANSWER, { input: { auditorCommentId: commentId, answer: 'Attached', evidenceIds } });

  it('is shown to the auditor and downloaded, also where it is not of the period of the link', async () => {
    const past = { from: '2020-01-01T00:00:00Z', to: '2020-12-31T00:00:00Z' };
    const { auditor, commentId } = await requested('Past', past);
    const { uploadedEvidenceId, evidenceId } = world;
    const { body } = await answer(commentId, [uploadedEvidenceId.toUpperCase(), evidenceId]);
    expect(body).toMatchObject({
      data: {
        answerAuditorComment: {
          auditorComment: { answer: 'Attached', evidence: [{ id: uploadedEvidenceId }, { id: evidenceId }] },
        },
      },
    });
    const { auditedComments } = await auditor.data<Commented>(COMMENTS);
    const [note] = auditedComments[0]?.evidence ?? [];
    expect(note).toMatchObject({
      ...{ id: uploadedEvidenceId, type: 'manual', fileName: 'note.txt', withdrawalReason: null },
    });
    const { auditedAnswerFile } = await auditor.data<Served>(FILE, { commentId, id: uploadedEvidenceId });
    expect(auditedAnswerFile.sha256).toBe(note?.sha256);
    expect(await (await fetch(auditedAnswerFile.url)).text()).toBe('A note on the backups of last week.');
  });

  it('is exactly what the answer names: no other evidence, comment, link or organization', async () => {
    const { auditor, commentId } = await requested('Exact');
    await answer(commentId, [world.uploadedEvidenceId]);
    const bare = await ask(auditor);
    await answer(bare, []);
    const other = await requested('Other');
    await answer(other.commentId, [world.evidenceId]);
    const refused = [
      [auditor, { commentId, id: world.evidenceId }],
      [auditor, { commentId, id: 'malformed' }],
      [auditor, { commentId: 'malformed', id: world.uploadedEvidenceId }],
      [auditor, { commentId: bare, id: world.uploadedEvidenceId }],
      [auditor, { commentId: other.commentId, id: world.evidenceId }],
      [auditor, { commentId: foreign.auditorCommentId, id: foreign.uploadedEvidenceId }],
      [other.auditor, { commentId, id: world.uploadedEvidenceId }],
    ] as const;
    for (const [by, ids] of refused) expect(codeOf((await by.graphql(FILE, ids)).body)).toBe('NOT_FOUND');
    expect(codeOf((await service.a.admin.graphql(FILE, { commentId, id: world.uploadedEvidenceId })).body)).toBe(
      'FORBIDDEN',
    );
  });

  it('is refused where it is malformed, unknown, of another organization or withdrawn, and the request stays open', async () => {
    const { auditor, commentId } = await requested('Refused');
    const cases = [
      [['malformed'], 'VALIDATION_FAILED'],
      [Array.from({ length: 21 }, () => world.evidenceId), 'VALIDATION_FAILED'],
      [[world.auditorLinkId], 'NOT_FOUND'],
      [[world.evidenceId, foreign.uploadedEvidenceId], 'NOT_FOUND'],
      [[world.withdrawnEvidenceId], 'CONFLICT'],
    ] as const;
    for (const [ids, code] of cases) expect(codeOf((await answer(commentId, ids)).body)).toBe(code);
    expect(codeOf((await answer(commentId, [world.evidenceId], service.a.auditor)).body)).toBe('FORBIDDEN');
    expect((await auditor.data<Commented>(COMMENTS)).auditedComments).toMatchObject([{ answer: null, evidence: [] }]);
  });

  it('is in the audit trail: what the answer names, and each download', async () => {
    const { link, auditor, commentId } = await requested('Trail of files');
    await answer(commentId, [world.uploadedEvidenceId]);
    await auditor.data<Served>(FILE, { commentId, id: world.uploadedEvidenceId });
    const rows = await service.database.query(
      `select action, actor_type, after from audit_log
       where resource_id = $1 and action in ('auditor_link.answered', 'auditor_link.downloaded') order by sequence`,
      [link.id],
    );
    expect(rows).toMatchObject([
      {
        action: 'auditor_link.answered',
        actor_type: 'user',
        after: { commentId, evidenceIds: [world.uploadedEvidenceId] },
      },
      {
        action: 'auditor_link.downloaded',
        actor_type: 'auditor_link',
        after: { label: 'Trail of files', evidence: world.uploadedEvidenceId, comment: commentId },
      },
    ]);
  });

  it('is no longer served once it is withdrawn, or the link is revoked', async () => {
    const { link, auditor, commentId } = await requested('Ending');
    const { body } = await service.a.admin.upload('/api/evidence/upload', 'Soon withdrawn.', 'soon.txt');
    const { id } = (body as { data: { id: string } }).data;
    await answer(commentId, [id, world.uploadedEvidenceId]);
    await service.a.admin.post(`/api/evidence/${id}/withdraw`, { reason_code: 'wrong_file', reason: 'Of another.' });
    expect(codeOf((await auditor.graphql(FILE, { commentId, id })).body)).toBe('GONE');
    const { auditedComments } = await auditor.data<Commented>(COMMENTS);
    expect(auditedComments[0]?.evidence[0]).toMatchObject({ id, withdrawalReason: 'wrong_file' });
    await service.a.admin.data(REVOKE, { input: { auditorLinkId: link.id } });
    const after = await auditor.graphql(FILE, { commentId, id: world.uploadedEvidenceId });
    expect(after.status).toBe(401);
  });

  it('is read for all comments at once', async () => {
    const { auditor, commentId } = await requested('Many');
    await answer(commentId, [world.uploadedEvidenceId]);
    const one = await costOf(service, () => auditor.data(COMMENTS));
    for (let count = 0; count < 3; count++) await answer(await ask(auditor), [world.evidenceId]);
    expect(await costOf(service, () => auditor.data(COMMENTS))).toBe(one);
  });
});

function codeOf(body: unknown): string | undefined {
  return (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code;
}

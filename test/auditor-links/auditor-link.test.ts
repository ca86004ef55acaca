import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlId as catalogueControlId } from '../catalogue/shipped.js';
import { startService, type TestService } from '../support/service.js';
import { furnish, type World } from '../access/world.js';
import { createLink, EXTEND, OPEN, openLink, REVOKE } from './auditor-links.js';

const FRAMEWORK = `{ auditedFramework {
  label framework from to asOf controls { id controlId status } exceptions { id } scopeDecisions { id } reports { id reportType } } }`;
const CONTROL = `query ($id: ID!) { auditedControl(id: $id) {
  controlId status derivation { decidedBy mappings { universalControl state isTested elements { state votes { result } } } missing }
  assessments { universalControl note files } changes { status } evidence { id type sha256 } } }`;

interface Shown {
  auditedFramework: {
    framework: string;
    asOf: string;
    controls: { id: string }[];
    reports: { id: string; reportType: string }[];
  };
}
interface Detail {
  auditedControl: { derivation: object | null; evidence: { id: string; type: string; sha256: string }[] };
}

describe('the link of an auditor', () => {
  let service: TestService;
  let world: World;

  beforeAll(async () => {
    service = await startService();
    world = await furnish(service, service.a);
  });
  afterAll(() => service.stop());

  it('has its secret in the fragment of its address, and a token for the secret', async () => {
    const link = await createLink(service.a.admin);
    expect(link.url).toMatch(/^https?:\/\/[^#?]+\/auditor#aud_[0-9A-Za-z_]+$/);
    const auditor = await openLink(service, link.secret);
    const { auditedFramework } = await auditor.data<Shown>(FRAMEWORK);
    expect(auditedFramework).toMatchObject({ label: 'Auditors Ltd', framework: 'SOC 2' });
    expect(auditedFramework.controls.map(({ id }) => id)).toContain(world.controlId);
  });

  it('says when it ends, and since when there are statuses', async () => {
    const link = await createLink(service.a.admin);
    const auditor = await openLink(service, link.secret);
    const { auditedFramework } = await auditor.data<{ auditedFramework: { expiresAt: string; recordedFrom: string } }>(
      '{ auditedFramework { expiresAt recordedFrom } }',
    );
    expect(auditedFramework.expiresAt).toBe(link.expiresAt);
    const [first] = await service.database.query<{ at: Date }>(
      'select changed_at as at from status_ledger where tenant_id = $1 order by sequence limit 1',
      [service.a.tenantId],
    );
    expect(auditedFramework.recordedFrom).toBe(first?.at.toISOString());
    const { organization } = await service.a.member.data<{ organization: { recordedFrom: string } }>(
      '{ organization { recordedFrom } }',
    );
    expect(organization.recordedFrom).toBe(auditedFramework.recordedFrom);
  });

  it('expires after 30 days by default, and takes 1 to 90', async () => {
    const { createdAt, expiresAt } = await createLink(service.a.admin);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(30 * 86_400_000);
    for (const expiresInDays of [0, 91]) {
      await expect(createLink(service.a.admin, { expiresInDays })).rejects.toThrow();
    }
  });

  it('shows evidence of the period with a download, and none of another period', async () => {
    const auditor = await openLink(service, (await createLink(service.a.admin)).secret);
    const { auditedControl } = await auditor.data<Detail>(CONTROL, { id: world.controlId });
    expect(auditedControl.derivation).not.toBeNull();
    const [evidence] = auditedControl.evidence;
    const file = `query ($controlId: ID!, $id: ID!) { auditedEvidenceFile(controlId: $controlId, id: $id) { url sha256 } }`;
    const ids = { controlId: world.controlId, id: evidence?.id };
    const { auditedEvidenceFile } = await auditor.data<{ auditedEvidenceFile: { url: string; sha256: string } }>(
      file,
      ids,
    );
    const served = await fetch(auditedEvidenceFile.url);
    expect(served.status).toBe(200);
    const bytes = new Uint8Array(await served.arrayBuffer());
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    expect(hash).toBe(evidence?.sha256);
    const past = { from: '2020-01-01T00:00:00Z', to: '2020-12-31T00:00:00Z' };
    const former = await openLink(service, (await createLink(service.a.admin, past)).secret);
    const then = await former.data<Detail & { auditedControl: { status: string } }>(CONTROL, { id: world.controlId });
    expect(then.auditedControl).toMatchObject({ derivation: null, evidence: [], status: 'not_assessed' });
    expect((await former.data<Shown>(FRAMEWORK)).auditedFramework).toMatchObject({
      asOf: '2020-12-31T00:00:00.000Z',
      reports: [],
    });
    expect(codeOf((await former.graphql(file, ids)).body)).toBe('NOT_FOUND');
  });

  it('finds nothing of another framework or another tenant', async () => {
    const auditor = await openLink(service, (await createLink(service.a.admin)).secret);
    const other = await furnish(service, service.b);
    const foreign = catalogueControlId('iso27001', 'A.5.1');
    const report = 'query ($id: ID!) { auditedReportFile(id: $id) { url } }';
    const file = `query ($controlId: ID!, $id: ID!) { auditedEvidenceFile(controlId: $controlId, id: $id) { url } }`;
    const asked = [
      [CONTROL, { id: foreign }],
      [CONTROL, { id: 'malformed' }],
      [file, { controlId: foreign, id: world.evidenceId }],
      [file, { controlId: world.controlId, id: other.evidenceId }],
      [file, { controlId: world.controlId, id: 'malformed' }],
      [report, { id: other.reportId }],
      [report, { id: 'malformed' }],
    ] as const;
    for (const [document, ids] of asked) expect(codeOf((await auditor.graphql(document, ids)).body)).toBe('NOT_FOUND');
    const comment = `mutation ($input: AddAuditorCommentInput!) { addAuditorComment(input: $input) { auditorComment { id } } }`;
    const on = (controlId: string) => auditor.graphql(comment, { input: { kind: 'comment', text: 'x', controlId } });
    expect(codeOf((await on(foreign)).body)).toBe('NOT_FOUND');
    expect(codeOf((await on('malformed')).body)).toBe('VALIDATION_FAILED');
  });

  it('ends with its revocation, token and secret alike', async () => {
    const link = await createLink(service.a.admin);
    const auditor = await openLink(service, link.secret);
    await service.a.admin.data(REVOKE, { input: { auditorLinkId: link.id } });
    expect((await auditor.graphql(FRAMEWORK)).status).toBe(401);
    const opened = await service.anonymous.graphql(OPEN, { input: { secret: link.secret } });
    expect(codeOf(opened.body)).toBe('INVALID_CREDENTIALS');
  });

  it('is extended under the same address, also when it has expired, and not when it is revoked or would end earlier', async () => {
    const link = await createLink(service.a.admin, { expiresInDays: 10 });
    const extend = (expiresInDays: number) =>
      service.a.admin.graphql(EXTEND, { input: { auditorLinkId: link.id, expiresInDays } });
    expect(codeOf((await extend(9)).body)).toBe('VALIDATION_FAILED');
    for (const days of [0, 91]) expect(codeOf((await extend(days)).body)).toBe('VALIDATION_FAILED');
    await service.database.query(`update auditor_links set expires_at = now() where id = $1`, [link.id]);
    const { body } = await extend(90);
    const { expiresAt } = (body as { data: { extendAuditorLink: { auditorLink: { expiresAt: string } } } }).data
      .extendAuditorLink.auditorLink;
    expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(90, 1);
    const { auditedFramework } = await (await openLink(service, link.secret)).data<Shown>(FRAMEWORK);
    expect(auditedFramework.framework).toBe('SOC 2');
    const [entry] = await service.a.admin
      .rest<{ action: string; after: { label: string } }[]>('/api/audit-log?limit=20')
      .then((entries) => entries.filter(({ action }) => action === 'auditor_link.extended'));
    expect(entry?.after).toMatchObject({ label: 'Auditors Ltd', expiresAt });
    await service.a.admin.data(REVOKE, { input: { auditorLinkId: link.id } });
    expect(codeOf((await extend(90)).body)).toBe('CONFLICT');
  });

  it('is refused where its time is over', async () => {
    const link = await createLink(service.a.admin);
    const auditor = await openLink(service, link.secret);
    await service.database.query(`update auditor_links set expires_at = now() where id = $1`, [link.id]);
    expect((await auditor.graphql(FRAMEWORK)).status).toBe(401);
  });

  it('can be revoked by an admin of its own organization alone', async () => {
    const { id } = await createLink(service.a.admin);
    expect(codeOf((await service.b.admin.graphql(REVOKE, { input: { auditorLinkId: id } })).body)).toBe('NOT_FOUND');
    expect(codeOf((await service.a.admin.graphql(REVOKE, { input: { auditorLinkId: 'x' } })).body)).toBe(
      'VALIDATION_FAILED',
    );
  });

  it('leaves every view in the audit trail, with label, address and agent', async () => {
    const link = await createLink(service.a.admin, { label: 'Trail' });
    const auditor = await openLink(service, link.secret);
    await auditor.post('/graphql', { query: FRAMEWORK }, { 'user-agent': 'Agent of the auditor' });
    await auditor.data(CONTROL, { id: world.controlId });
    const rows = await service.database.query<{ address: string | null }>(
      `select action, actor_type, address, after from audit_log where actor_id = $1 order by sequence`,
      [link.id],
    );
    expect(rows).toMatchObject([
      { action: 'auditor_link.opened', actor_type: 'auditor_link' },
      {
        action: 'auditor_link.viewed',
        after: { label: 'Trail', view: 'framework', userAgent: 'Agent of the auditor' },
      },
      { action: 'auditor_link.viewed', after: { view: 'control' } },
    ]);
    expect(rows.every(({ address }) => address !== null)).toBe(true);
  });

  it('takes a request that a member sees and answers', async () => {
    const auditor = await openLink(service, (await createLink(service.a.admin, { label: 'Asks' })).secret);
    const add = `mutation ($input: AddAuditorCommentInput!) { addAuditorComment(input: $input) { auditorComment { id } } }`;
    const input = { kind: 'request', text: 'Please provide evidence', controlId: world.controlId };
    const { addAuditorComment } = await auditor.data<{ addAuditorComment: { auditorComment: { id: string } } }>(add, {
      input,
    });
    const { id } = addAuditorComment.auditorComment;
    const open = await service.a.member.data<{ auditorComments: { id: string }[] }>(
      '{ auditorComments(isOpen: true) { id author kind controlId text } }',
    );
    expect(open.auditorComments).toContainEqual({ id, author: 'Asks', ...input });
    const waiting = async () => {
      const { auditorLinks } = await service.a.admin.data<{
        auditorLinks: { label: string; waitingComments: number }[];
      }>('{ auditorLinks { label waitingComments } }');
      return auditorLinks.find(({ label }) => label === 'Asks')?.waitingComments;
    };
    expect(await waiting()).toBe(1);
    const answer = `mutation ($input: AnswerAuditorCommentInput!) { answerAuditorComment(input: $input) { auditorComment { answer } } }`;
    expect(
      codeOf((await service.b.member.graphql(answer, { input: { auditorCommentId: id, answer: 'x' } })).body),
    ).toBe('NOT_FOUND');
    await service.a.member.data(answer, { input: { auditorCommentId: id, answer: 'Uploaded' } });
    expect(await waiting()).toBe(0);
    const { auditedComments } = await auditor.data<{ auditedComments: object[] }>('{ auditedComments { id answer } }');
    expect(auditedComments).toEqual([{ id, answer: 'Uploaded' }]);
  });

  it('uses no seat', async () => {
    const count = async () =>
      (await service.database.query('select id from users where tenant_id = $1', [world.tenantId])).length;
    const before = await count();
    await openLink(service, (await createLink(service.a.admin)).secret);
    expect(await count()).toBe(before);
  });

  it('is refused in a suspended organization', async () => {
    const tenant = await service.addTenant('Suspended', 'ENTERPRISE', ['soc2']);
    const link = await createLink(tenant.admin);
    const auditor = await openLink(service, link.secret);
    await service.database.query(`update tenants set suspended_at = now(), suspension_reason = 'test' where id = $1`, [
      tenant.tenantId,
    ]);
    expect(codeOf((await auditor.graphql(FRAMEWORK)).body)).toBe('ORGANIZATION_SUSPENDED');
    expect(codeOf((await service.anonymous.graphql(OPEN, { input: { secret: link.secret } })).body)).toBe(
      'ORGANIZATION_SUSPENDED',
    );
  });

  it('throttles guesses at secrets', async () => {
    const guess = async (n: number) =>
      codeOf((await service.anonymous.graphql(OPEN, { input: { secret: `aud_${n}` } })).body);
    const codes = new Set<string | undefined>();
    for (let n = 0; n < 60; n += 1) codes.add(await guess(n));
    expect([...codes]).toEqual(['INVALID_CREDENTIALS', 'RATE_LIMITED']);
  });

  it('is nothing that a member may use', async () => {
    expect(codeOf((await service.a.admin.graphql(FRAMEWORK)).body)).toBe('FORBIDDEN');
  });
});

function codeOf(body: unknown): string | undefined {
  return (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code;
}

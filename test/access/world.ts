import { create as createCustomCheck } from '../checks/custom/custom-checks.js';
import { controlId as catalogueControlId } from '../catalogue/shipped.js';
import { exclude } from '../scope/scoping.js';
import { accepted, changed, dayAhead, propose } from '../exceptions/exceptions.js';
import { createKey, createServiceAccount } from '../support/api-keys.js';
import { Client } from '../support/client.js';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { logInAs } from '../support/log-in.js';
import { connect, runScan } from '../support/scans.js';
import { saveView } from '../saved-views/saved-views.js';
import { PASSWORD, type TestService, type TestTenant } from '../support/service.js';
import { comment, create as createWorkItem } from '../work-items/work-items.js';
import { signerOf } from '../audit/signing.js';
import { furnishIdentity } from './world-identity.js';
import { furnishEvidence } from './world-evidence.js';
import { furnishDestinations, type DestinationWorld } from './world-destinations.js';
import { furnishPasskeys, type PasskeyWorld } from './world-passkeys.js';
import { furnishSignOn, type SignOnWorld } from './world-sign-on.js';
import { furnishNotifications, type NotificationWorld } from './world-notifications.js';
import { furnishTickets, type TicketWorld } from './world-tickets.js';
import { shareWithAuditor } from './world-auditor-links.js';
import { furnishWebhooks, type WebhookWorld } from './world-webhooks.js';

/** An id of every kind of thing, of one tenant. */
export interface World
  extends WebhookWorld, SignOnWorld, DestinationWorld, PasskeyWorld, NotificationWorld, TicketWorld {
  tenantId: string;
  email: string;
  memberId: string;
  /** Token of a pending invitation. */
  inviteToken: string;
  /** Id of a revoked invitation. */
  revokedInvitationId: string;
  /** Id of a completed scan. */
  scanId: string;
  evidenceId: string;
  /** Id of an artifact that was uploaded. */
  uploadedEvidenceId: string;
  /** Id of an uploaded artifact that was withdrawn, with its file deleted. */
  withdrawnEvidenceId: string;
  /** Id of the demo integration that was scanned. */
  demoId: string;
  /** Id of an integration that accepts reports. */
  reportsId: string;
  /** Id of a disconnected integration. */
  disconnectedId: string;
  frameworkId: string;
  controlId: string;
  /** Another control, on which nothing is decided. */
  undecidedControlId: string;
  /** Of the catalogue, not a UUID. */
  checkId: string;
  universalControlId: string;
  /** Id of a service account of the admin. */
  serviceAccountId: string;
  /** Id of a service account without keys, which may be disabled. */
  disabledAccountId: string;
  /** Id of an API key for the user of each role. */
  adminKeyId: string;
  auditorKeyId: string;
  memberKeyId: string;
  /** Id of a session of each role that has ended. */
  adminSessionId: string;
  auditorSessionId: string;
  memberSessionId: string;
  assessmentId: string;
  /** Id of a revoked token of SCIM. */
  scimTokenId: string;
  /** Id of a proposal to leave a control out of scope. */
  scopeDecisionId: string;
  /** Ids of a custom check, and of one that may be deleted. */
  customCheckId: string;
  doomedCustomCheckId: string;
  /** Ids of an exception in force, and of one that was withdrawn. */
  exceptionId: string;
  withdrawnExceptionId: string;
  /** Id of a saved view of the administrator. */
  savedViewId: string;
  /** Ids of a failing finding of the scan, and of its resource. */
  findingId: string;
  resourceId: string;
  /** Id of a report that follows another one, and of one to be deleted. */
  reportId: string;
  doomedReportId: string;
  /** Ids of a schedule of reports of the administrator, and of one to be deleted. */
  reportScheduleId: string;
  /** Id of a link of an auditor, and of a request by it. */
  auditorLinkId: string;
  auditorCommentId: string;
  doomedReportScheduleId: string;
  /** Id of a work item of the member about the finding. */
  workItemId: string;
  /** Ids of comments of the administrator on it; the second was deleted. */
  workItemCommentId: string;
  deletedWorkItemCommentId: string;
  /** Id of the only administrator. */
  userId: string;
}

/** A report of one passing finding, in the format OCSF Compliance Finding. */
export const REPORT = JSON.stringify([
  {
    class_uid: 2003,
    severity_id: 2,
    metadata: { product: { name: 'Security Hub', vendor_name: 'AWS' } },
    finding_info: { title: 'Tables scale with demand' },
    compliance: { control: 'DynamoDB.1', status: 'Pass', status_id: 1 },
    resources: [{ uid: 'example-table', type: 'AwsDynamoDbTable' }],
  },
]);

const DISCONNECT =
  'mutation ($input: DisconnectIntegrationInput!) { disconnectIntegration(input: $input) { integration { id } } }';

const SCHEDULE = 'mutation ($input: SetScheduleInput!) { setSchedule(input: $input) { integration { id } } }';

const INVITE = 'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { invitation { id inviteUrl } } }';
const DELETE_COMMENT =
  'mutation ($input: DeleteWorkItemCommentInput!) { deleteWorkItemComment(input: $input) { comment { id } } }';
const REVOKE = 'mutation ($input: RevokeInvitationInput!) { revokeInvitation(input: $input) { invitation { id } } }';

/** Creates keys, invitations, webhooks, integrations, a scan, its evidence, an assessment, and a report of a tenant. */
export async function furnish(service: TestService, tenant: TestTenant): Promise<World> {
  const { database } = service;
  const { tenantId, admin, auditor, member, emails } = tenant;
  const demoId = await connect(admin, 'demo');
  const scan = await runScan(admin, {}, { 'idempotency-key': 'furnish' });
  await admin.data(SCHEDULE, { input: { integrationId: demoId, cron: '0 3 29 2 *' } });
  const reportsId = await connect(admin, 'prowler');
  const disconnectedId = await connect(admin, 'openscap');
  await admin.data(DISCONNECT, { input: { integrationId: disconnectedId } });
  const frameworkId = await firstId(admin, '/api/compliance/frameworks');
  const controls = await admin.rest<{ id: string; control_id: string }[]>(
    `/api/compliance/frameworks/${frameworkId}/controls`,
  );
  // A check fails it in every demo: its details show a finding with its resources.
  const controlId = controls.find(({ control_id: code }) => code === 'CC8.1')?.id ?? '';
  const evidenceId = await firstId(admin, `/api/evidence?control_id=${controlId}&limit=1`);
  const { mappings } = await admin.rest<{ mappings: { universal_control: { id: string } }[] }>(
    `/api/compliance/controls/${controlId}`,
  );
  const universalControlId = mappings[0]?.universal_control.id ?? '';
  const assessmentId = await assess(admin, universalControlId);
  await database.query(
    `insert into assessment_notices (tenant_id, subject, assessment_id, told_at) values ($1, 'assessment_disputed', $2, now())`,
    [tenantId, assessmentId],
  );
  const { me } = await admin.data<{ me: { id: string } }>('{ me { id } }');
  const members = await admin.rest<{ id: string; role: string }[]>('/api/org/members');
  const memberId = members.find(({ role }) => role === 'member')?.id ?? '';
  const { scimTokenId } = await furnishIdentity(database, { admin, tenantId, memberId });
  const artifacts = await furnishEvidence(database, { admin, tenantId, universalControlId });
  await signerOf(service).sign(tenantId);
  // What an upload leaves whose process was killed.
  await database.query(`insert into storage_reservations (tenant_id, id, bytes) values ($1, gen_random_uuid(), 0)`, [
    tenantId,
  ]);
  // What a scan leaves while it is being stored.
  await database.query(
    `insert into finding_arrivals (tenant_id, scan_id, arrival_no, integration_id, resource_no, check_no, severity, status, summary)
     values ($1, gen_random_uuid(), 0, $2, 1, 1, 0, 'pass', '')`,
    [tenantId, demoId],
  );
  // Before the wait for mail: their creation sends a mail.
  const keys = {
    adminKeyId: await usedKey(admin),
    auditorKeyId: (await createKey(auditor)).apiKey.id,
    memberKeyId: (await createKey(member)).apiKey.id,
    serviceAccountId: await createServiceAccount(admin),
    disabledAccountId: await createServiceAccount(admin),
  };
  const finding = await firstFinding(admin);
  const work = await assignAndComment(admin, { findingId: finding.findingId, ownerId: memberId });
  return {
    ...keys,
    ...(await inviteTwo(database, admin, tenantId)),
    ...(await furnishWebhooks(database, admin)),
    ...(await furnishSignOn(database, { tenantId, memberId })),
    ...(await furnishNotifications(database, { admin, tenantId, memberId })),
    ...(await furnishDestinations(admin)),
    ...(await furnishPasskeys(database, { tenantId, userId: me.id })),
    memberId,
    scimTokenId,
    tenantId,
    email: emails.admin,
    scanId: scan.id,
    evidenceId,
    ...artifacts,
    demoId,
    reportsId,
    disconnectedId,
    frameworkId,
    controlId,
    undecidedControlId: catalogueControlId('iso27001', 'A.7.8'),
    checkId: 'aws.cloudtrail.multi-region-enabled-logging-management-events',
    universalControlId,
    adminSessionId: await endedSession(admin, emails.admin),
    auditorSessionId: await endedSession(auditor, emails.auditor),
    memberSessionId: await endedSession(member, emails.member),
    assessmentId,
    scopeDecisionId: await proposeExclusion(auditor),
    ...(await acceptTwo(tenant)),
    ...(await generateReports(admin)),
    ...(await shareWithAuditor(service.baseUrl, admin)),
    ...finding,
    savedViewId: await saveView(admin, { list: 'findings', name: 'Public buckets', filter: { q: 'public' } }),
    ...work,
    ...(await furnishTickets(database, { tenantId, userId: me.id, workItemId: work.workItemId })),
    customCheckId: (await createCustomCheck(admin)).id,
    doomedCustomCheckId: (await createCustomCheck(admin, { key: 'doomed' })).id,
    userId: me.id,
  };
}

/** Creates an API key and uses it, which leaves its address and a security event. @returns the id of the key */
async function usedKey(client: Client): Promise<string> {
  const { key, apiKey } = await createKey(client);
  await new Client(client.baseUrl, key).rest('/api/compliance/frameworks');
  return apiKey.id;
}

/** A failing finding of the demo. */
async function firstFinding(client: Client) {
  const { findings } = await client.data<{ findings: { nodes: { id: string; resource: { id: string } }[] } }>(
    '{ findings(where: { status: fail }, first: 1) { nodes { id resource { id } } } }',
  );
  const [finding] = findings.nodes;
  if (!finding) throw new Error('nothing fails in the demo');
  return { findingId: finding.id, resourceId: finding.resource.id };
}

/** Generates three reports of the same kind. @returns the ids of the last two */
async function generateReports(admin: Client) {
  const generate = async () => {
    const { body } = await admin.post('/api/reports/generate', { framework: 'SOC 2', format: 'csv' });
    return (body as { data: { id: string } }).data.id;
  };
  await generate();
  const schedule = async () => {
    const { createReportSchedule } = await admin.data<{ createReportSchedule: { reportSchedule: { id: string } } }>(
      `mutation ($input: CreateReportScheduleInput!) { createReportSchedule(input: $input) { reportSchedule { id } } }`,
      { input: { framework: 'SOC 2', cron: '0 6 29 2 *' } },
    );
    return createReportSchedule.reportSchedule.id;
  };
  return {
    doomedReportId: await generate(),
    reportId: await generate(),
    doomedReportScheduleId: await schedule(),
    reportScheduleId: await schedule(),
  };
}

/** Leaves a work item with two comments, the second of which was deleted. */
async function assignAndComment(client: Client, about: object) {
  const { id: workItemId } = await createWorkItem(client, { title: 'Look into it', dueOn: dayAhead(7), ...about });
  const { id: workItemCommentId } = await comment(client, { workItemId, text: 'Since Monday' });
  const { id: deletedWorkItemCommentId } = await comment(client, { workItemId, text: 'By mistake' });
  await client.data(DELETE_COMMENT, { input: { commentId: deletedWorkItemCommentId } });
  return { workItemId, workItemCommentId, deletedWorkItemCommentId };
}

/** Leaves an exception in force and a withdrawn one, about findings of the demo. */
async function acceptTwo({ admin, auditor, member }: TestTenant) {
  const { remediationQueue } = await admin.data<{
    remediationQueue: {
      controls: { latestFinding: { resources: { scanner: string; ruleId: string; id: string }[] } }[];
    }[];
  }>('{ remediationQueue { controls { latestFinding { resources { scanner ruleId id } } } } }');
  const found = remediationQueue.flatMap(({ controls }) =>
    controls.flatMap(({ latestFinding: { resources } }) => resources),
  );
  const one = found[0];
  const two = found.find(({ id }) => id !== one?.id);
  if (!one || !two) throw new Error('the demo has too few failing resources');
  const terms = { reason: 'It is replaced next month.', expiresOn: dayAhead(90) };
  const input = ({ scanner, ruleId, id }: typeof one) => ({
    ...terms,
    findings: [{ scanner, ruleId, resourceId: id }],
  });
  const { id: exceptionId } = await accepted({ member, auditor }, input(one));
  const { id: withdrawnExceptionId } = await propose(member, input(two));
  await changed(member, 'withdrawException', withdrawnExceptionId);
  return { exceptionId, withdrawnExceptionId };
}

/** Leaves a pending invitation, a revoked one, and a failed mail, but no mail to be sent. */
async function inviteTwo(database: TestDatabase, admin: Client, tenantId: string) {
  const invite = async (who: string) => {
    const input = { email: `${who}@${tenantId}.example`, role: 'member' };
    const { inviteMember } = await admin.data<{ inviteMember: { invitation: { id: string; inviteUrl: string } } }>(
      INVITE,
      { input },
    );
    return inviteMember.invitation;
  };
  const { inviteUrl } = await invite('guest');
  const { id: revokedInvitationId } = await invite('stranger');
  await admin.data(REVOKE, { input: { invitationId: revokedInvitationId } });
  await eventually(async () => {
    const waiting = await database.query('select 1 from mails where tenant_id = $1 and failed_at is null', [tenantId]);
    return waiting.length === 0 ? true : null;
  });
  await database.query(
    `insert into mails (id, tenant_id, reference, expires_at, failed_at)
     values (gen_random_uuid(), $1, 'invitation of long ago', now(), now())`,
    [tenantId],
  );
  return { inviteToken: new URL(inviteUrl).searchParams.get('token') ?? '', revokedInvitationId };
}

/** Logs a member in and out once more. @returns the id of that session */
async function endedSession({ baseUrl }: Client, email: string): Promise<string> {
  const client = await logInAs(baseUrl, email, PASSWORD);
  const { logout } = await client.data<{ logout: { session: { id: string } } }>(
    'mutation { logout { session { id } } }',
  );
  return logout.session.id;
}

async function firstId(client: Client, path: string): Promise<string> {
  const [first] = await client.rest<{ id: string }[]>(path);
  if (!first) throw new Error(`${path} is empty`);
  return first.id;
}

/** Proposes to leave a control of ISO 27001 out. @returns the id of the decision */
async function proposeExclusion(auditor: Client): Promise<string> {
  const { decisions } = await exclude(auditor, [catalogueControlId('iso27001', 'A.7.7')]);
  return decisions[0]?.id ?? '';
}

/** Assesses a universal control. @returns the id of the assessment */
async function assess(admin: Client, universalControlId: string): Promise<string> {
  const answer = await admin.post('/api/ucf/assessments', {
    universal_control_id: universalControlId,
    status: 'compliant',
  });
  return (answer.body as { data: { id: string } }).data.id;
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS } from '../../src/app/features.js';
import { furnishDestinations } from '../access/world-destinations.js';
import { furnishNotifications } from '../access/world-notifications.js';
import { furnishSignOn } from '../access/world-sign-on.js';
import { furnishTickets } from '../access/world-tickets.js';
import { furnishWebhooks } from '../access/world-webhooks.js';
import { ROOT } from '../docs/markdown.js';
import { controlId as catalogueControlId } from '../catalogue/shipped.js';
import { connect } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { create as createWorkItem } from '../work-items/work-items.js';

/** What lets a feature reach out: requests and connections to addresses that users give, name servers, mail. */
const OUTGOING = /\b(SafeFetch|GuardedNetwork|txtResolver|OutgoingMails|mailSender)\b/;
const MODULES = join(ROOT, 'src/modules');

/** Operations of features that reach out which do not: they change what is stored, or mail to members alone. */
const STAYS_INSIDE = [
  ...['acceptInvitation', 'addWorkItemComment', 'activateIdentityConnection', 'cancelScan', 'changePassword'],
  ...[
    'claimEmailDomain',
    'confirmMfa',
    'createAssessment',
    'createAssessments',
    'createIdentityConnection',
    'createNotificationRule',
    'createReportSchedule',
  ],
  ...['createWorkItem', 'deactivateIdentityConnection', 'deleteIdentityConnection', 'deleteNotificationRule'],
  ...['deleteReportSchedule', 'deleteSecurityEventDestination', 'deleteTicket', 'deleteTicketTracker', 'deleteWebhook'],
  ...['deleteWorkItem', 'deleteWorkItemComment', 'disableMfa', 'disconnectIntegration', 'endMemberSessions'],
  ...['endOtherSessions', 'endSession', 'enforceSingleSignOn', 'enrolMfa', 'joinOrganization', 'login', 'logout'],
  ...['reauthenticate', 'refreshSession', 'relaxSingleSignOn', 'releaseEmailDomain', 'removeMember', 'requireMfa'],
  ...['resetMemberMfa', 'resetMemberPasskeys', 'resetPassword', 'revokeInvitation', 'rotateTicketHookSecret'],
  ...['rotateWebhookSecret', 'setFrameworks', 'setGroupRoles', 'switchOrganization', 'updateIdentityConnection'],
  ...['updateIntegration', 'updateMe', 'updateMember', 'updateMembers', 'updateNotificationRule', 'updateOrganization'],
  ...['updateReportSchedule', 'updateWorkItem', 'updateWorkItemComment', 'updateWorkItems'],
];

/** What a call of each operation needs. */
interface Targets {
  integration: string;
  webhook: string;
  delivery: string;
  destination: string;
  rule: string;
  domain: string;
  tracker: string;
  ticket: string;
  workItem: string;
}

const TRACKER =
  'kind: github, name: "Code", address: "https://tracker.invalid", project: "acme/infra", token: "not-a-token"';

/** A call that would reach out, by the operation that it calls. */
const CALLS: Readonly<Record<string, (targets: Targets) => string>> = {
  'Mutation.inviteMember': () => 'inviteMember(input: {email: "p@new.example", role: member})',
  'Mutation.connectIntegration': () => 'connectIntegration(input: {type: "demo", name: "Another"})',
  'Mutation.testConnection': () => 'testConnection(input: {type: "demo"})',
  'Mutation.testIntegration': ({ integration }) => `testIntegration(input: {integrationId: "${integration}"})`,
  'Mutation.triggerScan': () => 'triggerScan(input: {})',
  'Mutation.createWebhook': () =>
    'createWebhook(input: {url: "https://receiver.invalid/", events: ["scan.failed"], secret: "a secret of this test, long enough"})',
  'Mutation.updateWebhook': ({ webhook }) =>
    `updateWebhook(input: {webhookId: "${webhook}", url: "https://elsewhere.invalid/"})`,
  'Mutation.pingWebhook': ({ webhook }) => `pingWebhook(input: {webhookId: "${webhook}"})`,
  'Mutation.redeliver': ({ delivery }) => `redeliver(input: {deliveryId: "${delivery}"})`,
  'Mutation.createSecurityEventDestination': () =>
    'createSecurityEventDestination(input: {kind: syslog, address: "receiver.invalid:6514"})',
  'Mutation.updateSecurityEventDestination': ({ destination }) =>
    `updateSecurityEventDestination(destinationId: "${destination}", input: {address: "https://elsewhere.invalid/in"})`,
  'Mutation.testNotificationRule': ({ rule }) => `testNotificationRule(input: {notificationRuleId: "${rule}"})`,
  'Mutation.verifyEmailDomain': ({ domain }) => `verifyEmailDomain(input: {domainId: "${domain}"})`,
  'Mutation.createTicketTracker': () => `createTicketTracker(input: {${TRACKER}})`,
  'Mutation.updateTicketTracker': ({ tracker }) =>
    `updateTicketTracker(trackerId: "${tracker}", input: {token: "another-token"})`,
  'Mutation.createTicket': ({ workItem, tracker }) =>
    `createTicket(input: {workItemId: "${workItem}", trackerId: "${tracker}"})`,
  'Mutation.refreshTicket': ({ ticket }) => `refreshTicket(ticketId: "${ticket}")`,
};

const quotaOf = (operation: string) => {
  const limit = ACCESS.rowOf(operation).reachesOut;
  return limit && 'quota' in limit ? limit.quota : null;
};
const declared = ACCESS.operations.filter((operation) => ACCESS.rowOf(operation).reachesOut !== undefined);
const limited = declared.filter((operation) => quotaOf(operation) !== null);

describe('operations that reach out', () => {
  let service: TestService;
  let targets: Targets;

  beforeAll(async () => {
    service = await startService({ settings: { role: 'web' } });
    const { database } = service;
    const { admin, tenantId } = service.a;
    const [{ id: userId } = { id: '' }] = await database.query<{ id: string }>(
      'select id from users where email = $1',
      [service.a.emails.admin],
    );
    const { id: workItem } = await createWorkItem(admin, {
      ...{ title: 'Look into it', controlId: catalogueControlId('soc2', 'CC6.1') },
    });
    const webhooks = await furnishWebhooks(database, admin);
    const tickets = await furnishTickets(database, { tenantId, userId, workItemId: workItem });
    targets = {
      integration: await connect(admin, 'demo'),
      ...{ webhook: webhooks.webhookId, delivery: webhooks.deliveryId },
      destination: (await furnishDestinations(admin)).destinationId,
      rule: (await furnishNotifications(database, { admin, tenantId, memberId: userId })).notificationRuleId,
      domain: (await furnishSignOn(database, { tenantId, memberId: userId })).emailDomainId,
      ...{ tracker: tickets.trackerId, ticket: tickets.ticketId, workItem },
    };
    // Every quota of the organization is used up for a while.
    await database.query(
      `insert into tenant_quotas (tenant_id, quota, window_ends_at, used)
       select $1, quota, now() + interval '10 minutes', 1000000 from unnest($2::text[]) quota
       on conflict (tenant_id, quota) do update set window_ends_at = excluded.window_ends_at, used = excluded.used`,
      [tenantId, [...new Set(limited.map(quotaOf))]],
    );
  });
  afterAll(() => service.stop());

  it('are each called here, where they take a quota', () => {
    expect(Object.keys(CALLS).toSorted()).toEqual(limited.toSorted());
  });

  it.each(limited)('take the quota that the access table names: %s', async (operation) => {
    const answer = await service.a.admin.graphql(`mutation { ${CALLS[operation]?.(targets) ?? ''} { __typename } }`);
    expect(answer.body).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
    const name = quotaOf(operation)?.replaceAll(' ', '-') ?? '';
    expect(answer.headers.get('ratelimit')).toContain(`"${name}";r=0;`);
  });

  it('say why, where they take none', () => {
    const reasons = declared.flatMap((operation) => {
      const limit = ACCESS.rowOf(operation).reachesOut;
      return limit && 'boundBy' in limit ? [limit.boundBy] : [];
    });
    expect(reasons.filter((reason) => reason.length < 20)).toEqual([]);
  });

  it('are declared in every feature that can reach out, or are known to stay inside', () => {
    const reaching = readdirSync(MODULES).filter((feature) =>
      readdirSync(join(MODULES, feature), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .some((path) => OUTGOING.test(readFileSync(join(MODULES, feature, path), 'utf8'))),
    );
    expect(reaching).toEqual(expect.arrayContaining(['integrations', 'security-push', 'tickets', 'webhooks']));
    const operations = reaching
      .map((feature) => join(MODULES, feature, 'index.ts'))
      .filter((path) => existsSync(path))
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/'((?:Mutation|Upload)\.\w+)':/g)])
      .map(([, operation = '']) => operation);
    // An index may name an operation again: its units, where it is costly.
    const undeclared = new Set(operations.filter((operation) => !declared.includes(operation)));
    expect([...undeclared].toSorted()).toEqual(STAYS_INSIDE.map((name) => `Mutation.${name}`).toSorted());
  });
});

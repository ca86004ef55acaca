import {
  EntityType,
  GetAccountPasswordPolicyCommand,
  IAMClient,
  ListSAMLProvidersCommand,
  paginateGetAccountAuthorizationDetails,
  paginateListEntitiesForPolicy,
  paginateListServerCertificates,
  type GetAccountAuthorizationDetailsResponse,
  type GroupDetail,
} from '@aws-sdk/client-iam';
import { DAY } from '../../../platform/clock.js';
import type { Resource } from '../../resource.js';
import { asCompleted } from '../merged.js';
import type { AwsScope } from '../aws-scope.js';
import { credentialReport } from './iam-credential-report.js';
import { servicesUsed } from './iam-last-accessed.js';
import { accessKeysOf, ageOf, idleDaysOf, passwordPolicyOf, rootOf, type ReportRow } from './iam-credentials.rules.js';
import { statementsOf, type Statement } from '../policy-document.rules.js';
import {
  documentOf,
  groupOf,
  inlinePoliciesOf,
  isAdministratorGroup,
  isAdministratorUser,
  managedPolicyOf,
  roleOf,
  userPoliciesOf,
  type ManagedPolicies,
} from './iam-entities.rules.js';

/** The root user in the credential report; the password policy does not bind it. */
const ROOT = '<root_account>';

/** Limit of users processed at a time. */
const PARALLEL_USERS = 4;

/** AWS managed policies that checks require, attached to a role or not. */
const EXPECTED_POLICIES = ['AWSSupportAccess', 'SecurityAudit'];

/** The root user, users and groups. Reads the whole credential report first: AWS allows 5,000 users. */
export async function* users(scope: AwsScope): AsyncGenerator<Resource> {
  const rows = new Map((await scope.shared(credentialReport)).map((row) => [row.user, row]));
  const root = rows.get(ROOT);
  if (root) {
    const properties = rootOf(root, scope.session.startedAt);
    yield scope.resource({ type: 'AwsIamRootUser', id: root.arn, name: root.user, properties });
  }
  const { found, managed } = await groupsOf(scope);
  const administrators = new Set(
    found.flatMap((group) => (isAdministratorGroup(group, managed) ? (group.GroupName ?? []) : [])),
  );
  const members = new Map<string, { name: string; mfa_active: boolean }[]>();
  for await (const { UserDetailList: page = [] } of details(scope, [EntityType.User])) {
    for (const { UserName: name, GroupList: memberships = [] } of page) {
      const row = rows.get(name ?? '');
      if (!row) continue;
      const member = { name: row.user, mfa_active: row.mfa_active === 'true' };
      for (const group of memberships) members.set(group, [...(members.get(group) ?? []), member]);
    }
    // A user created after the report is in the next one.
    const known = page.flatMap((user) => {
      const row = rows.get(user.UserName ?? '');
      return row ? [{ user, row }] : [];
    });
    yield* asCompleted(known, PARALLEL_USERS, async ({ user, row }) => {
      const access_keys = accessKeysOf(row, scope.session.startedAt);
      const used = access_keys.length === 0 ? [] : await scope.detail(servicesUsed(scope, row.arn));
      const properties = {
        ...passwordOf(row, scope.session.startedAt),
        access_keys: () => access_keys,
        idle_days: () => idleDaysOf(row, scope.session.startedAt),
        services_used: () => [...used],
        is_administrator: () => isAdministratorUser(user, administrators, managed),
        ...userPoliciesOf(user),
      };
      return scope.described({ type: 'AwsIamUser', id: row.arn, name: row.user, properties });
    });
  }
  for (const group of found) {
    const properties = groupOf(group, members.get(group.GroupName ?? '') ?? [], managed);
    yield scope.resource({ type: 'AwsIamGroup', id: group.Arn ?? '', name: group.GroupName ?? '', properties });
  }
}

/** The groups, and the policies of the account that users and groups may have. */
async function groupsOf(scope: AwsScope): Promise<{ found: GroupDetail[]; managed: ManagedPolicies }> {
  const found: GroupDetail[] = [];
  const managed = new Map<string, Statement[]>();
  for await (const page of details(scope, [EntityType.Group, EntityType.LocalManagedPolicy])) {
    found.push(...(page.GroupDetailList ?? []));
    for (const policy of page.Policies ?? []) managed.set(policy.Arn ?? '', statementsOf(documentOf(policy)));
  }
  return { found, managed };
}

/** Customer managed and inline policies, the AWS managed policies that checks look for, and roles. */
export async function* policies(scope: AwsScope): AsyncGenerator<Resource> {
  const kinds = [EntityType.Role, EntityType.LocalManagedPolicy, EntityType.User, EntityType.Group];
  for await (const page of details(scope, kinds)) {
    for (const role of page.RoleDetailList ?? []) {
      const properties = roleOf(role, scope.account);
      yield scope.resource({ type: 'AwsIamRole', id: role.Arn ?? '', name: role.RoleName ?? '', properties });
    }
    for (const policy of page.Policies ?? []) {
      const properties = managedPolicyOf(policy);
      yield scope.resource({ type: 'AwsIamPolicy', id: policy.Arn ?? '', name: policy.PolicyName ?? '', properties });
    }
    for (const { id, name, properties } of inlinePoliciesOf(page)) {
      yield scope.resource({ type: 'AwsIamPolicy', id, name, properties });
    }
  }
  for (const name of EXPECTED_POLICIES) {
    const arn = `arn:${scope.session.partition}:iam::aws:policy/${name}`;
    const attached_roles = await rolesWith(scope, arn);
    const properties = { kind: 'aws', attached_roles, statements: [], allows_everything: false, escalation_paths: [] };
    yield scope.resource({
      type: 'AwsIamPolicy',
      id: arn,
      name,
      properties: { ...properties, is_attached: attached_roles.length > 0 },
    });
  }
}

/** The password policy of the account; AWS's defaults where none is set. */
export async function* passwordPolicy(scope: AwsScope): AsyncGenerator<Resource> {
  const answer = scope.client(IAMClient).send(new GetAccountPasswordPolicyCommand({}));
  const { PasswordPolicy: policy = null } = (await scope.optional(answer, ['NoSuchEntityException'])) ?? {};
  const rows = await scope.detail(scope.shared(credentialReport));
  yield scope.described({
    type: 'AwsIamPasswordPolicy',
    id: `arn:${scope.session.partition}:iam::${scope.account}:password-policy`,
    name: 'account password policy',
    properties: { ...passwordPolicyOf(policy), users_with_password: () => usersWithPassword(rows) },
  });
}

/** Summary of IAM for the account. */
export async function* account(scope: AwsScope): AsyncGenerator<Resource> {
  const { SAMLProviderList: providers = [] } = await scope.client(IAMClient).send(new ListSAMLProvidersCommand({}));
  yield scope.resource({
    type: 'AwsIamAccount',
    id: `arn:${scope.session.partition}:iam::${scope.account}:account`,
    name: scope.account,
    properties: {
      saml_providers: providers.map(({ Arn: arn = '', ValidUntil: until }) => ({
        name: arn.split('/').pop() ?? arn,
        days_until_expiry: daysUntil(until, scope),
      })),
    },
  });
}

/** Server certificates that were uploaded to IAM. */
export async function* serverCertificates(scope: AwsScope): AsyncGenerator<Resource> {
  const pages = paginateListServerCertificates({ client: scope.client(IAMClient) }, {});
  for await (const { ServerCertificateMetadataList: page = [] } of pages) {
    for (const { Arn: id = '', ServerCertificateName: name = '', Expiration: expiry, UploadDate: upload } of page) {
      yield scope.resource({
        type: 'AwsIamServerCertificate',
        id,
        name,
        properties: {
          age_days: scope.ageDays(upload),
          expires_at: expiry?.toISOString() ?? null,
          days_until_expiry: daysUntil(expiry, scope),
        },
      });
    }
  }
}

function details(scope: AwsScope, filter: EntityType[]): AsyncIterable<GetAccountAuthorizationDetailsResponse> {
  return paginateGetAccountAuthorizationDetails({ client: scope.client(IAMClient) }, { Filter: filter, MaxItems: 300 });
}

async function rolesWith(scope: AwsScope, policyArn: string): Promise<string[]> {
  const pages = paginateListEntitiesForPolicy(
    { client: scope.client(IAMClient) },
    { PolicyArn: policyArn, EntityFilter: EntityType.Role },
  );
  const names: string[] = [];
  for await (const { PolicyRoles: roles = [] } of pages) names.push(...roles.map(({ RoleName: name }) => name ?? ''));
  return names;
}

function usersWithPassword(rows: readonly ReportRow[]): number {
  return rows.filter((row) => row.user !== ROOT && row.password_enabled === 'true').length;
}

function passwordOf(row: ReportRow, now: Date) {
  return {
    password_enabled: () => row.password_enabled === 'true',
    password_last_used_days: () => ageOf(row.password_last_used, now),
    mfa_active: () => row.mfa_active === 'true',
    age_days: () => ageOf(row.user_creation_time, now),
  };
}

function daysUntil(moment: Date | undefined, scope: AwsScope): number | null {
  if (!moment) return null;
  return Math.floor((moment.getTime() - scope.session.startedAt.getTime()) / DAY);
}

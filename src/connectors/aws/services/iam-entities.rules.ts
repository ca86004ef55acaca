import type {
  AttachedPolicy,
  GetAccountAuthorizationDetailsResponse,
  GroupDetail,
  ManagedPolicyDetail,
  PolicyDetail,
  RoleDetail,
  Tag,
  UserDetail,
} from '@aws-sdk/client-iam';
import { statementsOf, type Statement } from '../policy-document.rules.js';
import { narrowsTo } from './resource-policy.rules.js';
import { isAdministrator, escalationPaths } from './iam-escalation.rules.js';

/** The properties of a user that concern its permissions. */
export function userPoliciesOf(user: UserDetail) {
  return {
    attached_policies: () => namesOf(user.AttachedManagedPolicies),
    inline_policies: () => (user.UserPolicyList ?? []).map(({ PolicyName: name }) => name ?? ''),
    groups: () => [...(user.GroupList ?? [])],
    tags: () => tagsOf(user.Tags),
  };
}

/** What the managed policies of an account say, by their ARN. */
export type ManagedPolicies = ReadonlyMap<string, readonly Statement[]>;

/** Properties of a group. A managed policy that is not among those of the account is one of AWS. */
export function groupOf(
  group: GroupDetail,
  members: { name: string; mfa_active: boolean }[],
  managed: ManagedPolicies,
) {
  return {
    is_administrator: isAdministratorGroup(group, managed),
    attached_policies: namesOf(group.AttachedManagedPolicies),
    inline_policies: (group.GroupPolicyList ?? []).map(({ PolicyName: name }) => name ?? ''),
    members,
  };
}

/** Whether a policy attached to a group or embedded in it grants full administration. */
export function isAdministratorGroup(group: GroupDetail, managed: ManagedPolicies): boolean {
  return grantsAdministration(group.AttachedManagedPolicies, group.GroupPolicyList, managed);
}

/**
 * Whether a user has full administration, by a policy of its own or of one of its groups.
 * @param administrators names of the groups that give it
 */
export function isAdministratorUser(
  user: UserDetail,
  administrators: ReadonlySet<string>,
  managed: ManagedPolicies,
): boolean {
  return (
    grantsAdministration(user.AttachedManagedPolicies, user.UserPolicyList, managed) ||
    (user.GroupList ?? []).some((name) => administrators.has(name))
  );
}

function grantsAdministration(
  attached: AttachedPolicy[] = [],
  inline: PolicyDetail[] = [],
  managed: ManagedPolicies,
): boolean {
  return (
    attached.some(
      ({ PolicyArn: arn = '' }) =>
        isAdministrator(managed.get(arn) ?? []) || arn.endsWith(':aws:policy/AdministratorAccess'),
    ) || inline.some(({ PolicyDocument: document }) => isAdministrator(statementsOf(document)))
  );
}

/** Properties of a role. */
export function roleOf(role: RoleDetail, account: string) {
  const trust = statementsOf(role.AssumeRolePolicyDocument).filter(({ effect }) => effect === 'Allow');
  const path = role.Path ?? '/';
  return {
    path,
    is_service_linked: path.startsWith('/aws-service-role/'),
    attached_policies: namesOf(role.AttachedManagedPolicies),
    inline_policies: (role.RolePolicyList ?? []).map(({ PolicyName: name }) => name ?? ''),
    trusted_principals: [...new Set(trust.flatMap(({ principals }) => principals))],
    trusted_services: servicesIn(trust),
    unconfined_services: servicesIn(trust.filter((statement) => !isConfined(statement, account))),
    tags: tagsOf(role.Tags),
  };
}

/** Document of the version in force of a policy that the account manages. */
export function documentOf({ PolicyVersionList: versions = [] }: ManagedPolicyDetail): string | undefined {
  return (versions.find(({ IsDefaultVersion: isDefault }) => isDefault) ?? versions[0])?.Document;
}

/** Properties of a policy that the account manages. Where it is only the boundary of somebody's permissions, it grants nothing. */
export function managedPolicyOf(policy: ManagedPolicyDetail) {
  return {
    kind: 'customer',
    is_attached: (policy.AttachmentCount ?? 0) > 0,
    attached_roles: null,
    ...grantsOf(documentOf(policy)),
  };
}

/** Inline policies of the users, groups and roles on a page, with the id `<arn of the owner>/<name>`. */
export function inlinePoliciesOf(page: GetAccountAuthorizationDetailsResponse) {
  const owners: { arn?: string; name?: string; list?: PolicyDetail[] }[] = [
    ...(page.UserDetailList ?? []).map((user) => ownerOf(user.Arn, user.UserName, user.UserPolicyList)),
    ...(page.GroupDetailList ?? []).map((group) => ownerOf(group.Arn, group.GroupName, group.GroupPolicyList)),
    ...(page.RoleDetailList ?? []).map((role) => ownerOf(role.Arn, role.RoleName, role.RolePolicyList)),
  ];
  return owners.flatMap(({ arn = '', name: owner = '', list = [] }) =>
    list.map(({ PolicyName: name = '', PolicyDocument: document }) => ({
      id: `${arn}/${name}`,
      name: `${owner}/${name}`,
      properties: { kind: 'inline', is_attached: true, attached_roles: null, ...grantsOf(document) },
    })),
  );
}

function ownerOf(arn: string | undefined, name: string | undefined, list: PolicyDetail[] | undefined) {
  return { arn, name, list };
}

function grantsOf(document: string | undefined) {
  const statements = statementsOf(document);
  return {
    statements: statements.map(({ effect, actions, not_actions, resources, not_resources, conditions }) => ({
      effect,
      actions,
      not_actions,
      resources,
      not_resources,
      has_conditions: conditions.length > 0,
    })),
    allows_everything: isAdministrator(statements),
    escalation_paths: escalationPaths(statements),
  };
}

/** Whether a trusted service may act only for a resource of the account, or of its organization. */
function isConfined({ conditions }: Statement, account: string): boolean {
  return conditions.some(
    (condition) => /^aws:source(?:arn|account|org)/.test(condition.key) && narrowsTo(condition, [account]),
  );
}

function servicesIn(statements: readonly Statement[]): string[] {
  const services = statements.flatMap(({ principals }) =>
    principals.filter((principal) => principal.startsWith('Service:')).map((principal) => principal.slice(8)),
  );
  return [...new Set(services)];
}

function namesOf(policies: AttachedPolicy[] = []): string[] {
  return policies.map(({ PolicyName: name }) => name ?? '');
}

function tagsOf(tags: Tag[] = []): Record<string, string> {
  return Object.fromEntries(tags.map(({ Key: key, Value: value }) => [key ?? '', value ?? '']));
}

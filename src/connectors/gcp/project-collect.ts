import { z } from 'zod';
import { ageInDays } from '../age.rules.js';
import { inParallel } from '../in-parallel.js';
import type { Resource } from '../resource.js';
import { PARALLEL_REQUESTS, Labels, lastOf, PolicyBody } from './gcp-schemas.js';
import type { GcpScope } from './gcp-scope.js';
import { auditConfigs, kmsAdmins, kmsUsers, type Policy } from './policy.rules.js';

const PROJECT = 'cloudresourcemanager.googleapis.com/Project';
const SERVICE = 'serviceusage.googleapis.com/Service';
const SERVICE_ACCOUNT = 'iam.googleapis.com/ServiceAccount';
const BUCKET = 'storage.googleapis.com/Bucket';

const ASSET_INVENTORY = 'cloudasset.googleapis.com';
/** Beginning of the expiry date of a key that does not expire. */
const NEVER = '9999-';

const Project = z.object({ projectNumber: z.string(), labels: Labels });
/** A project as Resource Manager returns it. */
export type GcpProject = z.infer<typeof Project>;

const ServicePage = z.object({ services: z.array(z.object({ name: z.string(), state: z.string() })).default([]) });
const AccountPage = z.object({
  accounts: z.array(z.object({ email: z.string(), disabled: z.boolean().default(false) })).default([]),
});
type Account = z.infer<typeof AccountPage>['accounts'][number];
const Keys = z.object({
  keys: z
    .array(
      z.object({
        name: z.string(),
        keyType: z.string().optional(),
        disabled: z.boolean().default(false),
        validAfterTime: z.string().optional(),
        validBeforeTime: z.string().optional(),
      }),
    )
    .default([]),
});
const SinkPage = z.object({ sinks: z.array(z.object({ name: z.string(), destination: z.string() })).default([]) });

/** The project; null where it could not be read. */
export function readProject(scope: GcpScope): Promise<GcpProject | null> {
  return scope.get(
    { types: [PROJECT], permission: 'resourcemanager.projects.get' },
    scope.client.get('cloudresourcemanager', `/projects/${scope.project.id}`),
    Project,
  );
}

/** IAM policy of the project; null where it could not be read. */
export function readPolicy(scope: GcpScope): Promise<Policy | null> {
  return scope.get(
    {
      types: [],
      details: {
        types: [PROJECT, SERVICE_ACCOUNT],
        properties: ['audit_configs', 'kms_admins', 'kms_users', 'roles'],
      },
      permission: 'resourcemanager.projects.getIamPolicy',
    },
    scope.client.post('cloudresourcemanager', `/projects/${scope.project.id}:getIamPolicy`, {
      options: { requestedPolicyVersion: 3 },
    }),
    PolicyBody,
  );
}

/** Log sinks of a project that write to buckets. Null where they could not be read. */
export async function readSinks(scope: GcpScope): Promise<{ bucket: string; sink: string }[] | null> {
  const pages = await scope.all(
    { types: [], details: { types: [BUCKET], properties: ['log_sinks'] }, permission: 'logging.sinks.list' },
    scope.client.get('logging', `/projects/${scope.project.id}/sinks`, { pageSize: '1000' }),
    SinkPage,
  );
  const sinks = pages?.flatMap((page) => page.sinks);
  return (
    sinks
      ?.filter(({ destination }) => destination.startsWith('storage.googleapis.com/'))
      .map(({ name, destination }) => ({ bucket: lastOf(destination), sink: name })) ?? null
  );
}

/** A project as a resource. @param policy null where it could not be read */
export function projectResource(
  scope: GcpScope,
  { projectNumber, labels = {} }: GcpProject,
  policy: Policy | null,
): Resource {
  const { id } = scope.project;
  return {
    type: PROJECT,
    id: `projects/${id}`,
    name: id,
    region: null,
    account: id,
    properties: {
      number: projectNumber,
      audit_configs: policy && auditConfigs(policy),
      kms_admins: policy && kmsAdmins(policy),
      kms_users: policy && kmsUsers(policy),
      labels,
    },
  };
}

/** Enabled APIs of a project; Cloud Asset Inventory also where it is disabled. */
export async function* collectServices(scope: GcpScope): AsyncGenerator<Resource> {
  const { id } = scope.project;
  const pages = await scope.all(
    { types: [SERVICE], permission: 'serviceusage.services.list' },
    scope.client.get('serviceusage', `/projects/${id}/services`, { filter: 'state:ENABLED', pageSize: '200' }),
    ServicePage,
  );
  if (!pages) return;
  const enabled = pages.flatMap(({ services }) => services.map(({ name, state }) => ({ name: lastOf(name), state })));
  const isKnown = enabled.some(({ name }) => name === ASSET_INVENTORY);
  for (const { name, state } of isKnown ? enabled : [...enabled, { name: ASSET_INVENTORY, state: 'DISABLED' }]) {
    const place = { region: null, account: id };
    yield { type: SERVICE, id: `projects/${id}/services/${name}`, name, ...place, properties: { state } };
  }
}

/**
 * Service accounts of a project with their keys.
 * @param rolesOf roles by e-mail address; null where a policy could not be read
 */
export async function* collectServiceAccounts(
  scope: GcpScope,
  { rolesOf, now }: { rolesOf: ReadonlyMap<string, string[]> | null; now: Date },
): AsyncGenerator<Resource> {
  const pages = scope.pages(
    { types: [SERVICE_ACCOUNT], permission: 'iam.serviceAccounts.list' },
    scope.client.get('iam', `/projects/${scope.project.id}/serviceAccounts`, { pageSize: '100' }),
    AccountPage,
  );
  for await (const { accounts } of pages) {
    yield* inParallel(accounts, PARALLEL_REQUESTS, async (account) => {
      const roles = rolesOf ? (rolesOf.get(account.email) ?? []) : null;
      return serviceAccountResource(scope, { account, roles, now });
    });
  }
}

async function serviceAccountResource(
  scope: GcpScope,
  { account: { email, disabled }, roles, now }: { account: Account; roles: string[] | null; now: Date },
): Promise<Resource> {
  const { id } = scope.project;
  const path = `/projects/${id}/serviceAccounts/${encodeURIComponent(email)}/keys`;
  const answer = await scope.get(
    {
      types: [],
      details: { types: [SERVICE_ACCOUNT], properties: ['user_managed_keys'] },
      permission: 'iam.serviceAccountKeys.list',
    },
    scope.client.get('iam', path, { keyTypes: 'USER_MANAGED' }),
    Keys,
  );
  const keys = answer?.keys.filter(({ keyType }) => keyType === undefined || keyType === 'USER_MANAGED');
  return {
    type: SERVICE_ACCOUNT,
    id: `projects/${id}/serviceAccounts/${email}`,
    name: email.split('@', 1)[0] ?? email,
    region: null,
    account: id,
    properties: {
      disabled,
      roles,
      user_managed_keys:
        keys?.map((key) => ({
          id: lastOf(key.name),
          disabled: key.disabled,
          age_days: key.validAfterTime === undefined ? null : ageInDays(key.validAfterTime, now),
          expires_at: key.validBeforeTime?.startsWith(NEVER) ? null : (key.validBeforeTime ?? null),
        })) ?? null,
    },
  };
}

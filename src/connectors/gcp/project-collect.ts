import { z } from 'zod';
import { ageInDays } from '../age.rules.js';
import { inParallel } from '../in-parallel.js';
import type { Resource } from '../resource.js';
import { AT_A_TIME, Labels, lastOf, PolicyAnswer } from './gcp-schemas.js';
import type { GoogleReader } from './gcp-scope.js';
import { auditConfigs, kmsAdmins, kmsUsers, type Policy } from './policy.rules.js';

const PROJECT = 'cloudresourcemanager.googleapis.com/Project';
const SERVICE = 'serviceusage.googleapis.com/Service';
const SERVICE_ACCOUNT = 'iam.googleapis.com/ServiceAccount';
const BUCKET = 'storage.googleapis.com/Bucket';

const ASSET_INVENTORY = 'cloudasset.googleapis.com';
/** The end of a key that has none. */
const NEVER = '9999-';

const Project = z.object({ projectNumber: z.string(), labels: Labels });
/** What Google says of a project. */
export type GoogleProject = z.infer<typeof Project>;

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

export function readProject(reader: GoogleReader): Promise<GoogleProject | null> {
  return reader.get(
    { types: [PROJECT], permission: 'resourcemanager.projects.get' },
    reader.api.get('cloudresourcemanager', `/projects/${reader.project.id}`),
    Project,
  );
}

/** The project's IAM policy; null where it could not be read. */
export function readPolicy(reader: GoogleReader): Promise<Policy | null> {
  return reader.get(
    { types: [PROJECT, SERVICE_ACCOUNT], permission: 'resourcemanager.projects.getIamPolicy' },
    reader.api.post('cloudresourcemanager', `/projects/${reader.project.id}:getIamPolicy`, {
      options: { requestedPolicyVersion: 3 },
    }),
    PolicyAnswer,
  );
}

/** Log sinks of a project that write to buckets: name of the bucket and of the sink. Null where they could not be read. */
export async function readSinks(reader: GoogleReader): Promise<{ bucket: string; sink: string }[] | null> {
  const pages = await reader.all(
    { types: [BUCKET], permission: 'logging.sinks.list' },
    reader.api.get('logging', `/projects/${reader.project.id}/sinks`, { pageSize: '1000' }),
    SinkPage,
  );
  const sinks = pages?.flatMap((page) => page.sinks);
  return (
    sinks
      ?.filter(({ destination }) => destination.startsWith('storage.googleapis.com/'))
      .map(({ name, destination }) => ({ bucket: lastOf(destination), sink: name })) ?? null
  );
}

export function projectResource(
  reader: GoogleReader,
  { projectNumber, labels = {} }: GoogleProject,
  policy: Policy | null,
): Resource {
  const { id } = reader.project;
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

/** The interfaces that a project has switched on, and Cloud Asset Inventory in any case. */
export async function* readServices(reader: GoogleReader): AsyncGenerator<Resource> {
  const { id } = reader.project;
  const pages = await reader.all(
    { types: [SERVICE], permission: 'serviceusage.services.list' },
    reader.api.get('serviceusage', `/projects/${id}/services`, { filter: 'state:ENABLED', pageSize: '200' }),
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
 * The service accounts of a project, with their keys.
 * @param rolesOf roles by e-mail address; null where a policy could not be read
 */
export async function* readServiceAccounts(
  reader: GoogleReader,
  { rolesOf, now }: { rolesOf: ReadonlyMap<string, string[]> | null; now: Date },
): AsyncGenerator<Resource> {
  const pages = reader.pages(
    { types: [SERVICE_ACCOUNT], permission: 'iam.serviceAccounts.list' },
    reader.api.get('iam', `/projects/${reader.project.id}/serviceAccounts`, { pageSize: '100' }),
    AccountPage,
  );
  for await (const { accounts } of pages) {
    yield* inParallel(accounts, AT_A_TIME, async (account) => {
      const roles = rolesOf && (rolesOf.get(account.email) ?? []);
      return serviceAccountResource(reader, { account, roles, now });
    });
  }
}

async function serviceAccountResource(
  reader: GoogleReader,
  { account: { email, disabled }, roles, now }: { account: Account; roles: string[] | null; now: Date },
): Promise<Resource> {
  const { id } = reader.project;
  const path = `/projects/${id}/serviceAccounts/${encodeURIComponent(email)}/keys`;
  const answer = await reader.get(
    { types: [SERVICE_ACCOUNT], permission: 'iam.serviceAccountKeys.list' },
    reader.api.get('iam', path, { keyTypes: 'USER_MANAGED' }),
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

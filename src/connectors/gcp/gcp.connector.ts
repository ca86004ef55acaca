import { z } from 'zod';
import { GapLog, partByPart } from '../rest/gap-log.js';
import { RestClient } from '../rest/rest-client.js';
import { RestError } from '../rest/rest-error.js';
import {
  ConnectionLost,
  type CollectContext,
  type Collected,
  type Connector,
  type ProbeContext,
  type SystemContext,
} from '../connector.js';
import { readFirewalls, readInstances, readSubnets } from './compute-collect.js';
import { GoogleApi, type GoogleEndpoints } from './gcp-client.js';
import { isThrottled } from './gcp-error.rules.js';
import { GCP_PERMISSION_NAMES, GCP_PERMISSIONS } from './gcp-permissions.js';
import { GoogleReader } from './gcp-scope.js';
import { GcpSettings, serviceAccountKey } from './gcp-settings.js';
import { rolesOfServiceAccounts, type Policy } from './policy.rules.js';
import {
  projectResource,
  readPolicy,
  readProject,
  readServiceAccounts,
  readServices,
  readSinks,
  type GoogleProject,
} from './project-collect.js';
import { readKeys, readSqlInstances, readZones } from './services-collect.js';
import { readBuckets, type SinksOfBuckets } from './storage-collect.js';

const TYPES = [
  'cloudresourcemanager.googleapis.com/Project',
  'serviceusage.googleapis.com/Service',
  'iam.googleapis.com/ServiceAccount',
  'storage.googleapis.com/Bucket',
  'compute.googleapis.com/Firewall',
  'compute.googleapis.com/Subnetwork',
  'compute.googleapis.com/Instance',
  'sqladmin.googleapis.com/Instance',
  'cloudkms.googleapis.com/CryptoKey',
  'dns.googleapis.com/ManagedZone',
];

export interface GcpConnectorOptions {
  /** Where Google answers, for tests. @default Google's own addresses, pinned */
  endpoints?: GoogleEndpoints;
  /** @default Math.random */
  random?: () => number;
}

/** A project, and what of it is needed before anything can be said of another. */
interface Surveyed {
  reader: GoogleReader;
  project: GoogleProject | null;
  policy: Policy | null;
  sinks: { bucket: string; sink: string }[] | null;
}

/** Reads projects of Google Cloud as a service account. */
export class GcpConnector implements Connector {
  readonly type = 'gcp';
  readonly title = 'Google Cloud';
  readonly description =
    "Projects of Google Cloud, by Google's interfaces, as a service account that may read settings.";
  readonly settings = GcpSettings;
  readonly permissions = GCP_PERMISSIONS;
  readonly acceptsReports = false;

  constructor(private readonly options: GcpConnectorOptions = {}) {}

  /** Asks which permissions are missing, and reads one page of everything, to meet what else is in the way. */
  async probe(ctx: ProbeContext): Promise<string[]> {
    const { api, projects } = this.open(ctx);
    const problems = new Set<string>();
    for (const id of projects) {
      for (const name of await missingPermissions(api, id)) {
        problems.add(`The project ${id} refuses ${name}; grant it to the service account.`);
      }
    }
    for await (const step of this.steps(ctx, { isSample: true })) {
      if (step.kind === 'gap') problems.add(step.gap.reason);
    }
    return [...problems];
  }

  collect(ctx: CollectContext): AsyncIterable<Collected> {
    return this.steps(ctx, { isSample: false });
  }

  private open({ config, network, clock, signal }: SystemContext): { api: GoogleApi; projects: string[] } {
    const settings = GcpSettings.parse(config);
    const key = serviceAccountKey(settings.service_account_key);
    if (!key) throw new ConnectionLost('The service account key cannot be read.');
    const { endpoints, random = Math.random } = this.options;
    const client = new RestClient({ network, clock, signal, random, isThrottled });
    const projects = settings.projects.length === 0 ? [key.project_id] : [...new Set(settings.projects)];
    return { api: new GoogleApi(client, { key, clock, endpoints }), projects };
  }

  private async *steps(ctx: SystemContext, { isSample }: { isSample: boolean }): AsyncGenerator<Collected> {
    const { api, projects } = this.open(ctx);
    const gaps = new GapLog();
    // Sinks of one project write to buckets of another, and policies give roles to accounts of another.
    const surveyed: Surveyed[] = [];
    for (const id of projects) surveyed.push(await survey(api, { id, gaps, isSample }));
    yield* gaps.drain();
    const rolesOf = rolesIn(surveyed);
    const sinks = sinksIn(surveyed);
    const now = ctx.clock.now();
    for (const { reader, project, policy } of surveyed) {
      if (project) yield { kind: 'resource', resource: projectResource(reader, project, policy) };
    }
    const parts = surveyed.flatMap(({ reader }) => partsOf(reader, { rolesOf, sinks, now }));
    yield* partByPart(parts, gaps);
    yield { kind: 'read', resourceTypes: TYPES };
  }
}

function partsOf(
  reader: GoogleReader,
  { rolesOf, sinks, now }: { rolesOf: ReadonlyMap<string, string[]> | null; sinks: SinksOfBuckets; now: Date },
) {
  return [
    { read: () => readServices(reader) },
    { read: () => readServiceAccounts(reader, { rolesOf, now }) },
    { read: () => readBuckets(reader, sinks) },
    { read: () => readFirewalls(reader) },
    { read: () => readSubnets(reader) },
    { read: () => readInstances(reader) },
    { read: () => readSqlInstances(reader) },
    { read: () => readKeys(reader, now) },
    { read: () => readZones(reader) },
  ];
}

async function survey(
  api: GoogleApi,
  { id, gaps, isSample }: { id: string; gaps: GapLog; isSample: boolean },
): Promise<Surveyed> {
  const unnumbered = new GoogleReader(api, { id, number: null }, { gaps, isSample });
  const project = await readProject(unnumbered);
  const reader = new GoogleReader(api, { id, number: project?.projectNumber ?? null }, { gaps, isSample });
  return { reader, project, policy: await readPolicy(reader), sinks: await readSinks(reader) };
}

/** Null where one of the policies is not known: a role that it gives would be missed. */
function rolesIn(surveyed: readonly Surveyed[]): Map<string, string[]> | null {
  const policies = surveyed.flatMap(({ policy }) => policy ?? []);
  return policies.length === surveyed.length ? rolesOfServiceAccounts(policies) : null;
}

/** Null where the sinks of one project are not known. */
function sinksIn(surveyed: readonly Surveyed[]): SinksOfBuckets {
  if (surveyed.some(({ sinks }) => sinks === null)) return null;
  const known = Map.groupBy(
    surveyed.flatMap(({ sinks }) => sinks ?? []),
    ({ bucket }) => bucket,
  );
  return new Map([...known].map(([bucket, sinks]) => [bucket, sinks.map(({ sink }) => sink)]));
}

/** Empty where Google would not even say. */
async function missingPermissions(api: GoogleApi, project: string): Promise<string[]> {
  const request = api.post('cloudresourcemanager', `/projects/${project}:testIamPermissions`, {
    permissions: GCP_PERMISSION_NAMES,
  });
  try {
    const { permissions } = await api.ask(request, z.object({ permissions: z.array(z.string()).default([]) }));
    return GCP_PERMISSION_NAMES.filter((name) => !permissions.includes(name));
  } catch (err) {
    if (err instanceof RestError) return [];
    throw err;
  }
}

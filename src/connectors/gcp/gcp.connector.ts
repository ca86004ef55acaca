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
import { namedFacts } from '../identity.js';
import { collectInstances, collectSubnets } from './compute-collect.js';
import { collectFirewalls } from './firewall-collect.js';
import { GcpClient, type GcpEndpoints } from './gcp-client.js';
import { isThrottled } from './gcp-error.rules.js';
import { GCP_PERMISSION_NAMES, GCP_PERMISSIONS } from './gcp-permissions.js';
import { GcpScope } from './gcp-scope.js';
import { GcpSettings, serviceAccountKey } from './gcp-settings.js';
import { rolesOfServiceAccounts, type Policy } from './policy.rules.js';
import {
  projectResource,
  readPolicy,
  readProject,
  collectServiceAccounts,
  collectServices,
  readSinks,
  type GcpProject,
} from './project-collect.js';
import type { PublicMachines } from './public-machines.rules.js';
import { collectKeys, collectSqlInstances, collectZones } from './services-collect.js';
import { collectBuckets, type SinksOfBuckets } from './storage-collect.js';

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

/** Options of the connector, for tests. */
export interface GcpConnectorOptions {
  /** Base URLs, for tests. @default Google's own, pinned */
  endpoints?: GcpEndpoints;
  /** Jitter of waits, from 0 to 1. @default Math.random */
  random?: () => number;
}

/** Policy and log sinks of a project, which are needed to evaluate the others. */
interface ProjectSurvey {
  scope: GcpScope;
  project: GcpProject | null;
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

  /** Queries which permissions are missing, and reads one page of every list, which reveals other problems. */
  async probe(ctx: ProbeContext): Promise<string[]> {
    const { client, projects } = this.open(ctx);
    const problems = new Set<string>();
    for (const id of projects) {
      for (const name of await missingPermissions(client, id)) {
        problems.add(`The project ${id} refuses ${name}; grant it to the service account.`);
      }
    }
    for await (const step of this.steps(ctx, { isSample: true, reached: ctx.reached })) {
      if (step.kind === 'gap') problems.add(step.gap.reason);
    }
    return [...problems];
  }

  collect(ctx: CollectContext): AsyncIterable<Collected> {
    return this.steps(ctx, { isSample: false });
  }

  private open({ config, network, clock, signal, timeLimits }: SystemContext): {
    client: GcpClient;
    projects: string[];
    /** E-mail address of the service account. */
    account: string;
  } {
    const settings = GcpSettings.parse(config);
    const key = serviceAccountKey(settings.service_account_key);
    if (!key) throw new ConnectionLost('The service account key cannot be read.');
    const { endpoints, random = Math.random } = this.options;
    const rest = new RestClient({ network, clock, signal, timeLimits, random, isThrottled });
    const projects = settings.projects.length === 0 ? [key.project_id] : [...new Set(settings.projects)];
    return { client: new GcpClient(rest, { key, clock, endpoints }), projects, account: key.client_email };
  }

  private async *steps(
    ctx: SystemContext,
    { isSample, reached }: { isSample: boolean; reached?: ProbeContext['reached'] },
  ): AsyncGenerator<Collected> {
    const { client, projects, account } = this.open(ctx);
    const gaps = new GapLog();
    // Sinks of one project write to buckets of another, and policies give roles to accounts of another.
    const surveyed: ProjectSurvey[] = [];
    for (const id of projects) surveyed.push(await survey(client, { id, gaps, isSample }));
    const seen = surveyed.flatMap(({ scope, project }) =>
      project ? [`${scope.project.id} (${project.projectNumber})`] : [],
    );
    if (seen.length > 0) reached?.([{ kind: 'application', value: account }, ...namedFacts('project', seen)]);
    yield* gaps.drain();
    const rolesOf = rolesIn(surveyed);
    const sinks = sinksIn(surveyed);
    const now = ctx.clock.now();
    for (const { scope, project, policy } of surveyed) {
      if (project) yield { kind: 'resource', resource: gaps.explained(projectResource(scope, project, policy)) };
    }
    const parts = surveyed.flatMap(({ scope }) => partsOf(scope, { rolesOf, sinks, now }));
    yield* partByPart(parts, { gaps, time: client.time });
    yield { kind: 'read', resourceTypes: TYPES };
  }
}

function partsOf(
  scope: GcpScope,
  { rolesOf, sinks, now }: { rolesOf: ReadonlyMap<string, string[]> | null; sinks: SinksOfBuckets; now: Date },
) {
  const machines: PublicMachines = { machines: [], isWhole: false };
  return [
    { read: () => collectServices(scope) },
    { read: () => collectServiceAccounts(scope, { rolesOf, now }) },
    { read: () => collectBuckets(scope, sinks) },
    // Rules name the machines that they are for.
    { read: () => collectInstances(scope, machines) },
    { read: () => collectFirewalls(scope, machines) },
    { read: () => collectSubnets(scope) },
    { read: () => collectSqlInstances(scope) },
    { read: () => collectKeys(scope, now) },
    { read: () => collectZones(scope) },
  ];
}

async function survey(
  client: GcpClient,
  { id, gaps, isSample }: { id: string; gaps: GapLog; isSample: boolean },
): Promise<ProjectSurvey> {
  const unnumbered = new GcpScope(client, { id, number: null }, { gaps, isSample });
  const project = await readProject(unnumbered);
  const scope = new GcpScope(client, { id, number: project?.projectNumber ?? null }, { gaps, isSample });
  return { scope, project, policy: await readPolicy(scope), sinks: await readSinks(scope) };
}

/** Roles by service account. Null where one of the policies is unknown: roles that it grants would be missed. */
function rolesIn(surveyed: readonly ProjectSurvey[]): Map<string, string[]> | null {
  const policies = surveyed.flatMap(({ policy }) => policy ?? []);
  return policies.length === surveyed.length ? rolesOfServiceAccounts(policies) : null;
}

/** Log sinks by bucket. Null where the sinks of one project are unknown. */
function sinksIn(surveyed: readonly ProjectSurvey[]): SinksOfBuckets {
  if (surveyed.some(({ sinks }) => sinks === null)) return null;
  const known = Map.groupBy(
    surveyed.flatMap(({ sinks }) => sinks ?? []),
    ({ bucket }) => bucket,
  );
  return new Map([...known].map(([bucket, sinks]) => [bucket, sinks.map(({ sink }) => sink)]));
}

/** Permissions that the service account lacks in a project. Empty where Google refuses the question. */
async function missingPermissions(client: GcpClient, project: string): Promise<string[]> {
  const request = client.post('cloudresourcemanager', `/projects/${project}:testIamPermissions`, {
    permissions: GCP_PERMISSION_NAMES,
  });
  try {
    const { permissions } = await client.send(request, z.object({ permissions: z.array(z.string()).default([]) }));
    return GCP_PERMISSION_NAMES.filter((name) => !permissions.includes(name));
  } catch (err) {
    if (err instanceof RestError) return [];
    throw err;
  }
}

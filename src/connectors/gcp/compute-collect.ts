import { z } from 'zod';
import type { Resource } from '../resource.js';
import type { MissedPart } from '../rest/gap-log.js';
import { Labels, lastOf } from './gcp-schemas.js';
import type { GcpScope } from './gcp-scope.js';
import { isPublic, type PublicMachines } from './public-machines.rules.js';

const SUBNET = 'compute.googleapis.com/Subnetwork';
const INSTANCE = 'compute.googleapis.com/Instance';
/** What firewall rules say about machines. */
const TARGETS = { types: ['compute.googleapis.com/Firewall'], properties: ['public_targets'] };

const Subnet = z.object({
  name: z.string(),
  region: z.string(),
  network: z.string(),
  ipCidrRange: z.string().optional(),
  purpose: z.string().optional(),
  enableFlowLogs: z.boolean().optional(),
  logConfig: z.object({ enable: z.boolean().optional() }).optional(),
  privateIpGoogleAccess: z.boolean().default(false),
});
type Subnet = z.infer<typeof Subnet>;

const Instance = z.object({
  name: z.string(),
  zone: z.string(),
  status: z.string(),
  machineType: z.string().optional(),
  shieldedInstanceConfig: z
    .object({
      enableVtpm: z.boolean().optional(),
      enableIntegrityMonitoring: z.boolean().optional(),
      enableSecureBoot: z.boolean().optional(),
    })
    .optional(),
  networkInterfaces: z
    .array(
      z.object({
        network: z.string().optional(),
        networkIP: z.string().optional(),
        accessConfigs: z.array(z.unknown()).default([]),
        ipv6AccessConfigs: z.array(z.unknown()).default([]),
      }),
    )
    .default([]),
  tags: z.object({ items: z.array(z.string()).default([]) }).default({ items: [] }),
  serviceAccounts: z.array(z.object({ email: z.string() })).default([]),
  labels: Labels,
});
type Instance = z.infer<typeof Instance>;

/** Subnets of every region. */
export async function* collectSubnets(scope: GcpScope): AsyncGenerator<Resource> {
  for await (const subnet of aggregated(scope, { list: 'subnetworks', type: SUBNET, item: Subnet })) {
    yield subnetResource(subnet, scope.project.id);
  }
}

/** Virtual machines of every zone. @param known gets those with public addresses, for the rules of firewalls */
export async function* collectInstances(scope: GcpScope, known: PublicMachines): AsyncGenerator<Resource> {
  let isWhole = true;
  const missed = () => (isWhole = false);
  const list = { list: 'instances', type: INSTANCE, item: Instance, details: TARGETS, missed } as const;
  for await (const instance of aggregated(scope, list)) {
    const { name, status, networkInterfaces: interfaces, tags, serviceAccounts } = instance;
    if (isPublic(status, interfaces)) {
      known.machines.push({
        name,
        interfaces,
        tags: tags.items,
        serviceAccounts: serviceAccounts.map(({ email }) => email),
      });
    }
    yield instanceResource(instance, scope.project.id);
  }
  known.isWhole = isWhole;
}

/** A list over all zones or regions. Google omits one that does not respond; it becomes a gap. */
async function* aggregated<T>(
  scope: GcpScope,
  {
    list,
    type,
    item,
    missed,
    ...more
  }: {
    list: 'subnetworks' | 'instances';
    type: string;
    item: z.ZodType<T>;
    /** Called where some could not be read. */
    missed?: () => void;
  } & Pick<MissedPart, 'details'>,
): AsyncGenerator<T> {
  const Page = z.object({
    items: z.record(z.string(), z.object({ [list]: z.array(item).optional() })).default({}),
    unreachables: z.array(z.string()).default([]),
  });
  const pages = scope.pages(
    { types: [type], ...more, permission: `compute.${list}.list` },
    scope.client.get('compute', `/projects/${scope.project.id}/aggregated/${list}`, {
      maxResults: '500',
      returnPartialSuccess: 'true',
    }),
    Page,
    missed,
  );
  for await (const { items, unreachables } of pages) {
    for (const place of unreachables) {
      const region = lastOf(place);
      missed?.();
      scope.note(
        { types: [type], ...more, region },
        `Compute Engine could not reach ${region} of ${scope.project.id}.`,
      );
    }
    for (const place of Object.values(items)) yield* place[list] ?? [];
  }
}

function subnetResource(subnet: Subnet, project: string): Resource {
  const region = lastOf(subnet.region);
  return {
    type: SUBNET,
    id: `projects/${project}/regions/${region}/subnetworks/${subnet.name}`,
    name: subnet.name,
    region,
    account: project,
    properties: {
      network: lastOf(subnet.network),
      ip_range: subnet.ipCidrRange ?? null,
      purpose: subnet.purpose ?? null,
      flow_logs_enabled: subnet.enableFlowLogs ?? subnet.logConfig?.enable ?? false,
      private_google_access: subnet.privateIpGoogleAccess,
    },
  };
}

function instanceResource(instance: Instance, project: string): Resource {
  const { name, status, machineType, shieldedInstanceConfig: shielded, networkInterfaces, labels = {} } = instance;
  const zone = lastOf(instance.zone);
  return {
    type: INSTANCE,
    id: `projects/${project}/zones/${zone}/instances/${name}`,
    name,
    region: zone.slice(0, zone.lastIndexOf('-')),
    account: project,
    properties: {
      status,
      machine_type: machineType === undefined ? null : lastOf(machineType),
      vtpm_enabled: shielded?.enableVtpm ?? false,
      integrity_monitoring_enabled: shielded?.enableIntegrityMonitoring ?? false,
      secure_boot_enabled: shielded?.enableSecureBoot ?? false,
      has_public_address: networkInterfaces.some(({ accessConfigs }) => accessConfigs.length > 0),
      labels,
    },
  };
}

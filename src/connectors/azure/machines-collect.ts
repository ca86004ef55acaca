import { z } from 'zod';
import type { Resource } from '../resource.js';
import { addAssessment, noAssessments, type MachineAssessments } from './assessments.rules.js';
import { Located } from './azure-schemas.js';
import type { AzurePart, AzureReader } from './azure-scope.js';

const MACHINE = 'microsoft.compute/virtualmachines';
const ENDPOINT_PROTECTION = 'microsoft.security/assessments/governanceassignments';

const Machine = Located.extend({
  properties: z.object({
    hardwareProfile: z.object({ vmSize: z.string().nullish() }).nullish(),
    storageProfile: z.object({ osDisk: z.object({ osType: z.string().nullish() }).nullish() }).nullish(),
  }),
});
const ProtectedItem = z.object({
  properties: z.object({ sourceResourceId: z.string().nullish(), virtualMachineId: z.string().nullish() }),
});
const JitPolicy = z.object({
  name: z.string(),
  properties: z.object({ virtualMachines: z.array(z.object({ id: z.string() })).nullish() }),
});
const Assessment = z.object({
  id: z.string(),
  properties: z.object({ displayName: z.string().nullish(), status: z.object({ code: z.string() }) }),
});

/** Ids of machines in small letters → names of what has them. Null where it could not be read. */
type Holders = Map<string, string[]> | null;

/** Virtual machines with their backup, just-in-time access and updates, and the endpoint protection of all of them. */
export async function* readMachines(reader: AzureReader): AsyncGenerator<Resource> {
  const { account } = reader;
  const assessments = await readAssessments(reader);
  if (assessments) yield endpointProtection(assessments, account.id);
  const backups = await readBackups(reader);
  const jit = await readJitPolicies(reader);
  const machines = reader.list(
    { types: [MACHINE], permission: 'Microsoft.Compute/virtualMachines/read' },
    reader.api.management(
      `/subscriptions/${account.id}/providers/Microsoft.Compute/virtualMachines`,
      'Microsoft.Compute',
    ),
    Machine,
  );
  for await (const { id, name, location, tags, properties } of machines) {
    const updates = assessments?.updates.get(id.toLowerCase());
    yield {
      type: MACHINE,
      id,
      name,
      region: location,
      account: account.id,
      properties: {
        os_type: properties.storageProfile?.osDisk?.osType ?? null,
        size: properties.hardwareProfile?.vmSize ?? null,
        backup_vaults: backups && (backups.get(id.toLowerCase()) ?? []),
        jit_policies: jit && (jit.get(id.toLowerCase()) ?? []),
        updates_agent_status: updates?.agent ?? null,
        update_checks_status: updates?.checks ?? null,
        system_updates_status: updates?.updates ?? null,
        tags,
      },
    };
  }
}

async function readAssessments(reader: AzureReader): Promise<MachineAssessments | null> {
  const { api, account } = reader;
  const part: AzurePart = { types: [MACHINE, ENDPOINT_PROTECTION], permission: 'Microsoft.Security/assessments/read' };
  const request = api.management(
    `/subscriptions/${account.id}/providers/Microsoft.Security/assessments`,
    'Microsoft.Security/assessments',
  );
  const known = noAssessments();
  // There is one for every resource and recommendation: they pass through, and a few are kept.
  const isWhole = await reader.each(
    part,
    { request, item: Assessment },
    ({ id, properties: { displayName, status } }) =>
      addAssessment(known, { id, displayName: displayName ?? '', status: status.code }),
  );
  return isWhole ? known : null;
}

function endpointProtection({ endpointProtection: known }: MachineAssessments, account: string): Resource {
  return {
    type: ENDPOINT_PROTECTION,
    id: `/subscriptions/${account}/providers/Microsoft.Security/assessments/endpoint-protection`,
    name: 'endpoint protection assessment',
    region: null,
    account,
    properties: {
      recommendations: [...known.recommendations].sort(),
      healthy_machines: [...known.healthy].sort(),
      unhealthy_machines: [...known.unhealthy].sort(),
    },
  };
}

/** Which vaults protect which machines. One vault that could not be read makes the whole unknown. */
async function readBackups(reader: AzureReader): Promise<Holders> {
  const { api, account } = reader;
  const vaults = await reader.all(
    { types: [MACHINE], permission: 'Microsoft.RecoveryServices/Vaults/read' },
    api.management(
      `/subscriptions/${account.id}/providers/Microsoft.RecoveryServices/vaults`,
      'Microsoft.RecoveryServices',
    ),
    Located,
  );
  if (!vaults) return null;
  const holders = new Map<string, string[]>();
  for (const vault of vaults) {
    const items = await reader.all(
      { types: [MACHINE], permission: 'Microsoft.RecoveryServices/Vaults/backupProtectedItems/read' },
      api.management(`${vault.id}/backupProtectedItems`, 'Microsoft.RecoveryServices', {
        $filter: "backupManagementType eq 'AzureIaasVM'",
      }),
      ProtectedItem,
    );
    if (!items) return null;
    for (const { properties } of items) {
      add(holders, properties.sourceResourceId ?? properties.virtualMachineId ?? '', vault.name);
    }
  }
  return holders;
}

async function readJitPolicies(reader: AzureReader): Promise<Holders> {
  const { api, account } = reader;
  const policies = await reader.all(
    { types: [MACHINE], permission: 'Microsoft.Security/locations/jitNetworkAccessPolicies/read' },
    api.management(
      `/subscriptions/${account.id}/providers/Microsoft.Security/jitNetworkAccessPolicies`,
      'Microsoft.Security/jitNetworkAccessPolicies',
    ),
    JitPolicy,
  );
  if (!policies) return null;
  const holders = new Map<string, string[]>();
  for (const { name, properties } of policies) {
    for (const { id } of properties.virtualMachines ?? []) add(holders, id, name);
  }
  return holders;
}

function add(holders: Map<string, string[]>, id: string, holder: string): void {
  const key = id.toLowerCase();
  const known = holders.get(key) ?? [];
  if (!known.includes(holder)) holders.set(key, [...known, holder]);
}

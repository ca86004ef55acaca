import { z } from 'zod';
import type { Resource } from '../resource.js';
import { addAssessment, isProtectionKnown, noAssessments, type MachineAssessments } from './assessments.rules.js';
import { Located } from './azure-schemas.js';
import type { AzurePart, AzureScope } from './azure-scope.js';

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

/** Names of vaults or policies by the id of the machine, in lower case. Null where they could not be read. */
type NamesByMachine = Map<string, string[]> | null;

/** Virtual machines with their backups, just-in-time access and updates, and the endpoint protection of the subscription. */
export async function* collectMachines(scope: AzureScope): AsyncGenerator<Resource> {
  const { account } = scope;
  const assessments = await readAssessments(scope);
  const backups = await readBackups(scope);
  const jit = await readJitPolicies(scope);
  const machines = scope.list(
    { types: [MACHINE, ENDPOINT_PROTECTION], permission: 'Microsoft.Compute/virtualMachines/read' },
    scope.client.management(
      `/subscriptions/${account.id}/providers/Microsoft.Compute/virtualMachines`,
      'Microsoft.Compute',
    ),
    Machine,
  );
  const unassessed: string[] = [];
  for await (const { id, name, location, tags, properties } of machines) {
    if (assessments && !isProtectionKnown(assessments, id)) unassessed.push(name);
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
        backup_vaults: backups ? (backups.get(id.toLowerCase()) ?? []) : backups,
        jit_policies: jit ? (jit.get(id.toLowerCase()) ?? []) : jit,
        updates_agent_status: updates?.agent ?? null,
        update_checks_status: updates?.checks ?? null,
        system_updates_status: updates?.updates ?? null,
        tags,
      },
    };
  }
  if (!assessments) return;
  yield endpointProtection(assessments, { account: account.id, unassessed });
  if (unassessed.length > 0) {
    scope.unknown(
      [ENDPOINT_PROTECTION],
      `Machines of the subscription ${account.name} of which Defender for Cloud says nothing about endpoint protection: ${String(unassessed.length)}.`,
    );
  }
}

async function readAssessments(scope: AzureScope): Promise<MachineAssessments | null> {
  const { client, account } = scope;
  const part: AzurePart = {
    types: [ENDPOINT_PROTECTION],
    details: {
      types: [MACHINE],
      properties: ['updates_agent_status', 'update_checks_status', 'system_updates_status'],
    },
    permission: 'Microsoft.Security/assessments/read',
  };
  const request = client.management(
    `/subscriptions/${account.id}/providers/Microsoft.Security/assessments`,
    'Microsoft.Security/assessments',
  );
  const known = noAssessments();
  // There is one for every resource and recommendation: they are streamed, and only those of machines are held.
  const isWhole = await scope.each(part, { request, item: Assessment }, ({ id, properties: { displayName, status } }) =>
    addAssessment(known, { id, displayName: displayName ?? '', status: status.code }),
  );
  return isWhole ? known : null;
}

function endpointProtection(
  { endpointProtection: known }: MachineAssessments,
  { account, unassessed }: { account: string; unassessed: readonly string[] },
): Resource {
  return {
    type: ENDPOINT_PROTECTION,
    id: `/subscriptions/${account}/providers/Microsoft.Security/assessments/endpoint-protection`,
    name: 'endpoint protection assessment',
    region: null,
    account,
    properties: {
      recommendations: [...known.recommendations].sort(),
      healthy_machines: [...known.healthy.values()].sort(),
      unhealthy_machines: [...known.unhealthy.values()].sort(),
      unassessed_machines: [...unassessed].sort(),
    },
  };
}

/** Names of the vaults that back up each machine. One vault that could not be read makes all of it unknown. */
async function readBackups(scope: AzureScope): Promise<NamesByMachine> {
  const { client, account } = scope;
  const vaults = await scope.all(
    {
      types: [],
      details: { types: [MACHINE], properties: ['backup_vaults'] },
      permission: 'Microsoft.RecoveryServices/Vaults/read',
    },
    client.management(
      `/subscriptions/${account.id}/providers/Microsoft.RecoveryServices/vaults`,
      'Microsoft.RecoveryServices',
    ),
    Located,
  );
  if (!vaults) return null;
  const holders = new Map<string, string[]>();
  for (const vault of vaults) {
    const items = await scope.all(
      {
        types: [],
        details: { types: [MACHINE], properties: ['backup_vaults'] },
        permission: 'Microsoft.RecoveryServices/Vaults/backupProtectedItems/read',
      },
      client.management(`${vault.id}/backupProtectedItems`, 'Microsoft.RecoveryServices', {
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

async function readJitPolicies(scope: AzureScope): Promise<NamesByMachine> {
  const { client, account } = scope;
  const policies = await scope.all(
    {
      types: [],
      details: { types: [MACHINE], properties: ['jit_policies'] },
      permission: 'Microsoft.Security/locations/jitNetworkAccessPolicies/read',
    },
    client.management(
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

/** Result of one recommendation of Defender for Cloud for one resource. */
export interface Assessment {
  /** Id of the assessment, which begins with the id of the resource. */
  id: string;
  displayName: string;
  /** Healthy, Unhealthy or NotApplicable. */
  status: string;
}

/** Statuses that Defender for Cloud reports on the updates of one machine; null where it reports none. */
export interface UpdateStatuses {
  agent: string | null;
  checks: string | null;
  updates: string | null;
}

/** Defender for Cloud's assessments of the machines of a subscription. */
export interface MachineAssessments {
  /** Statuses by the id of the machine, in lower case. */
  updates: Map<string, UpdateStatuses>;
  /** Names of machines by their ids, in lower case. */
  endpointProtection: { recommendations: Set<string>; healthy: Map<string, string>; unhealthy: Map<string, string> };
}

/** Recommendations by the prefix of their names: some were renamed by appending words. */
const UPDATES = new Map<string, keyof UpdateStatuses>([
  ['Log Analytics agent should be installed on virtual machines', 'agent'],
  ['Machines should be configured to periodically check for missing system updates', 'checks'],
  ['System updates should be installed on your machines', 'updates'],
]);
const ENDPOINT_PROTECTION = [
  'Install endpoint protection solution on virtual machines',
  'EDR solution should be installed on Virtual Machines',
];

/** An empty collection, to which `addAssessment` adds. */
export function noAssessments(): MachineAssessments {
  return {
    updates: new Map(),
    /** Names of machines by their ids, in lower case. */
    endpointProtection: { recommendations: new Set(), healthy: new Map(), unhealthy: new Map() },
  };
}

/** Adds an assessment where it concerns machines; others are dropped. Of contradictory statuses, Unhealthy wins. */
export function addAssessment(known: MachineAssessments, { id, displayName, status }: Assessment): void {
  const machine = id.toLowerCase().split('/providers/microsoft.security/assessments/')[0] ?? '';
  const update = [...UPDATES].find(([name]) => displayName.startsWith(name))?.[1];
  if (update !== undefined) {
    const statuses = known.updates.get(machine) ?? { agent: null, checks: null, updates: null };
    if (statuses[update] !== 'Unhealthy') statuses[update] = status;
    known.updates.set(machine, statuses);
  }
  if (ENDPOINT_PROTECTION.some((name) => displayName.startsWith(name))) {
    addEndpointProtection(known.endpointProtection, { displayName, status, machine, name: nameIn(id) });
  }
}

function addEndpointProtection(
  { recommendations, healthy, unhealthy }: MachineAssessments['endpointProtection'],
  { displayName, status, machine, name }: { displayName: string; status: string; machine: string; name: string },
): void {
  recommendations.add(displayName);
  if (status === 'Unhealthy') {
    unhealthy.set(machine, name);
    healthy.delete(machine);
  }
  if (status === 'Healthy' && !unhealthy.has(machine)) healthy.set(machine, name);
}

/** Whether Defender for Cloud says of a machine that it has endpoint protection, or that it lacks it. */
export function isProtectionKnown(
  { endpointProtection: { healthy, unhealthy } }: MachineAssessments,
  id: string,
): boolean {
  return [healthy, unhealthy].some((machines) => machines.has(id.toLowerCase()));
}

function nameIn(id: string): string {
  const resource = id.split(/\/providers\/microsoft\.security\/assessments\//i)[0] ?? id;
  return resource.slice(resource.lastIndexOf('/') + 1);
}

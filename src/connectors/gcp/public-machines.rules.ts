import { addressSet, holdsRange, isInternet } from '../address-set.rules.js';
import type { FirewallRule } from './firewall.rules.js';

/** A network interface of a virtual machine, as Compute Engine returns it. */
export interface MachineInterface {
  network?: string | undefined;
  /** Its address in the network. */
  networkIP?: string | undefined;
  /** Public addresses. */
  accessConfigs: readonly unknown[];
  ipv6AccessConfigs: readonly unknown[];
}

/** A virtual machine that has or keeps public addresses. */
export interface PublicMachine {
  name: string;
  interfaces: readonly MachineInterface[];
  tags: readonly string[];
  serviceAccounts: readonly string[];
}

/** Virtual machines of a project with public addresses, as far as they were read. */
export interface PublicMachines {
  machines: PublicMachine[];
  /** Whether all machines were read. */
  isWhole: boolean;
}

/** States in which a machine runs nothing that could answer. */
const OFF = ['TERMINATED', 'SUSPENDED'];
/** How many machines a rule names. */
const NAMES_MAX = 20;

/** Whether a machine answers on a public address. */
export function isPublic(status: string, interfaces: readonly MachineInterface[]): boolean {
  const hasAddress = ({ accessConfigs, ipv6AccessConfigs }: MachineInterface) =>
    accessConfigs.length + ipv6AccessConfigs.length > 0;
  return !OFF.includes(status) && interfaces.some(hasAddress);
}

/**
 * Names of machines with a public address to which a rule lets connections from its sources come; at most 20. Null where none is
 * known and not all machines were read.
 */
export function publicTargets(rule: FirewallRule, { machines, isWhole }: PublicMachines): string[] | null {
  const isReached = (each: MachineInterface) =>
    isOfNetwork(rule, each) && isOfFamily(rule, each) && isDestination(rule, each);
  const targets = machines.filter((machine) => isTarget(rule, machine) && machine.interfaces.some(isReached));
  if (targets.length === 0 && !isWhole) return null;
  return targets.map(({ name }) => name).slice(0, NAMES_MAX);
}

function isTarget(
  { targetTags, targetServiceAccounts }: FirewallRule,
  { tags, serviceAccounts }: PublicMachine,
): boolean {
  if (targetTags.length + targetServiceAccounts.length === 0) return true;
  return (
    targetTags.some((tag) => tags.includes(tag)) ||
    targetServiceAccounts.some((account) => serviceAccounts.includes(account))
  );
}

function isOfNetwork(rule: FirewallRule, { network }: MachineInterface): boolean {
  return network !== undefined && pathOf(network) === pathOf(rule.network);
}

/** `lab/global/networks/default`, whatever the host of the address. */
function pathOf(network: string): string {
  return network.replace(/^.*projects\//, '');
}

/** Whether the family in which the rule is open is one in which the interface has a public address. */
function isOfFamily({ sourceRanges }: FirewallRule, { accessConfigs, ipv6AccessConfigs }: MachineInterface): boolean {
  const open = (family: 'ipv4' | 'ipv6') =>
    sourceRanges.length === 0 || isInternet({ ipv4: [], ipv6: [], [family]: addressSet(sourceRanges)[family] });
  return (accessConfigs.length > 0 && open('ipv4')) || (ipv6AccessConfigs.length > 0 && open('ipv6'));
}

function isDestination({ destinationRanges }: FirewallRule, { networkIP }: MachineInterface): boolean {
  if (destinationRanges.length === 0 || networkIP === undefined) return true;
  return destinationRanges.some((range) => holdsRange(range, networkIP));
}

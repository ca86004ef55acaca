import type { V1ClusterRole, V1ClusterRoleBinding, V1ObjectMeta, V1PolicyRule, V1Role } from '@kubernetes/client-node';
import { ageInDays } from '../age.rules.js';

const BOOTSTRAPPING = 'kubernetes.io/bootstrapping';
/** Default roles for people; those for components begin with `system:`. */
const RESERVED_NAMES = ['cluster-admin', 'admin', 'edit', 'view'];

/** Holders of a role that are written with it. Our choice: a check needs to know that there are any. */
const HOLDERS_MAX = 5_000;
/** Characters of a name that are written. Kubernetes names have 253 at most, those of users what their provider says. */
const NAME_MAX = 512;
/** Roles with their holders, and holders of all of them, that are remembered until the roles are written. Our choice: the largest clusters have thousands. */
export const REMEMBERED_MAX = 50_000;

/** Names of those whom cluster role bindings give each cluster role, by the name of the role. */
export type ClusterHolders = ReadonlyMap<string, ReadonlySet<string>>;

/** What is known where the properties of an object are made. */
export interface Known {
  /** For ages. */
  now: Date;
  /** Null where the bindings could not be read. */
  holders: ClusterHolders | null;
}

/** Properties of an `RbacRole`. */
export function roleProperties(
  kind: 'Role' | 'ClusterRole',
  { metadata, rules }: V1Role | V1ClusterRole,
  { now, holders }: Known,
): Record<string, unknown> {
  return {
    kind,
    namespace: kind === 'Role' ? (metadata?.namespace ?? '') : null,
    built_in: isBuiltIn(metadata),
    labels: metadata?.labels ?? {},
    age_days: ageInDays(metadata?.creationTimestamp, now),
    cluster_holders: kind === 'Role' ? [] : holdersOf(metadata?.name ?? '', holders),
    // The API returns null for a role without rules.
    rules: (rules ?? []).map(ruleProperties),
  };
}

function holdersOf(role: string, holders: ClusterHolders | null): readonly string[] | null {
  return holders === null ? null : [...(holders.get(beginningOf(role)) ?? [])];
}

/** Holders of cluster roles, as bindings name them, until the roles are written. */
export class Holders {
  readonly byRole = new Map<string, Set<string>>();
  private remembered = 0;

  /**
   * Adds those of a binding to the holders of its role, once each, up to 5,000: each role of that name is written with all of them.
   * @returns false where there are more than are remembered: then nothing is known of holders
   */
  add({ roleRef, subjects }: V1ClusterRoleBinding): boolean {
    const role = beginningOf(roleRef.name);
    const known = this.byRole.get(role) ?? new Set();
    if (!this.byRole.has(role)) this.remember(() => this.byRole.set(role, known));
    for (const { kind, name, namespace } of subjects ?? []) {
      const holder = beginningOf([kind, namespace, name].filter(Boolean).join(' '));
      if (known.size < HOLDERS_MAX && !known.has(holder)) this.remember(() => known.add(holder));
    }
    return this.remembered <= REMEMBERED_MAX;
  }

  private remember(add: () => void): void {
    this.remembered += 1;
    if (this.remembered <= REMEMBERED_MAX) add();
  }
}

/** The first characters of a name, copied: a slice would hold the whole text in memory. */
function beginningOf(name: string): string {
  return Buffer.from(name.slice(0, NAME_MAX)).toString();
}

/** Properties of a `ClusterRoleBinding`. */
export function bindingProperties(binding: V1ClusterRoleBinding, { now }: Known): Record<string, unknown> {
  const { metadata, roleRef, subjects } = binding;
  return {
    role_kind: roleRef.kind,
    role_name: roleRef.name,
    built_in: isBuiltIn(metadata),
    labels: metadata?.labels ?? {},
    age_days: ageInDays(metadata?.creationTimestamp, now),
    subjects: (subjects ?? []).map(({ kind, name, namespace }) => ({ kind, name, namespace: namespace ?? null })),
  };
}

function ruleProperties({ apiGroups, resources, resourceNames, verbs, nonResourceURLs }: V1PolicyRule) {
  return {
    api_groups: apiGroups ?? [],
    resources: resources ?? [],
    resource_names: resourceNames ?? [],
    verbs,
    non_resource_urls: nonResourceURLs ?? [],
  };
}

/** Whether a role or binding is a default one. The label is no proof: anyone who may write roles may write labels. */
function isBuiltIn(metadata: V1ObjectMeta | undefined): boolean {
  const name = metadata?.name ?? '';
  const isReserved = name.startsWith('system:') || RESERVED_NAMES.includes(name);
  return isReserved && metadata?.labels?.[BOOTSTRAPPING] === 'rbac-defaults';
}

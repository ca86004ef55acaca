import type { V1ClusterRole, V1ClusterRoleBinding, V1ObjectMeta, V1PolicyRule, V1Role } from '@kubernetes/client-node';
import { ageInDays } from '../age.rules.js';

const BOOTSTRAPPING = 'kubernetes.io/bootstrapping';
/** Default roles for people; those for components begin with `system:`. */
const RESERVED_NAMES = ['cluster-admin', 'admin', 'edit', 'view'];

/** Holders of a role that are written with it. Our choice: a check needs to know that there are any. */
const HOLDERS_MAX = 5_000;

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
  return holders === null ? null : [...(holders.get(role) ?? [])];
}

/** Adds those of a binding to the holders of its role, once each, up to 5,000: each role of that name is written with all of them. */
export function addHolders(holders: Map<string, Set<string>>, { roleRef, subjects }: V1ClusterRoleBinding): void {
  const known = holders.get(roleRef.name) ?? new Set();
  holders.set(roleRef.name, known);
  const names = (subjects ?? []).map(({ kind, name, namespace }) => [kind, namespace, name].filter(Boolean).join(' '));
  for (const name of names) if (known.size < HOLDERS_MAX) known.add(name);
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

import type { KubernetesObject } from '@kubernetes/client-node';
import { kubeletProperties } from './kubelet.rules.js';
import type { KubernetesClient } from './kubernetes-client.js';
import { podProperties } from './pod.rules.js';
import { bindingProperties, roleProperties, type Known } from './rbac.rules.js';

/** A kind of objects, and the resources that they become. */
export interface KubernetesPart {
  /** Resource type: `RbacRole`. */
  type: string;
  /** Title at the beginning of a sentence: `Cluster roles`. */
  title: string;
  verb: 'list' | 'get';
  /** Resource of RBAC: `clusterroles`. */
  resource: string;
  /** API group and range of the permission, in words. */
  group: string;
  /** Prefix of the resource id, before namespace and name. */
  idPrefix: string;
  pages(client: KubernetesClient, limit?: number): AsyncGenerator<KubernetesObject[]>;
  properties(object: KubernetesObject, known: Known): Record<string, unknown>;
  /** Unreadable part of an object, as a sentence; null for none. */
  problem?(properties: Record<string, unknown>): string | null;
}

const CORE = 'core API group, whole cluster';
const RBAC = 'API group rbac.authorization.k8s.io, whole cluster';

/** Checks that `pages` and `properties` of a part agree on the type of the objects. */
function part<T extends KubernetesObject>(
  parts: Omit<KubernetesPart, 'pages' | 'properties'> & {
    pages(client: KubernetesClient, limit?: number): AsyncGenerator<T[]>;
    properties(object: T, known: Known): Record<string, unknown>;
  },
): KubernetesPart {
  // Objects from `pages` go into `properties` and nowhere else.
  return parts;
}

/** Parts of a cluster, in the order in which they are collected: bindings before the roles, whose holders they name. */
export const PARTS: readonly KubernetesPart[] = [
  part({
    type: 'Pod',
    title: 'Pods',
    verb: 'list',
    resource: 'pods',
    group: CORE,
    idPrefix: '',
    pages: (client, limit) => client.pods(limit),
    properties: (pod, { now }) => podProperties(pod, now),
  }),
  part({
    type: 'ConfigMap',
    title: 'The configuration of the kubelets',
    verb: 'get',
    resource: 'configmaps',
    group: 'core API group, the name kubelet-config in the namespace kube-system',
    idPrefix: '',
    pages: kubeletPages,
    properties: (config, { now }) => kubeletProperties(config, now),
    problem: ({ kubelet }) =>
      kubelet === null ? 'The config map kubelet-config holds no configuration of a kubelet that can be read.' : null,
  }),
  part({
    type: 'ClusterRoleBinding',
    title: 'Cluster role bindings',
    verb: 'list',
    resource: 'clusterrolebindings',
    group: RBAC,
    idPrefix: 'clusterrolebinding/',
    pages: (client, limit) => client.clusterRoleBindings(limit),
    properties: bindingProperties,
  }),
  part({
    type: 'RbacRole',
    title: 'Cluster roles',
    verb: 'list',
    resource: 'clusterroles',
    group: RBAC,
    idPrefix: 'clusterrole/',
    pages: (client, limit) => client.clusterRoles(limit),
    properties: (role, known) => roleProperties('ClusterRole', role, known),
  }),
  part({
    type: 'RbacRole',
    title: 'Roles',
    verb: 'list',
    resource: 'roles',
    group: RBAC,
    idPrefix: 'role/',
    pages: (client, limit) => client.roles(limit),
    properties: (role, known) => roleProperties('Role', role, known),
  }),
];

async function* kubeletPages(client: KubernetesClient) {
  const config = await client.kubeletConfig();
  yield config === null ? [] : [config];
}

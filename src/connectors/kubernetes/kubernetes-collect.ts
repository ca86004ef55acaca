import type { KubernetesObject } from '@kubernetes/client-node';
import { kubeletProperties } from './kubelet.rules.js';
import type { Cluster } from './kubernetes-client.js';
import { podProperties } from './pod.rules.js';
import { bindingProperties, roleProperties } from './rbac.rules.js';

/** A kind of objects that are read, and as what. */
export interface Kind {
  /** `RbacRole`: the type of the resources that it gives. */
  type: string;
  /** As a sentence begins: `Cluster roles`. */
  title: string;
  verb: 'list' | 'get';
  /** As RBAC names it: `clusterroles`. */
  resource: string;
  /** Of which group of the API, in words. */
  group: string;
  /** Before namespace and name in the id. */
  idPrefix: string;
  pages(cluster: Cluster, limit?: number): AsyncGenerator<KubernetesObject[]>;
  properties(object: KubernetesObject, now: Date): Record<string, unknown>;
  /** What about an object could not be read, in a sentence; null where nothing. */
  problem?(properties: Record<string, unknown>): string | null;
}

const CORE = 'core API group, whole cluster';
const RBAC = 'API group rbac.authorization.k8s.io, whole cluster';

/** Ties the objects of a kind to what reads their properties. */
function kind<T extends KubernetesObject>(
  parts: Omit<Kind, 'pages' | 'properties'> & {
    pages(cluster: Cluster, limit?: number): AsyncGenerator<T[]>;
    properties(object: T, now: Date): Record<string, unknown>;
  },
): Kind {
  // Objects of the one go into the other and nowhere else.
  return parts;
}

/** Everything that is read, in this order. */
export const KINDS: readonly Kind[] = [
  kind({
    type: 'Pod',
    title: 'Pods',
    verb: 'list',
    resource: 'pods',
    group: CORE,
    idPrefix: '',
    pages: (cluster, limit) => cluster.pods(limit),
    properties: podProperties,
  }),
  kind({
    type: 'ConfigMap',
    title: 'The configuration of the kubelets',
    verb: 'get',
    resource: 'configmaps',
    group: 'core API group, the name kubelet-config in the namespace kube-system',
    idPrefix: '',
    pages: kubeletPages,
    properties: kubeletProperties,
    problem: ({ kubelet }) =>
      kubelet === null ? 'The config map kubelet-config holds no configuration of a kubelet that can be read.' : null,
  }),
  kind({
    type: 'RbacRole',
    title: 'Cluster roles',
    verb: 'list',
    resource: 'clusterroles',
    group: RBAC,
    idPrefix: 'clusterrole/',
    pages: (cluster, limit) => cluster.clusterRoles(limit),
    properties: (role, now) => roleProperties('ClusterRole', role, now),
  }),
  kind({
    type: 'RbacRole',
    title: 'Roles',
    verb: 'list',
    resource: 'roles',
    group: RBAC,
    idPrefix: 'role/',
    pages: (cluster, limit) => cluster.roles(limit),
    properties: (role, now) => roleProperties('Role', role, now),
  }),
  kind({
    type: 'ClusterRoleBinding',
    title: 'Cluster role bindings',
    verb: 'list',
    resource: 'clusterrolebindings',
    group: RBAC,
    idPrefix: 'clusterrolebinding/',
    pages: (cluster, limit) => cluster.clusterRoleBindings(limit),
    properties: bindingProperties,
  }),
];

async function* kubeletPages(cluster: Cluster) {
  const config = await cluster.kubeletConfig();
  yield config === null ? [] : [config];
}

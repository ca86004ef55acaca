import type { Collected } from '../../../src/connectors/connector.js';
import { checkedSettings } from '../../../src/connectors/settings.js';
import { KubernetesConnector } from '../../../src/connectors/kubernetes/kubernetes.connector.js';
import type { Clock } from '../../../src/platform/clock.js';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { AUTHORITY } from '../authority.js';
import { allSteps, QuickClock } from '../collected.js';
import { type ApiServer, TOKEN } from './api-server.js';

export const PODS = '/api/v1/pods';
export const CLUSTER_ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
export const ROLES = '/apis/rbac.authorization.k8s.io/v1/roles';
export const BINDINGS = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';
export const KUBELET_CONFIG = '/api/v1/namespaces/kube-system/configmaps/kubelet-config';

const NOW = new Date('2026-03-04T12:00:00Z');
/** Creation time, 40 days and one hour before the collection. */
const CREATED = '2026-01-23T11:00:00Z';

/** A small cluster of kubeadm: an API server, an application, its roles. */
export function furnish(server: ApiServer): void {
  server.lists.set(PODS, { kind: 'PodList', items: [apiServerPod(), shopPod()] });
  server.lists.set(CLUSTER_ROLES, {
    kind: 'ClusterRoleList',
    items: [
      {
        metadata: meta('cluster-admin', { labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } }),
        rules: [
          { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
          { nonResourceURLs: ['*'], verbs: ['*'] },
        ],
      },
      { metadata: meta('pod-reader'), rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }] },
      // The label alone does not make a role built in.
      {
        metadata: meta('sneaky', { labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } }),
        rules: [{ apiGroups: [''], resources: ['*'], verbs: ['get'] }],
      },
      { metadata: meta('aggregated'), rules: null },
      { metadata: meta('ruler'), rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] },
    ],
  });
  server.lists.set(ROLES, {
    kind: 'RoleList',
    items: [
      {
        metadata: meta('deployer', { namespace: 'shop' }),
        rules: [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['*'] }],
      },
    ],
  });
  server.lists.set(BINDINGS, {
    kind: 'ClusterRoleBindingList',
    items: [
      binding('cluster-admin', [{ kind: 'Group', name: 'system:masters', apiGroup: 'rbac.authorization.k8s.io' }]),
      binding('ci', [{ kind: 'ServiceAccount', name: 'ci', namespace: 'shop' }]),
      binding('rulers', [{ kind: 'User', name: 'ann' }], 'ruler'),
    ],
  });
  server.kubeletConfig = {
    metadata: meta('kubelet-config', { namespace: 'kube-system' }),
    data: {
      kubelet:
        'kind: KubeletConfiguration\nauthentication:\n  anonymous:\n    enabled: true\nauthorization:\n  mode: Webhook\n',
    },
  };
}

/** A pod like those of kubeadm, with the flags that checks read, except the certificate's key. */
function apiServerPod() {
  return {
    metadata: meta('kube-apiserver-cp1', { namespace: 'kube-system', labels: { component: 'kube-apiserver' } }),
    spec: {
      hostNetwork: true,
      nodeName: 'cp1',
      containers: [
        {
          name: 'kube-apiserver',
          image: 'registry.k8s.io/kube-apiserver:v1.34.1',
          command: [
            'kube-apiserver',
            '--authorization-mode=Node,RBAC',
            '--audit-log-path=/var/log/kubernetes/audit.log',
            '--audit-log-maxage=7',
            '--tls-cert-file=/etc/kubernetes/pki/apiserver.crt',
          ],
        },
      ],
    },
  };
}

/** A pod that sets the user; one init container is privileged and runs as root. */
function shopPod() {
  return {
    metadata: meta('shop-1', { namespace: 'shop' }),
    spec: {
      serviceAccountName: 'shop',
      securityContext: { runAsUser: 1000 },
      containers: [
        {
          name: 'shop',
          image: 'shop:1',
          env: [
            { name: 'LEVEL', value: 'info' },
            { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'database', key: 'password' } } },
          ],
          envFrom: [{ prefix: 'MAIL_', secretRef: { name: 'mail' } }, { configMapRef: { name: 'settings' } }],
        },
      ],
      initContainers: [{ name: 'sysctl', image: 'sysctl:1', securityContext: { privileged: true, runAsUser: 0 } }],
    },
  };
}

function binding(name: string, subjects: Record<string, unknown>[], role = 'cluster-admin') {
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role };
  return { metadata: meta(name), roleRef, subjects };
}

export function meta(name: string, more: Record<string, unknown> = {}) {
  return { name, creationTimestamp: CREATED, ...more };
}

export function quickClock(): QuickClock {
  return new QuickClock(NOW);
}

/** A context for a server with a token, unless `config` says otherwise. */
export function contextFor(server: ApiServer, config: Record<string, unknown> = {}, clock: Clock = quickClock()) {
  const given = { server: server.url, token: TOKEN, ca: AUTHORITY, cluster_name: 'edge', ...config };
  return contextWith(given, clock);
}

/** A context with only these settings. */
export function contextWith(config: Record<string, unknown>, clock: Clock = quickClock()) {
  return {
    config: checkedSettings(new KubernetesConnector().settings, config),
    scansBefore: 0,
    openImport: () => Promise.resolve(null),
    network: new GuardedNetwork({ allowsPrivate: true }),
    clock,
    signal: new AbortController().signal,
    hasImport: false,
  };
}

export async function collected(context: ReturnType<typeof contextWith>): Promise<Collected[]> {
  return allSteps(new KubernetesConnector().collect(context));
}

/** A kubeconfig in YAML (JSON is YAML) with this user and cluster. */
export function kubeconfig(user: Record<string, unknown>, cluster: Record<string, unknown>): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'here',
    contexts: [{ name: 'here', context: { cluster: 'edge', user: 'reader' } }],
    clusters: [{ name: 'edge', cluster }],
    users: [{ name: 'reader', user }],
  });
}

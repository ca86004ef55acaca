import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { problemsOf } from '../../../src/connectors/probe.js';
import { KubernetesConnector } from '../../../src/connectors/kubernetes/kubernetes.connector.js';
import { shapeProblems } from '../../../src/modules/catalogue/resource-shapes.js';
import { shapesByType } from '../../checks/content.js';
import { AUTHORITY, CLIENT_CERTIFICATE, CLIENT_KEY } from '../authority.js';
import { gapsOf, evaluatorOf, resourcesOf, verdictsOf } from '../collected.js';
import { ApiServer, refusal, TOKEN } from './api-server.js';
import {
  BINDINGS,
  CLUSTER_ROLES,
  collected,
  contextFor,
  contextWith,
  furnish,
  KUBELET_CONFIG,
  kubeconfig,
  meta,
  PODS,
  quickClock,
  ROLES,
} from './cluster.js';

const SHAPES = shapesByType();

let server: ApiServer;
beforeEach(async () => {
  server = await ApiServer.start();
  furnish(server);
});
afterEach(() => server.stop());

/** What no permission makes visible. */
const UNSEEN = 'The kubelets and etcd were not looked at: their settings are on their machines.';

describe('the Kubernetes connector', () => {
  it('yields every resource in its documented type', async () => {
    const resources = resourcesOf(await collected(contextFor(server)));
    expect(resources.map(({ type, id }) => `${type} ${id}`)).toEqual([
      'Pod kube-system/kube-apiserver-cp1',
      'Pod shop/shop-1',
      'ConfigMap kube-system/kubelet-config',
      'ClusterRoleBinding clusterrolebinding/cluster-admin',
      'ClusterRoleBinding clusterrolebinding/ci',
      'ClusterRoleBinding clusterrolebinding/rulers',
      'RbacRole clusterrole/cluster-admin',
      'RbacRole clusterrole/pod-reader',
      'RbacRole clusterrole/sneaky',
      'RbacRole clusterrole/aggregated',
      'RbacRole clusterrole/ruler',
      'RbacRole role/shop/deployer',
    ]);
    for (const { type, account, properties } of resources) {
      expect(shapeProblems(SHAPES.get(type) ?? { properties: {} }, properties)).toEqual([]);
      expect(account).toBe('edge');
      expect(properties.age_days).toBe(40);
    }
  });

  it('yields resources with the verdicts worked out by hand', async () => {
    const verdicts = verdictsOf(await collected(contextFor(server)));
    expect(verdicts).toEqual({
      // The flag is not given, and true is its default.
      'kubernetes.apiserver.anonymous-requests': { 'kube-apiserver-cp1': 'fail' },
      'kubernetes.apiserver.audit-log-path-set': { 'kube-apiserver-cp1': 'pass' },
      'kubernetes.apiserver.audit-log-maxage-set': { 'kube-apiserver-cp1': 'fail' },
      'kubernetes.apiserver.auth-mode-include-rbac': { 'kube-apiserver-cp1': 'pass' },
      'kubernetes.apiserver.encryption-provider-config-set': { 'kube-apiserver-cp1': 'fail' },
      'kubernetes.apiserver.tls-config': { 'kube-apiserver-cp1': 'fail' },
      'kubernetes.core.minimize-privileged-containers': { 'kube-apiserver-cp1': 'pass', 'shop-1': 'fail' },
      // The API server's image decides on its user.
      'kubernetes.core.minimize-root-containers-admission': { 'shop-1': 'fail' },
      'kubernetes.core.no-secrets-envs': { 'kube-apiserver-cp1': 'pass', 'shop-1': 'fail' },
      'kubernetes.kubelet.disable-anonymous-auth': { 'kubelet-config': 'fail' },
      'kubernetes.rbac.cluster-admin-usage': { 'cluster-admin': 'pass', ci: 'fail' },
      'kubernetes.rbac.minimize-wildcard-use-roles': {
        'pod-reader': 'pass',
        sneaky: 'fail',
        aggregated: 'pass',
        ruler: 'fail',
        deployer: 'fail',
      },
      // The others are bound to nobody in the whole cluster.
      'kubernetes.rbac.no-full-access-roles': { ruler: 'fail' },
    });
  });

  it('yields neither values of variables nor the token', async () => {
    const text = JSON.stringify(await collected(contextFor(server)));
    expect(text).toContain('PASSWORD');
    expect(text).not.toContain('info');
    expect(text).not.toContain(TOKEN);
  });

  it('leaves API servers and kubelets of a managed cluster unknown', async () => {
    server.lists.set(PODS, { kind: 'PodList', items: [] });
    server.kubeletConfig = null;
    const steps = await collected(contextFor(server));
    expect(gapsOf(steps)).toEqual([
      'No pod of an API server is visible, as in managed clusters: its flags were not looked at.',
      UNSEEN,
      'There is no config map kubelet-config with the settings of kubelets, as in managed clusters.',
    ]);
    const findings = evaluatorOf(steps).outOfScope();
    const silent = findings.filter(({ check }) => /apiserver|kubelet/.test(check.ruleId));
    expect(silent.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 'not_applicable'));
  });

  it('reads lists to the last page', async () => {
    const items = Array.from({ length: 7 }, (_each, index) => ({ metadata: meta(`role-${String(index)}`), rules: [] }));
    server.lists.set(CLUSTER_ROLES, { kind: 'ClusterRoleList', items });
    server.pageSizeMax = 3;
    const names = resourcesOf(await collected(contextFor(server)))
      .filter(({ id }) => id.startsWith('clusterrole/'))
      .map(({ name }) => name);
    expect(names).toEqual(['role-0', 'role-1', 'role-2', 'role-3', 'role-4', 'role-5', 'role-6']);
    expect(server.count(CLUSTER_ROLES)).toBe(3);
  });

  it('continues an expired list with the token of the response', async () => {
    const expired = refusal(410, 'Expired', { continue: '1' });
    const items = ['a', 'b'].map((name) => ({ metadata: meta(name), rules: [] }));
    server.lists.set(CLUSTER_ROLES, { kind: 'ClusterRoleList', items });
    server.interludes.set(CLUSTER_ROLES, [
      { status: 200, body: { metadata: { continue: 'old' }, items: items.slice(0, 1) } },
      expired,
    ]);
    const names = resourcesOf(await collected(contextFor(server)))
      .filter(({ id }) => id.startsWith('clusterrole/'))
      .map(({ name }) => name);
    expect(names).toEqual(['a', 'b']);
  });

  it('ends a list that continues with the same page, as a gap', async () => {
    const items = [{ metadata: meta('a'), rules: [] }];
    const same = { status: 200, body: { metadata: { continue: 'same' }, items } };
    server.interludes.set(
      CLUSTER_ROLES,
      Array.from({ length: 5 }, () => same),
    );
    const steps = await collected(contextFor(server));
    expect(server.count(CLUSTER_ROLES)).toBe(2);
    expect(gapsOf(steps)).toContain(
      'Cluster roles could not be read: the API server continues the list with a page that was read before.',
    );
  });

  it('omits the excluded namespaces of the settings', async () => {
    const steps = await collected(contextFor(server, { excluded_namespaces: ['shop'] }));
    const namespaces = resourcesOf(steps).map(({ properties }) => properties.namespace);
    expect(namespaces).not.toContain('shop');
    expect(namespaces).toContain('kube-system');
  });

  it('waits as long as the API server asks', async () => {
    const clock = quickClock();
    server.interludes.set(PODS, [refusal(429, 'TooManyRequests'), refusal(503, 'ServiceUnavailable')]);
    server.interludes.set(ROLES, [{ status: 429, headers: { 'retry-after': '7' } }]);
    const steps = await collected(contextFor(server, {}, clock));
    expect(gapsOf(steps)).toEqual([UNSEEN]);
    expect(clock.waitsMs).toEqual([1_000, 2_000, 7_000]);
  });

  it('records a gap after five attempts and continues', async () => {
    server.interludes.set(
      PODS,
      Array.from({ length: 5 }, () => refusal(500, 'InternalError')),
    );
    const steps = await collected(contextFor(server));
    expect(gapsOf(steps)).toEqual([
      'Pods could not be read: the API server answered 500 to the verb "list" on "pods".',
      UNSEEN,
    ]);
    expect(server.count(PODS)).toBe(5);
    expect(resourcesOf(steps)).toHaveLength(10);
  });
});

describe('a cluster that refuses', () => {
  it('one kind of objects leaves a gap that names verb and resource, and its checks neither passed nor not applicable', async () => {
    server.forbidden.add(ROLES);
    server.forbidden.add(KUBELET_CONFIG);
    const steps = await collected(contextFor(server));
    expect(gapsOf(steps)).toEqual([
      'The configuration of the kubelets could not be read: grant the verb "get" on "configmaps" (core API group, the name kubelet-config in the namespace kube-system).',
      'Roles could not be read: grant the verb "list" on "roles" (API group rbac.authorization.k8s.io, whole cluster).',
      UNSEEN,
    ]);
    const evaluator = evaluatorOf(steps);
    expect([...evaluator.withheld().keys()].sort()).toEqual([
      'kubernetes.kubelet.disable-anonymous-auth',
      'kubernetes.rbac.minimize-wildcard-use-roles',
      'kubernetes.rbac.no-full-access-roles',
    ]);
    expect(evaluator.outOfScope()).toEqual([]);
  });

  it('bindings leaves unknown who has a cluster role', async () => {
    server.forbidden.add(BINDINGS);
    const steps = await collected(contextFor(server));
    expect(resourcesOf(steps).find(({ name }) => name === 'ruler')).toMatchObject({
      properties: { cluster_holders: null },
      unknown: { cluster_holders: 'Cluster role bindings could not be read.' },
    });
    expect(verdictsOf(steps)).not.toHaveProperty(['kubernetes.rbac.no-full-access-roles', 'ruler']);
    expect([...evaluatorOf(steps).withheld().keys()]).toContain('kubernetes.rbac.no-full-access-roles');
  });

  it('no request, but whose kubelet configuration cannot be parsed, leaves a gap, not a pass', async () => {
    server.kubeletConfig = { metadata: meta('kubelet-config', { namespace: 'kube-system' }), data: { kubelet: '[:' } };
    const steps = await collected(contextFor(server));
    expect(gapsOf(steps)).toEqual([
      'The config map kubelet-config holds no configuration of a kubelet that can be read.',
      UNSEEN,
    ]);
    expect([...evaluatorOf(steps).withheld().keys()]).toEqual(['kubernetes.kubelet.disable-anonymous-auth']);
  });

  it('the credentials throws ConnectionLost', async () => {
    await expect(collected(contextFor(server, { token: 'wrong' }))).rejects.toThrow(ConnectionLost);
  });

  it('to answer, or has a certificate of an unknown authority, throws ConnectionLost', async () => {
    const context = contextWith({ server: server.url, token: TOKEN });
    await expect(collected(context)).rejects.toThrow(/cannot be reached: no secure connection/);
    expect(server.requests).toEqual([]);
    const nobody = contextWith({ server: 'https://127.0.0.1:1', token: TOKEN });
    await expect(collected(nobody)).rejects.toThrow(ConnectionLost);
  });

  it('by a redirect throws ConnectionLost', async () => {
    server.interludes.set(PODS, [{ status: 302, headers: { location: 'https://elsewhere.test/' } }]);
    await expect(collected(contextFor(server))).rejects.toThrow(/answers with a redirect/);
  });
});

describe('a probe of a cluster', () => {
  const probe = (context: ReturnType<typeof contextWith>) => problemsOf(new KubernetesConnector(), context);

  it('returns no problem where everything is granted, and reads one object of each kind', async () => {
    expect(await probe(contextFor(server))).toEqual([]);
    expect(server.requests).toContain(`${PODS}?limit=1`);
  });

  it('names each missing permission', async () => {
    server.forbidden.add(PODS);
    server.forbidden.add(BINDINGS);
    expect(await probe(contextFor(server))).toEqual([
      'Pods could not be read: grant the verb "list" on "pods" (core API group, whole cluster).',
      'Cluster role bindings could not be read: grant the verb "list" on "clusterrolebindings" (API group rbac.authorization.k8s.io, whole cluster).',
    ]);
  });

  it('returns that the credentials are refused', async () => {
    expect(await probe(contextFor(server, { token: 'wrong' }))).toEqual([
      'the cluster refused the credentials: the token or the client certificate is not valid',
    ]);
  });
});

describe('a kubeconfig', () => {
  const cluster = () => ({ server: server.url, 'certificate-authority-data': base64(AUTHORITY) });

  it('authenticates with its token', async () => {
    const steps = await collected(contextWith({ kubeconfig: kubeconfig({ token: TOKEN }, cluster()) }));
    expect(resourcesOf(steps)).toHaveLength(12);
    expect(resourcesOf(steps)[0]?.account).toBe(new URL(server.url).host);
  });

  it('authenticates with its client certificate', async () => {
    const user = { 'client-certificate-data': base64(CLIENT_CERTIFICATE), 'client-key-data': base64(CLIENT_KEY) };
    const steps = await collected(contextWith({ kubeconfig: kubeconfig(user, cluster()) }));
    expect(resourcesOf(steps)).toHaveLength(12);
  });
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

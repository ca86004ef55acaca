import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../docs/markdown.js';
import { HAS_HELM, rendered } from './helm.js';
import { nameOf, type Container, type KubernetesObject, type PodSpec } from './objects.js';
import { problemsOf } from './problems.js';
import { secretsIn } from './secret-values.js';

/** An installation in which one thing can be broken. */
class Installation {
  constructor(readonly objects: KubernetesObject[]) {}

  object(name: string): KubernetesObject {
    const found = this.objects.find((each) => nameOf(each) === name);
    if (found === undefined) throw new Error(`there is no ${name}`);
    return found;
  }

  spec(name: string): NonNullable<KubernetesObject['spec']> {
    return (this.object(name).spec ??= {});
  }

  pod(name = 'Deployment crosswalk-web'): PodSpec {
    const pod = this.spec(name).template?.spec;
    if (pod === undefined) throw new Error(`${name} has no pods`);
    return pod;
  }

  container(name?: string): Container {
    const [container] = this.pod(name).containers;
    if (container === undefined) throw new Error('a pod without a container');
    return container;
  }

  variable(name: string) {
    const found = this.container().env?.find((each) => each.name === name);
    if (found === undefined) throw new Error(`${name} is not set`);
    return found;
  }
}

const WEB = 'Deployment crosswalk-web';
const SECURITY = 'securityContext';

/** Each mistake with the sentence that has to name it. */
const MISTAKES: [mistake: string, plant: (installation: Installation) => void, reported: string][] = [
  ['a misspelt field', (i) => Object.assign(i.container(), { readinesProbe: {} }), 'readinesProbe is no field'],
  ['a field in the wrong place', (i) => Object.assign(i.spec(WEB), { containers: [] }), '/containers is no field'],
  [
    'a text for a number',
    (i) => Object.assign(i.spec(WEB), { replicas: 'two', revisionHistoryLimit: 'x' }),
    'replicas',
  ],
  ['a missing field', (i) => Object.assign(i.object(WEB), { spec: { template: i.spec(WEB).template } }), 'selector'],
  ['a value that is none', (i) => Object.assign(i.pod(), { restartPolicy: 'Sometimes' }), 'restartPolicy'],
  [
    'an API that is gone',
    (i) => (i.object('Ingress crosswalk').apiVersion = 'extensions/v1beta1'),
    'extensions/v1beta1',
  ],
  [
    'a Secret',
    (i) => i.objects.push({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' } }),
    'would store values',
  ],
  ['an object twice', (i) => i.objects.push(i.object(WEB)), 'is there twice'],

  ['an unknown setting', (i) => (i.variable('DEMO').name = 'DEMO_MODE'), 'DEMO_MODE is no setting'],
  ['a setting twice', (i) => i.container().env?.push({ name: 'DEMO', value: 'on' }), 'DEMO is set twice'],
  ['settings without names', (i) => (i.container().envFrom = [{}]), 'not listed by name'],
  [
    'a secret as a value',
    (i) => Object.assign(i.variable('SECRET_KEY'), { value: 'x', valueFrom: undefined }),
    'SECRET_KEY is a secret',
  ],
  [
    'a password in an address',
    (i) => (i.variable('DATABASE_READ_URL').value = 'postgres://a:b@c/d'),
    'a user or a password',
  ],
  [
    'the owner in web',
    (i) =>
      Object.assign(i.variable('DATABASE_URL'), {
        value: undefined,
        valueFrom: { secretKeyRef: { name: 'crosswalk-owner', key: 'DATABASE_URL' } },
      }),
    'has the credential of the owner',
  ],
  [
    'a migration without the owner',
    (i) => (i.container('Job crosswalk-migrate').env = []),
    'lacks the credential of the owner',
  ],

  [
    'a probe of an unknown path',
    (i) => (i.container().livenessProbe = { httpGet: { path: '/healthz', port: 'http' } }),
    '/healthz, which no probe answers',
  ],
  [
    'a probe of an unknown port',
    (i) => (i.container().startupProbe = { httpGet: { path: '/livez', port: 'web' } }),
    'port web, which the container does not have',
  ],
  [
    'a probe of the metrics',
    (i) => (i.container().startupProbe = { httpGet: { path: '/livez', port: 'metrics' } }),
    'not PORT',
  ],
  ['another port than the process has', (i) => (i.variable('PORT').value = '4001'), 'asks 4000, not PORT'],
  ['no readiness', (i) => (i.container().readinessProbe = undefined), 'has no readinessProbe'],
  [
    'a restart without a database',
    (i) => (i.container().livenessProbe = { httpGet: { path: '/readyz', port: 'http' } }),
    'whether it can serve',
  ],
  ['too short a stop', (i) => (i.pod().terminationGracePeriodSeconds = 60), 'may take 65 s to stop'],
  ['the usual stop', (i) => (i.pod().terminationGracePeriodSeconds = undefined), 'is killed after 30 s'],

  [
    'a pod as root',
    (i) => (i.pod().securityContext = { seccompProfile: { type: 'RuntimeDefault' } }),
    'crosswalk-web may run as root',
  ],
  [
    'a container as root',
    (i) => Object.assign(i.container()[SECURITY] ?? {}, { runAsUser: 0 }),
    'web: may run as root',
  ],
  [
    'a privileged container',
    (i) => Object.assign(i.container()[SECURITY] ?? {}, { privileged: true }),
    'web: may run as root',
  ],
  [
    'privileges to gain',
    (i) => Object.assign(i.container()[SECURITY] ?? {}, { allowPrivilegeEscalation: true }),
    'may gain privileges',
  ],
  [
    'a capability',
    (i) => Object.assign(i.container()[SECURITY] ?? {}, { capabilities: { drop: ['ALL'], add: ['NET_ADMIN'] } }),
    'keeps capabilities',
  ],
  [
    'capabilities that are not dropped',
    (i) => Object.assign(i.container()[SECURITY] ?? {}, { capabilities: {} }),
    'keeps capabilities',
  ],
  [
    'a writable image',
    (i) => Object.assign(i.container()[SECURITY] ?? {}, { readOnlyRootFilesystem: false }),
    'may write to its image',
  ],
  ['no seccomp', (i) => (i.pod().securityContext = { runAsNonRoot: true }), 'has no seccomp profile'],
  ['a token', (i) => (i.pod().automountServiceAccountToken = undefined), 'mounts a token'],
  ['the network of the host', (i) => (i.pod().hostNetwork = true), 'shares the host'],
  ['a folder of the host', (i) => i.pod().volumes?.push({ name: 'host' }), 'mounts host, which is neither'],
  [
    'no limit of memory',
    (i) => (i.container().resources = { requests: { cpu: '1', memory: '1Gi' } }),
    'no limit for memory',
  ],
  [
    'no place to write',
    (i) => (i.container().volumeMounts = [{ name: 'data', mountPath: '/data' }]),
    'cannot write to /tmp',
  ],

  [
    'a Service of no pod',
    (i) => (i.spec('Service crosswalk-web').selector = { app: 'web' }),
    'Service crosswalk-web selects no pod',
  ],
  [
    'a Service of both roles',
    (i) => (i.spec('Service crosswalk-web').selector = { 'app.kubernetes.io/name': 'crosswalk' }),
    'selects pods of several objects',
  ],
  [
    'a Service of an unknown port',
    (i) => (i.spec('Service crosswalk-web').ports = [{ name: 'http', port: 80, targetPort: 'web' }]),
    'names port web',
  ],
  [
    'a budget of no pod',
    (i) => (i.spec('PodDisruptionBudget crosswalk-worker').selector = { matchLabels: { a: 'b' } }),
    'selects no pod',
  ],
  ['a budget of all pods', (i) => (i.spec('PodDisruptionBudget crosswalk-worker').selector = {}), 'selects everything'],
  [
    'a Deployment of other pods',
    (i) => (i.spec(WEB).selector = i.spec('Deployment crosswalk-worker').selector),
    'does not select its own',
  ],
  ['pods that are not spread', (i) => (i.pod().topologySpreadConstraints = undefined), 'is not spread over nodes'],
  [
    'pods that are spread by others',
    (i) => (i.pod().topologySpreadConstraints = [{ labelSelector: { matchLabels: { a: 'b' } } }]),
    'spreads other pods',
  ],
  [
    'an ingress to nowhere',
    (i) => i.objects.splice(i.objects.indexOf(i.object('Service crosswalk-web')), 1),
    'leads to crosswalk-web, which no Service has',
  ],
  [
    'a scaler of nothing',
    (i) =>
      Object.assign(i.spec('HorizontalPodAutoscaler crosswalk-web'), {
        scaleTargetRef: { kind: 'Deployment', name: 'web' },
      }),
    'scales Deployment web',
  ],
  ['two numbers of pods', (i) => (i.spec(WEB).replicas = 2), 'both say how many'],
  [
    'a mount without a volume',
    (i) => i.container().volumeMounts?.push({ name: 'x', mountPath: '/x' }),
    'mounts x, no volume',
  ],
  ['an account that is not there', (i) => (i.pod().serviceAccountName = 'web'), 'has the account web'],
  [
    'an account that is not there yet',
    (i) => (i.pod('Job crosswalk-migrate').serviceAccountName = 'crosswalk'),
    'has the account crosswalk',
  ],
  [
    'metrics of an unknown port',
    (i) => (i.spec('PodMonitor crosswalk').podMetricsEndpoints = [{ port: 'prometheus' }]),
    'names port prometheus',
  ],

  [
    'a policy of no pod',
    (i) => (i.spec('NetworkPolicy crosswalk-web').podSelector = { matchLabels: { a: 'b' } }),
    'crosswalk-web selects no pod',
  ],
  [
    'a pod without a policy',
    (i) => i.objects.splice(i.objects.indexOf(i.object('NetworkPolicy crosswalk-migrate')), 1),
    'Job crosswalk-migrate is bound by no NetworkPolicy',
  ],
  [
    'a policy for one direction',
    (i) => (i.spec('NetworkPolicy crosswalk-web').policyTypes = ['Ingress']),
    'is bound by no NetworkPolicy',
  ],
  [
    'a policy of an unknown port',
    (i) => (i.spec('NetworkPolicy crosswalk-web').ingress = [{ from: [{}], ports: [{ port: 'web' }] }]),
    'names port web',
  ],
  [
    'a policy for everybody',
    (i) => (i.spec('NetworkPolicy crosswalk-web').ingress = [{ from: [], ports: [{ port: 'http' }] }]),
    'lets everybody in',
  ],
  ['no name server', (i) => i.spec('NetworkPolicy crosswalk-web').egress?.splice(1, 1), 'cannot ask for names'],
  ['no database', (i) => i.spec('NetworkPolicy crosswalk-migrate').egress?.splice(0, 1), 'cannot reach PostgreSQL'],
  [
    'the metadata of the node',
    (i) => (i.spec('NetworkPolicy crosswalk-worker').egress = [{ to: [{ ipBlock: { cidr: '0.0.0.0/0' } }] }]),
    'metadata of their node',
  ],
];

describe.runIf(HAS_HELM)('the checks of the Helm chart', () => {
  let sound: KubernetesObject[];
  beforeAll(async () => {
    sound = await rendered('--values', join(ROOT, 'deploy/helm/examples/production.yaml'));
  });

  it('find nothing in an installation without a mistake', async () => {
    expect(await problemsOf(sound)).toEqual([]);
  });

  it.each(MISTAKES)('find %s', async (_mistake, plant, reported) => {
    const installation = new Installation(structuredClone(sound));
    plant(installation);
    expect((await problemsOf(installation.objects)).filter((problem) => problem.includes(reported))).not.toEqual([]);
  });
});

describe('the search for secrets in files', () => {
  it.each([
    ['an address with a password', 'url: postgres://owner:hunter2@db.example/crosswalk'],
    ['a key in values', "  SECRET_KEY: '0123456789abcdef'"],
    ['a key in JSON', '{ "S3_SECRET_ACCESS_KEY": "0123456789abcdef" }'],
    ['a key in a command', '--from-literal=METRICS_TOKEN=0123456789abcdef'],
    ['a Secret', 'apiVersion: v1\nkind: Secret\n'],
    ['a private key', '-----BEGIN EC PRIVATE KEY-----'],
  ])('finds %s', (_name, text) => {
    expect(secretsIn(text)).not.toEqual([]);
  });

  it.each([
    ['an address without one', 'url: postgres://db.example/crosswalk'],
    ['what stands for a password', 'postgres://owner:…@db.example/crosswalk'],
    ['a reference', 'valueFrom: { secretKeyRef: { name: crosswalk, key: SECRET_KEY } }'],
    ['a command that makes a key', '`SECRET_KEY` (`openssl rand -hex 32`)'],
  ])('passes over %s', (_name, text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

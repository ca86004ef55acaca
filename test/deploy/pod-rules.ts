import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Settings } from '../../src/config/config.js';
import { healthRoutes } from '../../src/http/health.js';
import { ROOT } from '../docs/markdown.js';
import { containersOf, podsOf, type Container, type KubernetesObject, type Pod, type Probe } from './objects.js';

/** Settings that are secrets, or whose value may contain one. */
export const SECRET_SETTINGS = [
  'METRICS_TOKEN',
  'MONGODB_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_METRICS_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'PREVIOUS_SECRET_KEYS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SECRET_KEY',
  'SMTP_URL',
];
/** Beyond what the process itself may take, until the cluster kills it. */
const STOP_MARGIN_SECONDS = 5;
/** Pods that have the owner's credential: the migration and backups need it, and nothing else may have it. */
const OWNERS = /^(Job \S+-migrate|CronJob \S+-backup)$/;
/** Where the image's programs write; everything else is read-only. */
const WRITTEN = ['/data', '/tmp'];

/** What is wrong with the pods by themselves. */
export async function podProblems(objects: readonly KubernetesObject[]): Promise<string[]> {
  const problems: string[] = [];
  for (const pod of podsOf(objects)) {
    problems.push(...confinement(pod), ...stop(pod), ...ownerCredential(pod));
    for (const [name, container] of containersOf(pod)) {
      const found = [...settings(container), ...confinementOf(container), ...(await probes(pod, container))];
      problems.push(...found.map((problem) => `${name}: ${problem}`));
    }
  }
  return problems;
}

function settings({ env = [], envFrom = [] }: Container): string[] {
  const names = env.map(({ name }) => name);
  return [
    ...(envFrom.length > 0 ? ['takes settings that are not listed by name'] : []),
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is set twice`),
    ...names.filter((name) => !(name in Settings.shape)).map((name) => `${name} is no setting of the service`),
    ...env
      .filter(({ name, valueFrom }) => SECRET_SETTINGS.includes(name) && valueFrom?.secretKeyRef === undefined)
      .map(({ name }) => `${name} is a secret and does not come from a Secret`),
    ...env
      .filter(({ value = '' }) => /:\/\/[^/\s]*@/.test(value))
      .map(({ name }) => `${name} has a user or a password in its address`),
  ];
}

/** By the profile "restricted" of the Pod Security Standards, and what we ask beyond it. */
function confinement({ owner, spec }: Pod): string[] {
  const { securityContext: security = {}, volumes = [] } = spec;
  return [
    ...(security.runAsNonRoot === true && security.runAsUser !== 0 ? [] : ['may run as root']),
    ...(security.seccompProfile?.type === 'RuntimeDefault' ? [] : ['has no seccomp profile']),
    ...(spec.automountServiceAccountToken === false ? [] : ['mounts a token of the cluster']),
    ...(spec.hostNetwork === true || spec.hostPID === true || spec.hostIPC === true ? ['shares the host'] : []),
    ...volumes
      .filter((each) => !each.emptyDir && !each.configMap && !each.persistentVolumeClaim)
      .map(({ name }) => `mounts ${name}, which is neither empty, a ConfigMap nor a claim`),
  ].map((problem) => `${owner} ${problem}`);
}

function confinementOf({ securityContext: security = {}, resources, volumeMounts = [] }: Container): string[] {
  const { capabilities = {} } = security;
  const isRoot = security.runAsNonRoot === false || security.runAsUser === 0 || security.privileged === true;
  const mounted = volumeMounts.map(({ mountPath }) => mountPath);
  return [
    ...(isRoot ? ['may run as root'] : []),
    ...(security.allowPrivilegeEscalation === false ? [] : ['may gain privileges']),
    ...(security.readOnlyRootFilesystem === true ? [] : ['may write to its image']),
    ...(capabilities.drop?.includes('ALL') && !capabilities.add?.length ? [] : ['keeps capabilities']),
    ...(resources?.requests?.cpu && resources.requests.memory && resources.limits?.memory
      ? []
      : ['has no request for CPU and memory, or no limit for memory']),
    ...WRITTEN.filter((path) => !mounted.includes(path)).map((path) => `cannot write to ${path}`),
  ];
}

async function probes({ owner }: Pod, container: Container): Promise<string[]> {
  const kinds = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;
  const problems: string[] = [];
  for (const kind of kinds) {
    const probe = container[kind];
    if (probe !== undefined)
      problems.push(...(await problemsOfProbe(probe, container)).map((each) => `${kind} ${each}`));
    else if (owner.startsWith('Deployment ')) problems.push(`has no ${kind}`);
  }
  // A database that is away makes a process wait, not restart.
  if (container.livenessProbe?.httpGet?.path === '/readyz') problems.push('livenessProbe asks whether it can serve');
  return problems;
}

async function problemsOfProbe({ httpGet }: Probe, { ports = [], env = [] }: Container): Promise<string[]> {
  const port = ports.find(({ name, containerPort }) => httpGet?.port === name || httpGet?.port === containerPort);
  if (port === undefined) return [`asks port ${httpGet?.port}, which the container does not have`];
  const listens = env.find(({ name }) => name === 'PORT')?.value;
  return [
    ...(String(port.containerPort) === listens ? [] : [`asks ${port.containerPort}, not PORT`]),
    ...((await isHealthRoute(httpGet?.path ?? '')) ? [] : [`asks ${httpGet?.path}, which no probe answers`]),
  ];
}

/** Whether the service's own routes of probes answer a path. */
async function isHealthRoute(path: string): Promise<boolean> {
  const routes = healthRoutes(
    () => Promise.resolve(true),
    () => Promise.resolve(true),
  );
  const passedOn: string[] = [];
  await routes({ path, set: () => undefined } as never, () => Promise.resolve(void passedOn.push(path)));
  return passedOn.length === 0;
}

function stop({ owner, spec }: Pod): string[] {
  if (!owner.startsWith('Deployment ')) return [];
  const seconds = Math.max(...spec.containers.map((each) => each.lifecycle?.preStop?.sleep?.seconds ?? 0));
  const needed = seconds + stopSeconds() + STOP_MARGIN_SECONDS;
  const given = spec.terminationGracePeriodSeconds ?? 30;
  return given >= needed ? [] : [`${owner} is killed after ${given} s and may take ${needed} s to stop`];
}

/** How long a process gives itself to stop. Seconds. */
function stopSeconds(): number {
  const [, seconds] = /^const STOP_MS = (\d+) \* SECOND;$/m.exec(readFileSync(join(ROOT, 'src/main.ts'), 'utf8')) ?? [];
  if (seconds === undefined) throw new Error('src/main.ts does not say how long a stop may take');
  return Number(seconds);
}

function ownerCredential(pod: Pod): string[] {
  const holds = containersOf(pod).some(([, { env = [] }]) =>
    env.some(({ name, valueFrom }) => name === 'DATABASE_URL' && valueFrom?.secretKeyRef !== undefined),
  );
  if (holds === OWNERS.test(pod.owner)) return [];
  return [`${pod.owner} ${holds ? 'has' : 'lacks'} the credential of the owner of the database`];
}

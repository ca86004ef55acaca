import {
  nameOf,
  ofKind,
  podsOf,
  selects,
  type KubernetesObject,
  type Labels,
  type Pod,
  type Selector,
} from './objects.js';

type Objects = readonly KubernetesObject[];

/** What names another object, a port or labels that there are not, and pods that something should name and does not. */
export function referenceProblems(objects: Objects): string[] {
  return [
    ...duplicates(objects),
    ...selectors(objects),
    ...ports(objects),
    ...ingress(objects),
    ...scaled(objects),
    ...volumes(objects),
    ...policies(objects),
  ];
}

function duplicates(objects: Objects): string[] {
  const names = objects.map(nameOf);
  return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is there twice`);
}

/** Labels by which an object finds pods. A Service has them without `matchLabels`. */
function selectorOf({ kind, spec }: KubernetesObject): Labels | undefined {
  if (kind === 'NetworkPolicy') return spec?.podSelector?.matchLabels;
  if (kind === 'Service') return spec?.selector as Labels | undefined;
  return (spec?.selector as Selector | undefined)?.matchLabels;
}

function selectors(objects: Objects): string[] {
  const pods = podsOf(objects);
  const kinds = ['Service', 'PodDisruptionBudget', 'NetworkPolicy', 'PodMonitor', 'Deployment'];
  return kinds.flatMap((kind) =>
    ofKind(objects, kind).flatMap((object) => {
      const selector = selectorOf(object) ?? {};
      const found = pods.filter(({ labels }) => selects(selector, labels));
      if (Object.keys(selector).length === 0) return [`${nameOf(object)} selects everything`];
      if (found.length === 0) return [`${nameOf(object)} selects no pod`];
      // A Prometheus asks both roles; everything else is about one.
      if (kind !== 'PodMonitor' && found.length > 1) return [`${nameOf(object)} selects pods of several objects`];
      if (kind === 'Deployment' && found[0]?.owner !== nameOf(object))
        return [`${nameOf(object)} does not select its own`];
      return kind === 'Deployment' ? spread(object, found) : [];
    }),
  );
}

function spread(object: KubernetesObject, pods: readonly Pod[]): string[] {
  const constraints = object.spec?.template?.spec.topologySpreadConstraints ?? [];
  if (constraints.length === 0) return [`${nameOf(object)} is not spread over nodes`];
  const labels = pods[0]?.labels ?? {};
  return constraints
    .filter(({ labelSelector }) => !selects(labelSelector?.matchLabels, labels))
    .map(() => `${nameOf(object)} spreads other pods than its own`);
}

/** Ports of Services, policies and monitors are those of the pods that they select. */
function ports(objects: Objects): string[] {
  const asked = (object: KubernetesObject) => [
    ...(object.spec?.ports ?? []).map(({ port, targetPort }) => targetPort ?? port),
    ...(object.spec?.podMetricsEndpoints ?? []).map(({ port }) => port),
    ...(object.kind === 'NetworkPolicy' ? (object.spec?.ingress ?? []) : []).flatMap((rule) =>
      (rule.ports ?? []).map(({ port }) => port),
    ),
  ];
  return ['Service', 'PodMonitor', 'NetworkPolicy'].flatMap((kind) =>
    ofKind(objects, kind).flatMap((object) => {
      const pods = podsOf(objects).filter(({ labels }) => selects(selectorOf(object), labels));
      const there = pods.flatMap(({ spec }) =>
        spec.containers.flatMap((each) => (each.ports ?? []).flatMap((port) => [port.name, port.containerPort])),
      );
      const missing = asked(object).filter((port) => !there.includes(port));
      return missing.map((port) => `${nameOf(object)} names port ${port}, which its pods do not have`);
    }),
  );
}

function ingress(objects: Objects): string[] {
  const services = ofKind(objects, 'Service');
  return ofKind(objects, 'Ingress').flatMap((object) => {
    const backends = (object.spec?.rules ?? []).flatMap(({ http }) =>
      (http?.paths ?? []).map(({ backend }) => backend),
    );
    return backends
      .filter(({ service }) => {
        const found = services.find(({ metadata }) => metadata.name === service?.name);
        return !found?.spec?.ports?.some(
          ({ name, port }) => name === service?.port?.name || port === service?.port?.number,
        );
      })
      .map(({ service }) => `${nameOf(object)} leads to ${service?.name}, which no Service has with that port`);
  });
}

function scaled(objects: Objects): string[] {
  return ofKind(objects, 'HorizontalPodAutoscaler').flatMap((object) => {
    const { kind = '', name = '' } = object.spec?.scaleTargetRef ?? {};
    const target = objects.find((each) => each.kind === kind && each.metadata.name === name);
    if (target === undefined) return [`${nameOf(object)} scales ${kind} ${name}, which there is not`];
    return target.spec?.replicas === undefined ? [] : [`${nameOf(object)} and ${nameOf(target)} both say how many`];
  });
}

/** Every mount has its volume. Accounts exist, but that of the namespace alone is there before the release. */
function volumes(objects: Objects): string[] {
  const accounts = ofKind(objects, 'ServiceAccount').map(({ metadata }) => metadata.name);
  return podsOf(objects).flatMap(({ owner, spec }) => {
    const names = (spec.volumes ?? []).map(({ name }) => name);
    const mounts = spec.containers.flatMap(({ volumeMounts = [] }) => volumeMounts);
    const known = owner.startsWith('Job ') ? ['default'] : accounts;
    return [
      ...mounts
        .filter(({ name }) => !names.includes(name))
        .map(({ name }) => `${owner} mounts ${name}, no volume of its`),
      ...(known.includes(spec.serviceAccountName ?? 'default')
        ? []
        : [`${owner} has the account ${spec.serviceAccountName}, which there is not when it starts`]),
    ];
  });
}

/** Where there are policies, each pod has one for both directions: it names whom it lets in, and does not cut off what pods need. */
function policies(objects: Objects): string[] {
  const all = ofKind(objects, 'NetworkPolicy');
  if (all.length === 0) return [];
  const isBound = ({ labels }: Pod) =>
    all.some((each) => selects(selectorOf(each), labels) && each.spec?.policyTypes?.join() === 'Ingress,Egress');
  const uncovered = podsOf(objects).filter((pod) => !isBound(pod));
  const isOpen = ({ spec }: KubernetesObject) => (spec?.ingress ?? []).some(({ from = [] }) => from.length === 0);
  const leavesOutside = ({ spec }: KubernetesObject) =>
    (spec?.egress ?? []).some(({ to = [] }) =>
      to.some(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0' && !ipBlock.except?.includes('169.254.0.0/16')),
    );
  const reaches = ({ spec }: KubernetesObject, protocol: string, number: number) =>
    (spec?.egress ?? []).some(
      ({ to = [], ports: allowed = [] }) =>
        to.length > 0 && allowed.some((each) => each.protocol === protocol && each.port === number),
    );
  return [
    ...all.filter((each) => !reaches(each, 'UDP', 53)).map((each) => `${nameOf(each)}: its pods cannot ask for names`),
    ...all
      .filter((each) => !reaches(each, 'TCP', 5432))
      .map((each) => `${nameOf(each)}: its pods cannot reach PostgreSQL`),
    ...uncovered.map(({ owner }) => `${owner} is bound by no NetworkPolicy`),
    ...all.filter(isOpen).map((each) => `${nameOf(each)} lets everybody in`),
    ...all.filter(leavesOutside).map((each) => `${nameOf(each)} lets pods ask the metadata of their node`),
  ];
}

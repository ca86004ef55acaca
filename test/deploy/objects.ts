/** Labels by which objects of the cluster find each other. */
export type Labels = Record<string, string>;

export interface Selector {
  matchLabels?: Labels;
}

/** A port of a policy, a probe or a backend: its number, or the name that a container gave it. */
export type PortName = string | number;

export interface Probe {
  httpGet?: { path?: string; port: PortName };
}

export interface SecretReference {
  name?: string;
  key: string;
}

export interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: SecretReference };
}

export interface Container {
  name: string;
  env?: Variable[];
  command?: string[];
  envFrom?: object[];
  ports?: { name?: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  securityContext?: {
    runAsNonRoot?: boolean;
    runAsUser?: number;
    privileged?: boolean;
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { add?: string[]; drop?: string[] };
  };
  volumeMounts?: { name: string; mountPath: string }[];
}

export interface PodSpec {
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type?: string } };
  topologySpreadConstraints?: { labelSelector?: Selector }[];
  initContainers?: Container[];
  containers: Container[];
  volumes?: {
    name: string;
    emptyDir?: object;
    configMap?: { name: string };
    persistentVolumeClaim?: { claimName: string };
  }[];
}

export interface PodTemplate {
  metadata?: { labels?: Labels };
  spec: PodSpec;
}

interface Peer {
  ports?: { protocol?: string; port?: PortName }[];
  from?: object[];
  to?: { ipBlock?: { cidr: string; except?: string[] } }[];
}

/** An object of Kubernetes, with what our checks read of it; its schema says the rest. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Labels; annotations?: Record<string, string> };
  data?: object;
  automountServiceAccountToken?: boolean;
  spec?: {
    selector?: Selector | Labels;
    template?: PodTemplate;
    jobTemplate?: { spec: { template: PodTemplate } };
    replicas?: number;
    podSelector?: Selector;
    policyTypes?: string[];
    ingress?: Peer[];
    egress?: Peer[];
    ports?: { name?: string; port: number; targetPort?: PortName }[];
    scaleTargetRef?: { kind: string; name: string };
    podMetricsEndpoints?: { port?: string; path?: string }[];
    rules?: {
      http?: { paths: { backend: { service?: { name: string; port?: { name?: string; number?: number } } } }[] };
    }[];
  };
}

/** Pods that an object makes, with the object's name: `Deployment crosswalk-web`. */
export interface Pod {
  owner: string;
  labels: Labels;
  spec: PodSpec;
}

/** Name of an object for a message: `Deployment crosswalk-web`. */
export const nameOf = ({ kind, metadata }: KubernetesObject) => `${kind} ${metadata.name}`;

/** The pods that these objects make. */
export function podsOf(objects: readonly KubernetesObject[]): Pod[] {
  return objects.flatMap((object) => {
    const template = object.spec?.template ?? object.spec?.jobTemplate?.spec.template;
    return template === undefined
      ? []
      : [{ owner: nameOf(object), labels: template.metadata?.labels ?? {}, spec: template.spec }];
  });
}

/** Every container of a pod, with a name for messages: `Deployment crosswalk-web: web`. */
export function containersOf({ owner, spec }: Pod): [name: string, container: Container][] {
  return [...(spec.initContainers ?? []), ...spec.containers].map((each) => [`${owner}: ${each.name}`, each]);
}

/** Objects of one kind. */
export function ofKind(objects: readonly KubernetesObject[], kind: string): KubernetesObject[] {
  return objects.filter((object) => object.kind === kind);
}

/** Whether a selector by labels takes these. An empty one takes everything. */
export function selects(selector: Labels | undefined, labels: Labels): boolean {
  return Object.entries(selector ?? {}).every(([name, value]) => labels[name] === value);
}

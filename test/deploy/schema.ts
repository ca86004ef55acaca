import * as client from '@kubernetes/client-node';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { nameOf, type KubernetesObject } from './objects.js';

/** A generated class of the API; what is compiled of its schema throws, naming what is wrong. */
type Model = new (data: never) => { validate(): void };

/** A generated class that lists its fields. The one that knows none is of a resource that the cluster may not have. */
interface Fields {
  getAttributeTypeMap(): { baseName: string; type: string }[];
}

/** Kinds that the chart may have: the schema of each, which ignores unknown fields, and the list of its fields. */
const KINDS: Record<string, [model: Model, fields: Fields | null]> = {
  'apps/v1 Deployment': [Deployment, client.V1Deployment],
  'autoscaling/v2 HorizontalPodAutoscaler': [HorizontalPodAutoscaler, client.V2HorizontalPodAutoscaler],
  'batch/v1 CronJob': [CronJob, client.V1CronJob],
  'batch/v1 Job': [Job, client.V1Job],
  'monitoring.coreos.com/v1 PodMonitor': [PodMonitor, null],
  'networking.k8s.io/v1 Ingress': [Ingress, client.V1Ingress],
  'networking.k8s.io/v1 NetworkPolicy': [NetworkPolicy, client.V1NetworkPolicy],
  'policy/v1 PodDisruptionBudget': [PodDisruptionBudget, client.V1PodDisruptionBudget],
  'v1 PersistentVolumeClaim': [PersistentVolumeClaim, client.V1PersistentVolumeClaim],
  'v1 Service': [Service, client.V1Service],
  'v1 ServiceAccount': [ServiceAccount, client.V1ServiceAccount],
};

const EXPORTED = new Map<string, unknown>(Object.entries(client));

/** What does not follow the schema of Kubernetes' API, or names a field that it does not have. */
export function schemaProblems(objects: readonly KubernetesObject[]): string[] {
  return objects.flatMap((object) => {
    const known = KINDS[`${object.apiVersion} ${object.kind}`];
    if (known === undefined) return [`${nameOf(object)}: ${object.apiVersion} is not an API that the chart may use`];
    const [Kind, fields] = known;
    const unknown = fields === null ? [] : unknownFields(object, fields);
    return [...invalid(new Kind(object as never)), ...unknown].map((problem) => `${nameOf(object)}: ${problem}`);
  });
}

function invalid(model: { validate(): void }): string[] {
  try {
    model.validate();
    return [];
  } catch (err) {
    return [String(err)];
  }
}

function unknownFields(value: unknown, fields: Fields, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const types = new Map(fields.getAttributeTypeMap().map(({ baseName, type }) => [baseName, type]));
  return Object.entries(value).flatMap(([name, member]) => {
    const type = types.get(name);
    if (type === undefined) return [`${path}/${name} is no field of the API`];
    const inner = classOf(type);
    if (inner === null) return [];
    if (type.startsWith('Array<')) {
      const items = Array.isArray(member) ? (member as unknown[]) : [];
      return items.flatMap((item, index) => unknownFields(item, inner, `${path}/${name}/${index}`));
    }
    return unknownFields(member, inner, `${path}/${name}`);
  });
}

/** The class that a type names, as `V1Container` or `Array<V1Container>`; null for texts, numbers and maps. */
function classOf(type: string): Fields | null {
  const name = type.replace(/^Array<(.*)>$/, '$1');
  const found = EXPORTED.get(name);
  return isFields(found) ? found : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'function' && 'getAttributeTypeMap' in value;
}

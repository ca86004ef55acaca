import type { V1Container, V1EphemeralContainer, V1Pod, V1PodSecurityContext } from '@kubernetes/client-node';
import { apiServerFlags, type ApiServerFlags } from './api-server.rules.js';
import { ageInDays } from '../age.rules.js';

type Container = V1Container | V1EphemeralContainer;

/** Properties of a `Pod`. @param now for its age */
export function podProperties(pod: V1Pod, now: Date): Record<string, unknown> {
  const { spec, metadata } = pod;
  const containers = containersOf(pod);
  return {
    namespace: metadata?.namespace ?? '',
    service_account: spec?.serviceAccountName ?? null,
    node: spec?.nodeName ?? null,
    host_network: spec?.hostNetwork ?? false,
    host_pid: spec?.hostPID ?? false,
    host_ipc: spec?.hostIPC ?? false,
    labels: metadata?.labels ?? {},
    age_days: ageInDays(metadata?.creationTimestamp, now),
    containers: containers.map(({ kind, container }) => containerProperties(kind, container, spec?.securityContext)),
    secret_variables: containers.flatMap(({ container }) => secretVariables(container)),
    api_server: apiServerOf(pod),
  };
}

function containersOf({ spec }: V1Pod): { kind: string; container: Container }[] {
  return [
    ...(spec?.containers ?? []).map((container) => ({ kind: 'container', container })),
    ...(spec?.initContainers ?? []).map((container) => ({ kind: 'init', container })),
    ...(spec?.ephemeralContainers ?? []).map((container) => ({ kind: 'ephemeral', container })),
  ];
}

/** User settings that a container does not have are the pod's. */
function containerProperties(kind: string, container: Container, ofPod: V1PodSecurityContext | undefined) {
  const { name, image, securityContext } = container;
  return {
    name,
    kind,
    image: image ?? null,
    privileged: securityContext?.privileged ?? false,
    run_as_user: securityContext?.runAsUser ?? ofPod?.runAsUser ?? null,
    run_as_non_root: securityContext?.runAsNonRoot ?? ofPod?.runAsNonRoot ?? null,
  };
}

function secretVariables({ name: container, env = [], envFrom = [] }: Container) {
  return [
    ...env.flatMap(({ name, valueFrom }) =>
      valueFrom?.secretKeyRef ? [{ container, name, secret: valueFrom.secretKeyRef.name ?? null }] : [],
    ),
    ...envFrom.flatMap(({ prefix = '', secretRef }) =>
      secretRef ? [{ container, name: `${prefix}*`, secret: secretRef.name ?? null }] : [],
    ),
  ];
}

/** Static pods are named after program and node; only administrators of the cluster start pods in kube-system. */
function apiServerOf({ metadata, spec }: V1Pod): ApiServerFlags | null {
  const isApiServer = metadata?.namespace === 'kube-system' && metadata.name?.startsWith('kube-apiserver');
  if (!isApiServer) return null;
  const containers = spec?.containers ?? [];
  const named = containers.find(({ name }) => name === 'kube-apiserver') ?? containers[0];
  return named ? apiServerFlags([...(named.command ?? []), ...(named.args ?? [])]) : null;
}

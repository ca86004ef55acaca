import type { KubernetesObject, V1ClusterRoleBinding } from '@kubernetes/client-node';
import { SafeFetchError } from '../../platform/safe-fetch/safe-fetch-error.js';
import { CollectTime, OutOfTime } from '../collect-time.js';
import {
  ConnectionLost,
  type CollectContext,
  type Collected,
  type Connector,
  type ProbeContext,
} from '../connector.js';
import { Reachability } from '../reachability.js';
import type { Gap, Resource } from '../resource.js';
import { accessOf, KubernetesSettings } from './kubernetes-settings.js';
import { ApiRefusal, ListRepeats, openKubernetesClient, type KubernetesClient } from './kubernetes-client.js';
import { ResponseTooLarge } from './kubernetes-http.js';
import { PARTS, type KubernetesPart } from './kubernetes-collect.js';
import { KUBERNETES_PERMISSIONS } from './kubernetes-permissions.js';
import { Holders, REMEMBERED_MAX, type Known } from './rbac.rules.js';

const BINDING = 'ClusterRoleBinding';
const NO_BINDINGS = 'Cluster role bindings could not be read.';

/** Reads a cluster over its API: pods with the command lines of API servers, roles, bindings, and the kubelet configuration. */
export class KubernetesConnector implements Connector {
  readonly type = 'kubernetes';
  readonly title = 'Kubernetes';
  readonly description =
    'Pods, roles and bindings of a cluster, its kubelet configuration and, where the control plane is your own, the command lines of its API servers, read through the Kubernetes API.';
  readonly settings = KubernetesSettings;
  readonly permissions = KUBERNETES_PERMISSIONS;
  readonly acceptsReports = false;

  async probe(ctx: ProbeContext): Promise<string[]> {
    const { client, time, server } = await opened(ctx);
    const reachability = new Reachability();
    const problems: string[] = [];
    try {
      for (const part of PARTS) {
        time.nextPart();
        const gap = await missing(part, reachability, async () => {
          await part.pages(client, 1).next();
        });
        if (gap !== null) problems.push(gap);
      }
      const version = await client.version();
      ctx.reached?.([
        { kind: 'cluster', value: server },
        ...(version === null ? [] : [{ kind: 'version', value: version } as const]),
      ]);
    } finally {
      await client.close();
    }
    return problems;
  }

  async *collect(ctx: CollectContext): AsyncGenerator<Collected> {
    const { client, time, account, excluded } = await opened(ctx);
    const now = ctx.clock.now();
    const reachability = new Reachability();
    const holders = new Holders();
    const seen: Seen = { apiServers: 0, kubeletConfigurations: 0, refused: new Set() };
    try {
      for (const [index, part] of PARTS.entries()) {
        time.nextPart();
        const steps = stepsOf(part, client, reachability);
        for await (const step of steps) {
          ctx.signal.throwIfAborted();
          if (typeof step === 'string') {
            seen.refused.add(part.type);
            yield { kind: 'gap', gap: gapOf(part, account, step) };
            if (part.type === BINDING) yield { kind: 'gap', gap: unknownHolders(account, step) };
            continue;
          }
          const known = { now, holders: seen.refused.has(BINDING) ? null : holders.byRole };
          for (const object of step) {
            if (excluded.has(object.metadata?.namespace ?? '')) continue;
            const resource = resourceOf(part, object, { account, known });
            count(seen, resource);
            yield { kind: 'resource', resource };
            if (part.type === BINDING && !seen.refused.has(BINDING) && !holders.add(object as V1ClusterRoleBinding)) {
              seen.refused.add(BINDING);
              yield { kind: 'gap', gap: unknownHolders(account, TOO_MANY_HOLDERS) };
            }
            const problem = part.problem?.(resource.properties);
            if (problem) yield { kind: 'gap', gap: gapOf(part, account, problem) };
          }
        }
        yield { kind: 'progress', fraction: (index + 1) / PARTS.length };
      }
      yield* unseen(account, seen);
      yield { kind: 'read', resourceTypes: [...new Set(PARTS.map(({ type }) => type))] };
    } finally {
      await client.close();
    }
  }
}

const TOO_MANY_HOLDERS = `Who holds cluster roles was not looked at: the bindings name more than ${REMEMBERED_MAX.toLocaleString('en')} roles and holders.`;

/** What a cluster showed of its control plane and nodes. */
interface Seen {
  apiServers: number;
  kubeletConfigurations: number;
  /** Resource types of parts that could not be read, which have gaps of their own. */
  refused: Set<string>;
}

function count(seen: Seen, { type, properties }: Resource): void {
  if (type === 'Pod' && properties.api_server !== null) seen.apiServers += 1;
  if (type === 'ConfigMap') seen.kubeletConfigurations += 1;
}

/** Gaps for what the API of a cluster does not show, whatever is granted. They name no type: its other resources were read. */
function* unseen(account: string, { apiServers, kubeletConfigurations, refused }: Seen): Generator<Collected> {
  const reasons = [
    ...(apiServers === 0 && !refused.has('Pod')
      ? ['No pod of an API server is visible, as in managed clusters: its flags were not looked at.']
      : []),
    'The kubelets and etcd were not looked at: their settings are on their machines.',
    ...(kubeletConfigurations === 0 && !refused.has('ConfigMap')
      ? ['There is no config map kubelet-config with the settings of kubelets, as in managed clusters.']
      : []),
  ];
  for (const reason of reasons) yield { kind: 'gap', gap: { resourceTypes: [], region: null, account, reason } };
}

interface Opened {
  client: KubernetesClient;
  time: CollectTime;
  account: string;
  /** Address of the API server. */
  server: string;
  excluded: ReadonlySet<string>;
}

async function opened({ config, network, clock, signal, timeLimits }: ProbeContext | CollectContext): Promise<Opened> {
  const settings = KubernetesSettings.parse(config);
  const access = accessOf(settings);
  const time = CollectTime.begin(signal, timeLimits);
  return {
    client: await openKubernetesClient(access, { network, clock, signal, time }),
    time,
    server: new URL(access.server).host,
    account: settings.cluster_name ?? new URL(access.server).host,
    excluded: new Set(settings.excluded_namespaces),
  };
}

/** Pages of objects of a part; where they cannot be read, a sentence that says why. */
async function* stepsOf(
  part: KubernetesPart,
  client: KubernetesClient,
  reachability: Reachability,
): AsyncGenerator<KubernetesObject[] | string> {
  const pages = part.pages(client);
  for (;;) {
    let page: IteratorResult<KubernetesObject[]> | null = null;
    const reason = await missing(part, reachability, async () => {
      page = await pages.next();
    });
    if (reason !== null) {
      yield reason;
      return;
    }
    const next = page as IteratorResult<KubernetesObject[]> | null;
    if (!next || next.done) return;
    yield next.value;
  }
}

/**
 * Why a part cannot be read, as a sentence; null where it can.
 * @throws {ConnectionLost} where nothing can be read
 */
async function missing(
  part: KubernetesPart,
  reachability: Reachability,
  read: () => Promise<void>,
): Promise<string | null> {
  try {
    await read();
    reachability.answered();
    return null;
  } catch (err) {
    if (err instanceof ApiRefusal) {
      reachability.answered();
      return refusal(part, err);
    }
    if (err instanceof ResponseTooLarge || err instanceof ListRepeats)
      return `${part.title} could not be read: ${err.message}.`;
    const isPartOver = err instanceof OutOfTime && err.of === 'part';
    if (isPartOver || (isNoAnswer(err) && !reachability.isAwayAfterSilence())) {
      return `${part.title} could not be read: the API server does not answer the verb "${part.verb}" on "${part.resource}".`;
    }
    const cause = err instanceof TypeError ? err.cause : err;
    if (cause instanceof SafeFetchError) {
      throw new ConnectionLost(`the API server cannot be reached: ${cause.message}`, { cause: err });
    }
    if (isNoAnswer(err)) throw new ConnectionLost('the API server does not answer', { cause: err });
    throw err;
  }
}

function refusal(part: KubernetesPart, err: ApiRefusal): string {
  if (err.status === 401) {
    throw new ConnectionLost('the cluster refused the credentials: the token or the client certificate is not valid', {
      cause: err,
    });
  }
  if (err.status >= 300 && err.status < 400) {
    throw new ConnectionLost('the server answers with a redirect, which no API server does', { cause: err });
  }
  return err.status === 403
    ? `${part.title} could not be read: grant the verb "${part.verb}" on "${part.resource}" (${part.group}).`
    : `${part.title} could not be read: the API server answered ${String(err.status)} to the verb "${part.verb}" on "${part.resource}".`;
}

/** Whether an error is a broken connection or a timeout, and not the abort of the scan. */
function isNoAnswer(err: unknown): boolean {
  return err instanceof TypeError || err instanceof OutOfTime || (err instanceof Error && err.name === 'TimeoutError');
}

function resourceOf(part: KubernetesPart, object: KubernetesObject, at: { account: string; known: Known }): Resource {
  const { name = '', namespace } = object.metadata ?? {};
  const path = namespace === undefined ? name : `${namespace}/${name}`;
  const properties = part.properties(object, at.known);
  return {
    type: part.type,
    id: part.idPrefix + path,
    name,
    region: null,
    account: at.account,
    properties,
    ...(properties.cluster_holders === null && { unknown: { cluster_holders: NO_BINDINGS } }),
  };
}

/** The gap in roles where bindings could not be read. */
function unknownHolders(account: string, reason: string): Gap {
  return { resourceTypes: ['RbacRole'], properties: ['cluster_holders'], region: null, account, reason };
}

function gapOf(part: KubernetesPart, account: string, reason: string): Gap {
  return { resourceTypes: [part.type], region: null, account, reason };
}

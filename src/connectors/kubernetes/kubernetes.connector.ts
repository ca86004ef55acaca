import type { KubernetesObject } from '@kubernetes/client-node';
import { SafeFetchError } from '../../platform/safe-fetch/safe-fetch-error.js';
import {
  ConnectionLost,
  type CollectContext,
  type Collected,
  type Connector,
  type ProbeContext,
} from '../connector.js';
import type { Gap, Resource } from '../resource.js';
import { accessOf, KubernetesSettings } from './kubernetes-settings.js';
import { ApiRefusal, openCluster, type Cluster } from './kubernetes-client.js';
import { AnswerRefused } from './kubernetes-http.js';
import { KINDS, type Kind } from './kubernetes-collect.js';
import { KUBERNETES_PERMISSIONS } from './kubernetes-permissions.js';

/** Reads the API of a cluster: pods with the command lines of the API servers, roles, bindings, settings of the kubelets. */
export class KubernetesConnector implements Connector {
  readonly type = 'kubernetes';
  readonly title = 'Kubernetes';
  readonly description =
    'Pods, roles and bindings of a cluster, its kubelet configuration and, where the control plane is your own, the command lines of its API servers, read through the Kubernetes API.';
  readonly settings = KubernetesSettings;
  readonly permissions = KUBERNETES_PERMISSIONS;
  readonly acceptsReports = false;

  async probe(ctx: ProbeContext): Promise<string[]> {
    const { cluster } = await opened(ctx);
    const problems: string[] = [];
    try {
      for (const kind of KINDS) {
        const gap = await missing(kind, async () => {
          await kind.pages(cluster, 1).next();
        });
        if (gap !== null) problems.push(gap);
      }
    } finally {
      await cluster.close();
    }
    return problems;
  }

  async *collect(ctx: CollectContext): AsyncGenerator<Collected> {
    const { cluster, account, excluded } = await opened(ctx);
    const now = ctx.clock.now();
    try {
      for (const [index, kind] of KINDS.entries()) {
        const steps = stepsOf(kind, cluster);
        for await (const step of steps) {
          ctx.signal.throwIfAborted();
          if (typeof step === 'string') {
            yield { kind: 'gap', gap: gapOf(kind, account, step) };
            continue;
          }
          for (const object of step) {
            if (excluded.has(object.metadata?.namespace ?? '')) continue;
            const resource = resourceOf(kind, object, { account, now });
            yield { kind: 'resource', resource };
            const problem = kind.problem?.(resource.properties);
            if (problem) yield { kind: 'gap', gap: gapOf(kind, account, problem) };
          }
        }
        yield { kind: 'progress', fraction: (index + 1) / KINDS.length };
      }
      yield { kind: 'read', resourceTypes: [...new Set(KINDS.map(({ type }) => type))] };
    } finally {
      await cluster.close();
    }
  }
}

interface Opened {
  cluster: Cluster;
  account: string;
  excluded: ReadonlySet<string>;
}

async function opened({ config, network, clock, signal }: ProbeContext | CollectContext): Promise<Opened> {
  const settings = KubernetesSettings.parse(config);
  const access = accessOf(settings);
  return {
    cluster: await openCluster(access, { network, clock, signal }),
    account: settings.cluster_name ?? new URL(access.server).host,
    excluded: new Set(settings.excluded_namespaces),
  };
}

/** The objects of a kind, page by page; where they cannot be read, a sentence that says why. */
async function* stepsOf(kind: Kind, cluster: Cluster): AsyncGenerator<KubernetesObject[] | string> {
  const pages = kind.pages(cluster);
  for (;;) {
    let page: IteratorResult<KubernetesObject[]> | null = null;
    const reason = await missing(kind, async () => {
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
 * Why a kind cannot be read, in a sentence; null where it can.
 * @throws {ConnectionLost} where nothing can be read
 */
async function missing(kind: Kind, read: () => Promise<void>): Promise<string | null> {
  try {
    await read();
    return null;
  } catch (err) {
    if (err instanceof ApiRefusal) return refusal(kind, err);
    if (err instanceof AnswerRefused) return `${kind.title} could not be read: ${err.message}.`;
    const cause = err instanceof TypeError ? err.cause : err;
    if (cause instanceof SafeFetchError) {
      throw new ConnectionLost(`the API server cannot be reached: ${cause.message}`, { cause: err });
    }
    if (isNoAnswer(err)) throw new ConnectionLost('the API server does not answer', { cause: err });
    throw err;
  }
}

function refusal(kind: Kind, err: ApiRefusal): string {
  if (err.status === 401) {
    throw new ConnectionLost('the cluster refused the credentials: the token or the client certificate is not valid', {
      cause: err,
    });
  }
  if (err.status >= 300 && err.status < 400) {
    throw new ConnectionLost('the server sends callers elsewhere, as no API server does', { cause: err });
  }
  return err.status === 403
    ? `${kind.title} could not be read: grant the verb "${kind.verb}" on "${kind.resource}" (${kind.group}).`
    : `${kind.title} could not be read: the API server answered ${String(err.status)}.`;
}

/** A connection that broke, or nothing within the time; not the end of the scan itself. */
function isNoAnswer(err: unknown): boolean {
  return err instanceof TypeError || (err instanceof Error && err.name === 'TimeoutError');
}

function resourceOf(kind: Kind, object: KubernetesObject, at: { account: string; now: Date }): Resource {
  const { name = '', namespace } = object.metadata ?? {};
  const path = namespace === undefined ? name : `${namespace}/${name}`;
  return {
    type: kind.type,
    id: kind.idPrefix + path,
    name,
    region: null,
    account: at.account,
    properties: kind.properties(object, at.now),
  };
}

function gapOf(kind: Kind, account: string, reason: string): Gap {
  return { resourceTypes: [kind.type], region: null, account, reason };
}

import type {
  CoreV1Api,
  RbacAuthorizationV1Api,
  V1ClusterRole,
  V1ClusterRoleBinding,
  V1ConfigMap,
  V1ListMeta,
  V1Pod,
  V1Role,
} from '@kubernetes/client-node';
import type { Clock } from '../../platform/clock.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { guardedTransport } from './kubernetes-http.js';
import type { ClusterAccess } from './kubeconfig.rules.js';

/** Objects of a page: what is held in memory at a time. */
const PAGE_SIZE = 250;
/** Half a million objects of a kind; a cluster is built for 150,000 pods. */
const PAGES_MAX = 2_000;

/** The API server answered, but not with what was asked for. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';

  constructor(
    /** HTTP. */
    readonly status: number,
    options: { cause?: unknown } = {},
  ) {
    super(`the API server answered ${String(status)}`, options);
  }
}

/**
 * What is read of a cluster; every list page by page.
 * @throws {ApiRefusal} where the API server answers otherwise; {TypeError} or {SafeFetchError} where there is no answer
 */
export interface Cluster {
  pods(limit?: number): AsyncGenerator<V1Pod[]>;
  clusterRoles(limit?: number): AsyncGenerator<V1ClusterRole[]>;
  roles(limit?: number): AsyncGenerator<V1Role[]>;
  clusterRoleBindings(limit?: number): AsyncGenerator<V1ClusterRoleBinding[]>;
  /** `kubelet-config` of kube-system; null where there is none. */
  kubeletConfig(): Promise<V1ConfigMap | null>;
  close(): Promise<void>;
}

interface OpenOptions {
  network: GuardedNetwork;
  clock: Clock;
  signal: AbortSignal;
}

/** Opens the API of a cluster. Nothing is sent yet. */
export async function openCluster(access: ClusterAccess, { network, clock, signal }: OpenOptions): Promise<Cluster> {
  // Loaded when it is needed: it takes 90 MB and a third of a second, and most processes read no cluster.
  const library = await import('@kubernetes/client-node');
  const own = networkFor(access, network);
  const configuration = library.createConfiguration({
    baseServer: new library.ServerConfiguration(access.server, {}),
    httpApi: library.wrapHttpLibrary(
      guardedTransport({ network: own, token: access.token, clock, signal, Answer: library.ResponseContext }),
    ),
  });
  const core: CoreV1Api = new library.CoreV1Api(configuration);
  const rbac: RbacAuthorizationV1Api = new library.RbacAuthorizationV1Api(configuration);
  return {
    pods: (limit) => pages((page) => core.listPodForAllNamespaces(page), limit),
    clusterRoles: (limit) => pages((page) => rbac.listClusterRole(page), limit),
    roles: (limit) => pages((page) => rbac.listRoleForAllNamespaces(page), limit),
    clusterRoleBindings: (limit) => pages((page) => rbac.listClusterRoleBinding(page), limit),
    kubeletConfig: () =>
      unlessAbsent(core.readNamespacedConfigMap({ namespace: 'kube-system', name: 'kubelet-config' })),
    close: async () => {
      if (own !== network) await own.close();
    },
  };
}

function networkFor({ ca, identity }: ClusterAccess, network: GuardedNetwork): GuardedNetwork {
  const trusting = ca === null ? network : network.trusting(ca);
  return identity ? trusting.identifiedBy(identity) : trusting;
}

interface Page {
  limit: number;
  _continue?: string;
}

/** A list that takes too long expires; the answer then brings a token with which the rest is read as it is by now. */
async function* pages<T>(
  list: (page: Page) => Promise<{ items: T[]; metadata?: V1ListMeta }>,
  limit = PAGE_SIZE,
): AsyncGenerator<T[]> {
  let token: string | undefined;
  for (let count = 0; count < PAGES_MAX; count += 1) {
    try {
      const { items, metadata } = await list(token === undefined ? { limit } : { limit, _continue: token });
      yield items;
      token = metadata?._continue;
      if (!token) return;
    } catch (err) {
      const fresh = freshToken(err);
      if (fresh === null || fresh === token) throw refusalOf(err);
      token = fresh;
    }
  }
  throw new Error(`a list has more than ${String(PAGES_MAX)} pages`);
}

async function unlessAbsent<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (err) {
    const refusal = refusalOf(err);
    if (refusal instanceof ApiRefusal && refusal.status === 404) return null;
    throw refusal;
  }
}

/** The library's exception has the whole answer in its message; nothing of it goes further. */
function refusalOf(err: unknown): unknown {
  const status = statusOf(err);
  return status === null ? err : new ApiRefusal(status);
}

function statusOf(err: unknown): number | null {
  return err instanceof Error && 'code' in err && 'body' in err && typeof err.code === 'number' ? err.code : null;
}

function freshToken(err: unknown): string | null {
  if (statusOf(err) !== 410) return null;
  const { body } = err as { body: unknown };
  try {
    const status = (typeof body === 'string' ? JSON.parse(body) : body) as { metadata?: { continue?: unknown } } | null;
    const token = status?.metadata?.continue;
    return typeof token === 'string' && token !== '' ? token : null;
  } catch {
    return null;
  }
}

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
import type { CollectTime } from '../collect-time.js';
import { PagesSeen } from '../pages-seen.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { guardedHttp } from './kubernetes-http.js';
import type { ClusterAccess } from './kubeconfig.rules.js';

/** Page size: number of objects in memory together, and parsed at once. */
const PAGE_SIZE = 50;
/** Limit of pages: half a million objects of a kind; Kubernetes is designed for 150,000 pods. */
const PAGES_MAX = 10_000;

/** A list whose next page was read before. The message is for the user. */
export class ListRepeats extends Error {
  constructor() {
    super('the API server continues the list with a page that was read before');
  }
}

/** An error response of the API server. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';

  constructor(
    /** HTTP status. */
    readonly status: number,
    options: { cause?: unknown } = {},
  ) {
    super(`the API server answered ${String(status)}`, options);
  }
}

/**
 * Client of a cluster's API; lists are read page by page. All methods
 * @throws {ApiRefusal} for an error response; {TypeError} or {SafeFetchError} if there is no response
 */
export interface KubernetesClient {
  pods(limit?: number): AsyncGenerator<V1Pod[]>;
  clusterRoles(limit?: number): AsyncGenerator<V1ClusterRole[]>;
  roles(limit?: number): AsyncGenerator<V1Role[]>;
  clusterRoleBindings(limit?: number): AsyncGenerator<V1ClusterRoleBinding[]>;
  /** Config map `kubelet-config` of kube-system; null if there is none. */
  kubeletConfig(): Promise<V1ConfigMap | null>;
  /** Version of the API server; null where it does not say. */
  version(): Promise<string | null>;
  close(): Promise<void>;
}

interface OpenOptions {
  network: GuardedNetwork;
  clock: Clock;
  signal: AbortSignal;
  time: CollectTime;
}

/** Creates a client. Sends nothing yet. */
export async function openKubernetesClient(
  access: ClusterAccess,
  { network, clock, signal, time }: OpenOptions,
): Promise<KubernetesClient> {
  // Loaded on demand: it takes 90 MB and a third of a second, and most processes read no cluster.
  const library = await import('@kubernetes/client-node');
  const own = networkFor(access, network);
  const configuration = library.createConfiguration({
    baseServer: new library.ServerConfiguration(access.server, {}),
    httpApi: library.wrapHttpLibrary(
      guardedHttp({ network: own, token: access.token, clock, signal, time, Response: library.ResponseContext }),
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
    version: () =>
      new library.VersionApi(configuration).getCode().then(
        ({ gitVersion }) => gitVersion,
        () => null,
      ),
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

/** A list that takes too long expires; the response then has a token that continues with the current state. */
async function* pages<T>(
  list: (page: Page) => Promise<{ items: T[]; metadata?: V1ListMeta }>,
  limit = PAGE_SIZE,
): AsyncGenerator<T[]> {
  let token: string | undefined;
  const seen = new PagesSeen();
  for (let count = 0; count < PAGES_MAX; count += 1) {
    try {
      const { items, metadata } = await list(token === undefined ? { limit } : { limit, _continue: token });
      yield items;
      const next = metadata?._continue;
      if (!next) return;
      if (seen.hasSeen(next)) throw new ListRepeats();
      token = next;
    } catch (err) {
      const fresh = freshToken(err);
      if (fresh === null || seen.hasSeen(fresh)) throw refusalOf(err);
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

/** Replaces the library's error, whose message holds the whole response. */
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

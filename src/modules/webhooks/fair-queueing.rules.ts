/** Limits of concurrent attempts in one process: in total, and for each tenant, host, tenant at a host, and webhook. */
export const AT_ONCE = { all: 48, tenant: 12, host: 6, tenantAtHost: 3, webhook: 3 } as const;

/** Tenant, host and webhook of an attempt. */
interface Place {
  tenantId: string;
  webhookId: string;
  host: string;
}

/** Tenants, hosts, tenants at hosts, and webhooks that have reached their limit of attempts. */
export interface Busy {
  atHosts: { tenantId: string; host: string }[];
  webhookIds: string[];
  hosts: string[];
  tenantIds: string[];
}

/** Fair queueing: counts concurrent attempts, so that a slow receiver delays only its own deliveries, and a tenant none of others at its host. */
export class FairQueueing {
  private all = 0;
  private readonly tenants = new Map<string, number>();
  private readonly hosts = new Map<string, number>();
  private readonly webhooks = new Map<string, number>();
  private readonly atHosts = new Map<string, number>();

  get free(): number {
    return AT_ONCE.all - this.all;
  }

  /** Acquires a slot for one attempt. @returns false when none is free */
  acquire({ tenantId, host, webhookId }: Place): boolean {
    const hasRoom =
      this.free > 0 &&
      (this.tenants.get(tenantId) ?? 0) < AT_ONCE.tenant &&
      (this.hosts.get(host) ?? 0) < AT_ONCE.host &&
      this.atHost({ tenantId, host }) < AT_ONCE.tenantAtHost &&
      (this.webhooks.get(webhookId) ?? 0) < AT_ONCE.webhook;
    if (hasRoom) this.count({ tenantId, host, webhookId }, 1);
    return hasRoom;
  }

  /** Number of attempts of a tenant at a host. */
  atHost({ tenantId, host }: Pick<Place, 'tenantId' | 'host'>): number {
    return this.atHosts.get(pairOf({ tenantId, host })) ?? 0;
  }

  release(place: Place): void {
    this.count(place, -1);
  }

  busy(): Busy {
    return {
      tenantIds: full(this.tenants, AT_ONCE.tenant),
      hosts: full(this.hosts, AT_ONCE.host),
      webhookIds: full(this.webhooks, AT_ONCE.webhook),
      atHosts: full(this.atHosts, AT_ONCE.tenantAtHost).map((key) => {
        const [tenantId = '', host = ''] = key.split('\n');
        return { tenantId, host };
      }),
    };
  }

  private count({ tenantId, host, webhookId }: Place, by: 1 | -1): void {
    this.all += by;
    add(this.tenants, tenantId, by);
    add(this.hosts, host, by);
    add(this.webhooks, webhookId, by);
    add(this.atHosts, pairOf({ tenantId, host }), by);
  }
}

function full(counts: ReadonlyMap<string, number>, max: number): string[] {
  return [...counts].flatMap(([key, count]) => (count >= max ? [key] : []));
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

function pairOf({ tenantId, host }: Pick<Place, 'tenantId' | 'host'>): string {
  return `${tenantId}\n${host}`;
}

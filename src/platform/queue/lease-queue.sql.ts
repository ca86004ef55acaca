import type { RawBuilder } from 'kysely';
import { sql, type Database, type EntityManager } from '../database/database.js';
import type { Columns, RowOf } from '../database/statement-row.js';
import { Statement } from '../database/statement.js';
import { failpoint } from '../failpoints.js';
import { isOwnerAlive, leaseOwner, OWNER_PREFIX_OF_HOST } from './lease-owner.js';

/** The right of one process to work on a row, until it expires or is superseded by a later claim. */
export interface Lease {
  id: string;
  tenantId: string;
  /** Fencing token: grows with every claim, and a write under an older one changes nothing. */
  leaseNumber: number;
}

/** Leases in force of one owner. */
export interface OwnedLease {
  id: string;
  tenantId: string;
  /** `host:pid` */
  owner: string;
}

/** Columns that every claimed row has: those of its lease. */
interface LeaseColumns {
  readonly id: 'uuid';
  readonly tenantId: 'uuid';
  readonly leaseNumber: 'int4';
}

/** A boolean SQL expression over the columns of the queue's table. */
type Condition = RawBuilder<unknown>;
/** The assignments of an UPDATE of the queue's table: `status = 'running', attempts = attempts + 1`. */
type Assignments = RawBuilder<unknown>;

/** Description of a queue's table. Conditions and assignments name its columns without a table. */
interface QueueTable<Row extends Columns & LeaseColumns> {
  /**
   * Name of the table, which has the columns `id`, `tenant_id`, `lease_number`, `lease_expires_at`, and `lease_owner`
   * where `hasOwner`.
   */
  name: string;
  /**
   * Whether the table has `lease_owner`. Without it the leases of a dead process are free only when they have expired.
   */
  hasOwner: boolean;
  /** Length of a lease without renewal. On the database's clock. Seconds. */
  leaseSeconds: number;
  /** Condition of rows without a lease whose time has come, on the service's clock where relevant. */
  isWaiting: (now: Date) => Condition;
  /** Condition of rows under a lease, in force or expired. */
  isLeased: Condition;
  /** Further condition of a claim. @default none */
  isClaimable?: Condition;
  /** Assignments of a claim beside the lease. @default none */
  onClaim?: (now: Date) => Assignments;
  /** Assignments of a release. @default the lease is expired, so that the row is due at once */
  onRelease?: Assignments;
  /** Columns that a claim returns. */
  row: Row;
  /** Selects these columns from `claimed`, which has all columns of the table. */
  selectClaimed: (now: Date) => RawBuilder<unknown>;
}

/** A row of a queue under a lease of this process. */
export type Claimed<Queue> = Queue extends LeaseQueue<infer Row> ? RowOf<Row> : never;

interface Claim {
  tenantId: string;
  ids: readonly string[];
  /** Time on the service's clock. */
  now: Date;
  /**
   * Rows that the tenant may hold under leases of this process, these included: its share of the process. Needs `hasOwner`, and
   * `lockShare` before it in the same transaction. @default any number
   */
  share?: number;
}

/** Lease for the `samples` of statements that write under one. */
export const SAMPLE_LEASE: Lease = { id: '', tenantId: '', leaseNumber: 1 };
const SAMPLE_CLAIM: Claim = { tenantId: '', ids: [], now: new Date(0) };
const SAMPLE_FAIR_CLAIM: Claim = { ...SAMPLE_CLAIM, share: 1 };

/**
 * A table whose rows are units of work, each for one process at a time. A process claims a row for some seconds, renews
 * the lease while it works, and writes the outcome only under its own lease number; a row whose lease expires is due
 * again.
 */
export class LeaseQueue<const Row extends Columns & LeaseColumns> {
  /** Assignment that makes the row of a lease due at once. */
  readonly expired: Assignments = sql`lease_expires_at = now() - interval '1 second'`;
  /** All of its statements, as `<table>.<what>`. For the test of all statements. */
  readonly statements;

  constructor(private readonly table: QueueTable<Row>) {
    const name = sql.table(table.name);
    const { name: queue, row, isLeased, hasOwner, onRelease = this.expired } = table;
    this.statements = {
      claim: new Statement<Row, Claim>({
        name: `${queue}.claim`,
        row,
        text: (claim) => this.claimText(claim),
        samples: hasOwner ? [SAMPLE_CLAIM, SAMPLE_FAIR_CLAIM] : [SAMPLE_CLAIM],
      }),
      lockShare: new Statement<Columns, { tenantId: string }>({
        name: `${queue}.lock_share`,
        row: {},
        text: ({ tenantId }) => sql`
          select from pg_advisory_xact_lock(hashtextextended(${`share of ${queue} ${leaseOwner()} `} || ${tenantId}::text, 0))`,
        samples: [{ tenantId: '' }],
      }),
      renew: new Statement<Columns, Lease>({
        name: `${queue}.renew`,
        row: {},
        text: (lease) => sql`update ${name} set ${this.renewed} where ${this.isHeld(lease)}`,
        samples: [SAMPLE_LEASE],
      }),
      release: new Statement<Columns, Lease>({
        name: `${queue}.release`,
        row: {},
        text: (lease) => sql`update ${name} set ${onRelease} where ${this.isHeld(lease)}`,
        samples: [SAMPLE_LEASE],
      }),
      ...(hasOwner && {
        findOwned: new Statement({
          name: `${queue}.find_owned`,
          row: { id: 'uuid', tenantId: 'uuid', owner: 'text!' } as const,
          text: ({ prefix }: { prefix: string }) => sql`
            select id, tenant_id as "tenantId", lease_owner as owner from ${name}
            where ${isLeased} and lease_expires_at >= now() and starts_with(lease_owner, ${prefix})`,
          samples: [{ prefix: '' }],
        }),
        expire: new Statement<Columns, OwnedLease>({
          name: `${queue}.expire`,
          row: {},
          text: ({ id, tenantId, owner }) => sql`
            update ${name} set ${this.expired}
            where tenant_id = ${tenantId} and id = ${id} and ${isLeased} and lease_owner = ${owner}`,
          samples: [{ id: '', tenantId: '', owner: '' }],
        }),
      }),
    };
  }

  /** Condition of rows that may be claimed now: those that wait, and those whose lease has expired. */
  isDue(now: Date): Condition {
    const { isWaiting, isLeased } = this.table;
    return sql`((${isWaiting(now)}) or ((${isLeased}) and lease_expires_at < now()))`;
  }

  /** Condition of a row whose lease is still in force: the guard of every write under it. */
  isHeld({ id, tenantId, leaseNumber }: Lease): Condition {
    return sql`tenant_id = ${tenantId} and id = ${id} and ${this.table.isLeased} and lease_number = ${leaseNumber}`;
  }

  /** Assignment that renews a lease for its whole length. */
  get renewed(): Assignments {
    return sql`lease_expires_at = now() + make_interval(secs => ${this.table.leaseSeconds})`;
  }

  /** Claims those of a tenant's rows that are still due and that no other transaction is changing. */
  async claim(em: EntityManager, claim: Claim): Promise<RowOf<Row>[]> {
    const claimed = await this.statements.claim.all(em, claim);
    await failpoint('queue.claim.after', this.table.name);
    return claimed;
  }

  /**
   * Claims those of a tenant's rows that are due, as far as the tenant then holds no more than its share of this process. Claims of
   * a tenant by this process follow one another, so that two at once cannot exceed it together.
   */
  claimWithinShare(em: EntityManager, claim: Claim & { share: number }): Promise<RowOf<Row>[]> {
    return em.transactional(async (trx) => {
      await this.statements.lockShare.run(trx, claim);
      return this.claim(trx, claim);
    });
  }

  /** Select of `tenant_id` and `held`, the rows under leases of this process; no row for a tenant that holds none. */
  get shares(): RawBuilder<unknown> {
    return sql`
      select tenant_id, count(*)::int as held from ${sql.table(this.table.name)}
      where ${this.table.isLeased} and lease_expires_at >= now() and lease_owner = ${leaseOwner()} group by tenant_id`;
  }

  /** Renews a lease for its whole length. @returns false when it is lost */
  async renew(em: EntityManager, lease: Lease): Promise<boolean> {
    return (await this.statements.renew.run(em, lease)) === 1;
  }

  /** Ends a lease without an outcome: the row is due at once. @returns false when it was lost already */
  async release(em: EntityManager, lease: Lease): Promise<boolean> {
    return (await this.statements.release.run(em, lease)) === 1;
  }

  /** Leases in force whose owner was a process of this host that no longer runs. For the start of a process. */
  async findAbandoned(em: EntityManager): Promise<OwnedLease[]> {
    const leases = await this.statements.findOwned?.all(em, { prefix: OWNER_PREFIX_OF_HOST });
    return leases?.filter(({ owner }) => !isOwnerAlive(owner)) ?? [];
  }

  /** Expires a lease of a dead process, so that its row need not wait for it. */
  async expire(em: EntityManager, lease: OwnedLease): Promise<void> {
    await this.statements.expire?.run(em, lease);
  }

  /** Expires the leases of dead processes of this host, for every tenant. */
  async expireAbandoned(database: Database): Promise<void> {
    const leases = await database.within({ kind: 'system' }, () => this.findAbandoned(database.fork()));
    for (const lease of leases) {
      await database.within({ kind: 'tenant', tenantId: lease.tenantId }, () => this.expire(database.fork(), lease));
    }
  }

  /** What a claim may add to the rows that the tenant holds. */
  private restOf(share: number, tenantId: string): RawBuilder<unknown> {
    return sql`
      limit greatest(0, ${share}::int - coalesce((select held from (${this.shares}) of_tenants where tenant_id = ${tenantId}), 0))`;
  }

  private claimText({ tenantId, ids, now, share }: Claim): RawBuilder<unknown> {
    const { isClaimable = sql`true`, onClaim, hasOwner, selectClaimed } = this.table;
    const table = sql.table(this.table.name);
    const owner = hasOwner ? sql`lease_owner = ${leaseOwner()},` : sql``;
    const also = onClaim ? sql`${onClaim(now)},` : sql``;
    // The lock is that of the UPDATE: a foreign-key check of another transaction does not hide the row.
    return sql`
      with claimable as (
        select id from ${table}
        where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and ${this.isDue(now)} and (${isClaimable})
        ${share === undefined ? sql`` : this.restOf(share, tenantId)}
        for no key update skip locked
      ), claimed as (
        update ${table} set ${also} ${owner} lease_number = lease_number + 1, ${this.renewed}
        where tenant_id = ${tenantId} and id in (select id from claimable)
        returning *
      )
      ${selectClaimed(now)}`;
  }
}

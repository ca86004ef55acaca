import type { EntityManager } from '@mikro-orm/postgresql';
import { IsolationLevel } from '@mikro-orm/postgresql';
import { isDatabaseUnavailable, someCause } from './database-errors.js';
import type { Absence, ReplicaWatch } from './replica-watch.js';
import type { ScopeStorage } from './scope.js';

/** SQLSTATEs by which the replica cannot answer, and the primary can: it has not replayed enough; what it read was cleaned away. */
const NOT_NOW = ['22012', '40001'];

/** Where reads that may be stale were sent, in numbers since the start. */
export type ReadCounts = Record<'replica' | Absence, number>;

export interface ReadReplicaParts {
  /** A new entity manager of the replica. */
  fork: () => EntityManager;
  watch: ReplicaWatch;
  scopes: ScopeStorage;
}

/** Reads that may be stale: from the replica where it can show them, else from the primary. */
export class ReadReplica {
  readonly counts: ReadCounts = { replica: 0, own_write: 0, behind: 0, away: 0 };

  constructor(private readonly parts: ReadReplicaParts) {}

  /**
   * The result of `onReplica`, or of `onPrimary` where the replica cannot answer. A request that has written or has read from the
   * primary once does not come back to the replica: what it reads never gets older.
   * @throws what either throws for its own reasons, on the replica also for a statement that writes
   */
  async read<T>(onReplica: (em: EntityManager) => Promise<T>, onPrimary: () => Promise<T>): Promise<T> {
    const { scopes, watch, fork } = this.parts;
    const { tenantId } = scopes;
    // Whoever has no tenant is about to get one: a log-in, an invitation.
    if (tenantId === null) return onPrimary();
    let absence = scopes.isBoundToPrimary ? 'own_write' : watch.absenceFor(tenantId);
    if (absence === null) {
      try {
        const result = await onReplica(fork());
        this.counts.replica += 1;
        return result;
      } catch (err) {
        absence = this.absenceBy(err);
      }
    }
    this.counts[absence] += 1;
    scopes.bindToPrimary();
    return onPrimary();
  }

  /** @throws `err` where the primary would throw it too */
  private absenceBy(err: unknown): Absence {
    if (isDatabaseUnavailable(err)) {
      this.parts.watch.lost(err);
      return 'away';
    }
    if (someCause(err, ({ code }) => NOT_NOW.includes(code))) return 'behind';
    throw err;
  }
}

/** By the driver of the primary, which all of its entity managers have. */
const replicas = new WeakMap<object, ReadReplica>();

/** Lets reads through the entity managers of `driver` go to a replica. */
export function attachReplica(driver: object, replica: ReadReplica): void {
  replicas.set(driver, replica);
}

/** The replica of an entity manager; null where there is none, and in a transaction, which reads what it has written. */
export function replicaOf(em: EntityManager): ReadReplica | null {
  return em.isInTransaction() ? null : (replicas.get(em.getDriver()) ?? null);
}

/**
 * Runs `work` in a transaction that reads one state of the database and changes nothing; the state may be one of some seconds ago. `work` is run again where
 * the replica fails it.
 */
export function readSnapshot<T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
  const options = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true };
  const within = (other: EntityManager) => other.transactional(work, options);
  const replica = replicaOf(em);
  return replica ? replica.read(within, () => within(em)) : within(em);
}

import { MINUTE, type Clock } from '../../platform/clock.js';
import type { Database, EntityManager } from '../../platform/database/database.js';
import { tenantIds } from '../../platform/database/each-tenant.js';
import { withWorkLease } from '../../platform/queue/work-lease.js';
import type { Log } from '../../platform/log.js';
import type { ListedObject } from '../../platform/storage/object-store.js';
import type { ObjectOwner } from '../../feature/object-owner.js';
import type { CountedObjectStore } from './counted-object-store.js';
import { release } from './storage-usage.sql.js';
import { releaseAbsent } from './stored-objects.sql.js';

/** Age from which an object without a row is removed. Source: schema/contract/evidence.md, "Storage". */
const GRACE_MS = 15 * MINUTE;
const PAGE = 1_000;
/** Limit of keys in one log line. */
const KEYS_LOGGED_MAX = 10;

export interface SweeperOptions {
  database: Database;
  objects: CountedObjectStore;
  owners: readonly ObjectOwner[];
  clock: Clock;
  log: Log;
}

/** Counts of one sweep, over all tenants. */
export interface Sweep {
  /** Removed objects that had no row. */
  orphansRemoved: number;
  /** Discarded writes that were never completed. */
  unfinishedDropped: number;
  /** Rows whose object is missing; they stay for the operator to inspect. */
  objectsMissing: number;
}

/**
 * Reconciles objects and rows: removes objects that no row refers to, and reports rows whose object is missing. Both
 * are listed in the order of their keys, a page at a time. Releases what dead uploads have reserved, and counts in and out of the
 * storage of the organization what a dead process, or a hand, has stored or deleted uncounted. Objects in folders without an owner are ignored.
 */
export class ObjectSweeper {
  constructor(private readonly options: SweeperOptions) {}

  /** Sweeps all tenants. @returns the counts until `signal` aborted it; null when another process sweeps */
  async sweep(signal: AbortSignal): Promise<Sweep | null> {
    const { database, log } = this.options;
    const swept: Sweep = { orphansRemoved: 0, unfinishedDropped: 0, objectsMissing: 0 };
    const hasRun = await withWorkLease(database, 'storage.sweep', async (lease) => {
      const goesOn = async () => !signal.aborted && (await lease.renew());
      for (const tenantId of await tenantIds(database)) {
        const tenant = new TenantSweep(this.options, tenantId, goesOn);
        const found = await database.within({ kind: 'tenant', tenantId }, () => tenant.run());
        for (const key of ['orphansRemoved', 'unfinishedDropped', 'objectsMissing'] as const) swept[key] += found[key];
        if (!(await goesOn())) return;
      }
    });
    if (!hasRun) return null;
    if (swept.orphansRemoved + swept.unfinishedDropped > 0) log.info(swept, 'removed objects that have no row');
    return swept;
  }
}

/** The sweep of one tenant's objects, within its scope. */
class TenantSweep {
  private readonly em: EntityManager;
  private readonly missing: string[] = [];

  constructor(
    private readonly options: SweeperOptions,
    private readonly tenantId: string,
    private readonly goesOn: () => Promise<boolean>,
  ) {
    this.em = options.database.fork();
  }

  async run(): Promise<Sweep> {
    await release.run(this.em, { tenantId: this.tenantId, id: null });
    const { clock, log, objects, owners } = this.options;
    const prefix = `${this.tenantId}/`;
    const oldest = new Date(clock.now().getTime() - GRACE_MS);
    const names = owners.map((owner) => ({ owner, walk: new NameWalk(this.em, this.tenantId, owner) }));
    const swept: Sweep = { orphansRemoved: 0, unfinishedDropped: 0, objectsMissing: 0 };
    let counted = '';
    for await (const page of objects.list(prefix)) {
      if (!(await this.goesOn())) return swept;
      const orphans = await this.removeOrphans(page, oldest);
      swept.orphansRemoved += orphans.size;
      counted = await this.recount(counted, page, orphans);
      const stored = new Set(page.map(({ key }) => key));
      for (const { owner, walk } of names) {
        const named = await walk.upTo(page.at(-1)?.key ?? '');
        await this.findMissing(
          owner,
          named.filter((key) => !stored.has(key)),
        );
      }
    }
    for (const { owner, walk } of names) {
      for (let rest = await walk.page(); rest.length > 0; rest = await walk.page()) {
        if (!(await this.goesOn())) return swept;
        await this.findMissing(owner, rest);
      }
    }
    await releaseAbsent.run(this.em, { tenantId: this.tenantId, after: counted, last: null, present: [] });
    swept.unfinishedDropped = await objects.discardUnfinished(prefix, oldest);
    swept.objectsMissing = this.missing.length;
    if (this.missing.length > 0) {
      const missing = {
        tenantId: this.tenantId,
        count: this.missing.length,
        keys: this.missing.slice(0, KEYS_LOGGED_MAX),
      };
      log.error(missing, 'objects that rows refer to are missing');
    }
    return swept;
  }

  /** Counts the objects of a page that follows the key `after` as they are. @returns the last key */
  private async recount(after: string, page: ListedObject[], removed: ReadonlySet<string>): Promise<string> {
    const last = page.at(-1)?.key ?? after;
    const present = page.filter(({ key }) => !removed.has(key));
    await this.options.objects.count(this.tenantId, present);
    await releaseAbsent.run(this.em, {
      tenantId: this.tenantId,
      after,
      last,
      present: present.map(({ key }) => key),
    });
    return last;
  }

  /** @returns the keys of the removed objects */
  private async removeOrphans(page: ListedObject[], oldest: Date): Promise<Set<string>> {
    const removed = new Set<string>();
    for (const owner of this.options.owners) {
      const prefix = `${this.tenantId}/${owner.folder}/`;
      const old = page.filter(({ key, modifiedAt }) => key.startsWith(prefix) && modifiedAt < oldest);
      if (old.length === 0) continue;
      const keys = old.map(({ key }) => key);
      const used = new Set(await owner.inUse(this.em, this.tenantId, keys));
      for (const key of keys.filter((each) => !used.has(each))) {
        await this.options.objects.delete(key);
        removed.add(key);
      }
    }
    return removed;
  }

  /** Checks missing objects again: row and object may have been written, or removed together, during the sweep. */
  private async findMissing(owner: ObjectOwner, keys: string[]): Promise<void> {
    if (keys.length === 0) return;
    for (const key of await owner.inUse(this.em, this.tenantId, keys)) {
      if (!(await this.options.objects.exists(key))) this.missing.push(key);
    }
  }
}

/** Iterates over the keys that an owner's rows refer to, in order, a page at a time. */
class NameWalk {
  private pending: string[] = [];
  private after = '';
  private isAtEnd: boolean;

  constructor(
    private readonly em: EntityManager,
    private readonly tenantId: string,
    private readonly owner: ObjectOwner,
  ) {
    this.isAtEnd = owner.named === undefined;
  }

  /** The next keys up to `last`; later ones wait for another call. */
  async upTo(last: string): Promise<string[]> {
    const found: string[] = [];
    for (;;) {
      if (this.pending.length === 0) await this.fill();
      const end = this.pending.findIndex((key) => key > last);
      found.push(...this.pending.splice(0, end === -1 ? this.pending.length : end));
      if (this.pending.length > 0 || this.isAtEnd) return found;
    }
  }

  /** The next keys, empty at the end. */
  async page(): Promise<string[]> {
    if (this.pending.length === 0) await this.fill();
    return this.pending.splice(0);
  }

  private async fill(): Promise<void> {
    if (this.isAtEnd) return;
    this.pending = (await this.owner.named?.(this.em, this.tenantId, this.after, PAGE)) ?? [];
    this.isAtEnd = this.pending.length < PAGE;
    this.after = this.pending.at(-1) ?? this.after;
  }
}

import type { KeyObject } from 'node:crypto';
import { HOUR, type Clock } from '../../platform/clock.js';
import { leafHash, MerkleFrontier } from '../../platform/crypto/merkle.rules.js';
import type { Database } from '../../platform/database/database.js';
import { tenantIds } from '../../platform/database/each-tenant.js';
import { evidenceLog, type Log } from '../../platform/log.js';
import { withWorkLease } from '../../platform/queue/work-lease.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { emitEvent } from '../events/outbox.js';
import { readEntries } from './chain.read.js';
import { storedEntries } from './chain.sql.js';
import { entryText, hashOfText, NO_HASH } from './entry-text.rules.js';
import type { EventDigester } from './event-digester.js';
import { headKeyOf, readNewestNote } from './head-objects.js';
import { insertHead, newestHead, unsignedSince } from './head.sql.js';
import { keyIdOf, openHead, signHead, type AuditHead } from './signed-head.rules.js';

export interface HeadSignerOptions {
  database: Database;
  objects: ObjectStore;
  clock: Clock;
  log: Log;
  key: KeyObject;
  /** Public keys of this and of earlier signing keys. */
  publicKeys: readonly KeyObject[];
  /** Writes the digests of security events into the trail, before its head is signed. */
  digester: EventDigester;
}

/** Interval between the heads of a trail that grows. */
const SIGN_EVERY_MS = HOUR;

interface Grown {
  tree: MerkleFrontier;
  chain: string;
}

/** A head in the object store, and the text that was signed. */
interface StoredHead extends AuditHead {
  note: string;
}

/**
 * Signs the heads of all trails that have grown, with a key that the database does not have, and publishes them: as an
 * object, as a webhook event, as a log line at any `LOG_LEVEL` but `silent`. A trail that does not continue its last signed head, in the database and in the object
 * store, is not signed: that is an error in the log, and `audit verify` names the row. The rows of the database alone are not believed:
 * its owner could delete the heads, and have a rewritten trail signed as if it were new. An object is written once.
 */
export class HeadSigner {
  private readonly evidence: Log;

  constructor(private readonly options: HeadSignerOptions) {
    this.evidence = evidenceLog(options.log);
  }

  /** Signs all that are due, until `signal` aborts. @returns the number of new heads; null when another process signs */
  async run(signal: AbortSignal): Promise<number | null> {
    const { database, log } = this.options;
    let signed = 0;
    const hasRun = await withWorkLease(database, 'audit.heads', async (lease) => {
      for (const tenantId of await tenantIds(database)) {
        if (signal.aborted || !(await lease.renew())) return;
        try {
          const isDigested = await this.digestDue(tenantId);
          if ((isDigested || (await this.isDue(tenantId))) && (await this.sign(tenantId))) signed += 1;
        } catch (err) {
          log.error({ err, tenantId }, 'cannot sign the head of an audit trail');
        }
      }
    });
    return hasRun ? signed : null;
  }

  /** Signs the head of one trail, whether or not it is due. @returns whether there was something new to sign */
  sign(tenantId: string): Promise<boolean> {
    return this.options.database.within({ kind: 'tenant', tenantId }, () => this.signGrown(tenantId));
  }

  /** Digests the security events of a tenant where that is due. A head is signed also where it fails. */
  private async digestDue(tenantId: string): Promise<boolean> {
    const { database, digester, log } = this.options;
    try {
      return await database.within({ kind: 'tenant', tenantId }, () => digester.digestDue(tenantId));
    } catch (err) {
      log.error({ err, tenantId }, 'cannot write the digest of security events');
      return false;
    }
  }

  /** Whether an hour has passed since the last head of a trail, or since its first entry. */
  private async isDue(tenantId: string): Promise<boolean> {
    const { database, clock } = this.options;
    const { since } = await database.within({ kind: 'tenant', tenantId }, () =>
      unsignedSince.only(database.fork(), { tenantId }),
    );
    return since !== null && clock.now().getTime() - since.getTime() >= SIGN_EVERY_MS;
  }

  private async signGrown(tenantId: string): Promise<boolean> {
    const { key, database } = this.options;
    const last = await this.last(tenantId);
    const stored = await this.stored(tenantId);
    const grown = await this.grow(tenantId, last, stored);
    const { tree, chain } = grown;
    if (tree.size <= last.signedSize) return false;
    const head = tree.size === stored?.size ? stored : await this.put(tenantId, grown);
    const { note } = head;
    const published = {
      size: head.size,
      root: head.root.toString('hex'),
      chain,
      key_id: keyIdOf(key),
      signed_at: head.at.toISOString(),
      note,
    };
    await database.fork().transactional(async (em) => {
      const subtrees = tree.subtrees.map((each) => each.toString('hex'));
      await insertHead.run(em, { tenantId, size: head.size, at: head.at, note, subtrees });
      await emitEvent(em, tenantId, {
        event: 'audit.head_signed',
        subject: `audit head ${head.size}`,
        data: published,
      });
    });
    this.evidence.info({ tenantId, ...published }, 'signed the head of an audit trail');
    return true;
  }

  /** Signs a head and stores it as an object. */
  private async put(tenantId: string, { tree, chain }: Grown): Promise<StoredHead> {
    const { objects, clock, key } = this.options;
    const head: AuditHead = { tenantId, size: tree.size, root: tree.root(), chain, at: clock.now() };
    const note = signHead(head, key);
    await objects.put(headKeyOf(tenantId, head.size), Buffer.from(note));
    return { ...head, note };
  }

  /** The newest head in the object store that a key here has signed; null where there is none. */
  private async stored(tenantId: string): Promise<StoredHead | null> {
    const { objects, publicKeys, log } = this.options;
    const note = await readNewestNote(objects, tenantId);
    if (note === null) return null;
    const head = openHead(note, publicKeys);
    if (head?.tenantId === tenantId) return { ...head, note };
    log.warn({ tenantId }, 'the newest head in the object store was not signed with a key of this service');
    return null;
  }

  /**
   * The last signed head, from which the tree grows. One that no key here has signed, as after a change of keys, counts
   * for nothing: the tree then grows from the first entry.
   */
  private async last(tenantId: string): Promise<Grown & { signedSize: number }> {
    const row = await newestHead.one(this.options.database.fork(), { tenantId });
    if (!row) return { tree: new MerkleFrontier(), chain: NO_HASH, signedSize: 0 };
    const head = openHead(row.note, this.options.publicKeys);
    const tree = new MerkleFrontier(
      row.size,
      row.subtrees.map((each) => Buffer.from(each, 'hex')),
    );
    if (head?.tenantId !== tenantId || head.size !== row.size || !head.root.equals(tree.root())) {
      this.options.log.warn({ tenantId, size: row.size }, 'the last head was not signed with a key of this service');
      return { tree: new MerkleFrontier(), chain: NO_HASH, signedSize: row.size };
    }
    return { tree, chain: head.chain, signedSize: row.size };
  }

  /**
   * Adds the entries after a head.
   * @param stored head in the object store, which the trail has to have at its size
   * @throws {Error} when they do not continue both
   */
  private async grow(tenantId: string, last: Grown, stored: StoredHead | null): Promise<Grown> {
    const tree = new MerkleFrontier(last.tree.size, [...last.tree.subtrees]);
    const em = this.options.database.fork();
    const [signed] = await storedEntries.all(em, { tenantId, after: tree.size - 1, limit: 1 });
    if (tree.size > 0 && (signed?.sequence !== tree.size || signed.hash !== last.chain))
      throw new Error(`entry ${tree.size} of the trail is not the one whose head was signed`);
    let { chain } = last;
    const assertStored = () => {
      if (tree.size === stored?.size && !(chain === stored.chain && tree.root().equals(stored.root)))
        throw new Error(`the trail is not the one whose head of ${stored.size} entries is in the object store`);
    };
    assertStored();
    for await (const entry of readEntries(em, tenantId, tree.size)) {
      const isNext = entry.sequence === tree.size + 1 && entry.previousHash === chain;
      if (!isNext || hashOfText(entryText(entry)) !== entry.hash)
        throw new Error(`the trail does not continue its last signed head at entry ${entry.sequence}`);
      tree.add(leafHash(Buffer.from(entry.hash, 'hex')));
      chain = entry.hash;
      assertStored();
    }
    if (stored && tree.size < stored.size)
      throw new Error(`the trail has ${tree.size} entries, and its head in the object store ${stored.size}`);
    return { tree, chain };
  }
}

import type { ObjectOwner } from '../../feature/object-owner.js';
import type { Database } from '../../platform/database/database.js';
import type { ByteRange } from '../../platform/storage/object-reference.rules.js';
import type { Content, ListedObject, ObjectStore, StoredObject } from '../../platform/storage/object-store.js';
import { countObjects, releaseObjects, type CountedObject } from './stored-objects.sql.js';

/**
 * The object store as features have it: every object is counted in the storage of its organization, by the owner of its folder,
 * and an object in a folder without an owner is refused. A statement for each object that is stored or deleted. An object whose
 * process dies before it is counted, or counted out, is put right by the sweeper.
 */
export class CountedObjectStore implements ObjectStore {
  private readonly counting: ReadonlyMap<string, ObjectOwner['counted']>;

  constructor(
    private readonly objects: ObjectStore,
    private readonly database: Pick<Database, 'fork' | 'within'>,
    owners: readonly ObjectOwner[],
  ) {
    this.counting = new Map(owners.map(({ folder, counted }) => [folder, counted]));
  }

  async put(key: string, content: Content, isCompressed?: boolean): Promise<StoredObject> {
    if (!this.counting.has(folderOf(key))) throw new Error(`nothing owns objects like ${key}`);
    const stored = await this.objects.put(key, content, isCompressed);
    await this.count(tenantOf(key), [{ key, size: stored.size }]);
    return stored;
  }

  async delete(key: string): Promise<void> {
    await this.objects.delete(key);
    const counted = this.counting.get(folderOf(key));
    if (counted === undefined || counted === 'rows') return;
    const tenantId = tenantOf(key);
    await this.database.within({ kind: 'tenant', tenantId }, () =>
      releaseObjects.run(this.database.fork(), { tenantId, keys: [key] }),
    );
  }

  /** Counts those objects of a tenant that are counted one by one and not yet. */
  async count(tenantId: string, listed: readonly Pick<ListedObject, 'key' | 'size'>[]): Promise<void> {
    const objects = listed.flatMap(({ key, size: bytes }): CountedObject[] => {
      const kind = this.counting.get(folderOf(key));
      return kind === undefined || kind === 'rows' ? [] : [{ key, kind, bytes }];
    });
    if (objects.length === 0) return;
    await this.database.within({ kind: 'tenant', tenantId }, () =>
      countObjects.run(this.database.fork(), { tenantId, objects }),
    );
  }

  get(key: string, range?: ByteRange) {
    return this.objects.get(key, range);
  }

  sizeOf(key: string): Promise<number> {
    return this.objects.sizeOf(key);
  }

  exists(key: string): Promise<boolean> {
    return this.objects.exists(key);
  }

  list(prefix: string): AsyncIterable<ListedObject[]> {
    return this.objects.list(prefix);
  }

  discardUnfinished(prefix: string, before: Date): Promise<number> {
    return this.objects.discardUnfinished(prefix, before);
  }
}

function tenantOf(key: string): string {
  return key.split('/', 1)[0] ?? '';
}

function folderOf(key: string): string {
  return key.split('/', 2)[1] ?? '';
}

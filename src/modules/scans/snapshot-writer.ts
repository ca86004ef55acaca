import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Resource } from '../../connectors/resource.js';
import type { ObjectStore, StoredObject } from '../../platform/storage/object-store.js';

/** The stored resources of a scan: one JSON object a line, gzip. */
export interface StoredSnapshot extends StoredObject {
  key: string;
  resources: number;
  /** By integration: types of resources that were read to their end, but for the gaps of the scan. */
  readTypes: Record<string, string[]>;
  /** By integration: number of resources of each type; missing of scans before this was counted. */
  counts?: ResourceCounts;
}

/** Number of resources by integration and type. */
type ResourceCounts = Record<string, Record<string, number>>;

const PENDING_CHARACTERS = 64 * 1_024;

/** Stores resources as they stream by. No object is created before the first one. */
export class SnapshotWriter {
  private pending = '';
  private resources = 0;
  private readonly readTypes: Record<string, string[]> = {};
  private readonly counts: ResourceCounts = {};
  private open: { stream: PassThrough; stored: Promise<StoredObject> } | null = null;

  constructor(
    private readonly objects: ObjectStore,
    private readonly key: string,
  ) {}

  /** @throws what the object store could not do */
  async write(integrationId: string, resource: Resource): Promise<void> {
    this.resources += 1;
    const counts = (this.counts[integrationId] ??= {});
    counts[resource.type] = (counts[resource.type] ?? 0) + 1;
    this.pending += JSON.stringify({ integration_id: integrationId, ...resource }) + '\n';
    if (this.pending.length >= PENDING_CHARACTERS) await this.flush();
  }

  /** Records the types of resources that were read to their end. */
  read(integrationId: string, resourceTypes: string[]): void {
    this.readTypes[integrationId] = resourceTypes;
  }

  /** @returns null where there was no resource */
  async end(): Promise<StoredSnapshot | null> {
    if (this.resources === 0) return null;
    await this.flush();
    const { stream, stored } = this.opened();
    stream.end();
    const { key, resources, readTypes, counts } = this;
    return { key, resources, readTypes, counts, ...(await stored) };
  }

  /** Ends without an object. Never rejects. */
  async abandon(cause: unknown): Promise<void> {
    if (!this.open) return;
    this.open.stream.destroy(cause instanceof Error ? cause : new Error('the scan was abandoned'));
    await this.open.stored.catch(() => undefined);
  }

  private async flush(): Promise<void> {
    const { stream, stored } = this.opened();
    const isReady = stream.write(this.pending);
    this.pending = '';
    // The store may fail before the stream drains: whichever comes first.
    if (!isReady) await Promise.race([once(stream, 'drain'), stored]);
  }

  private opened(): { stream: PassThrough; stored: Promise<StoredObject> } {
    if (this.open) return this.open;
    const stream = new PassThrough();
    // `put` rejects with the same error; without a listener the stream would end the process.
    stream.on('error', () => undefined);
    const stored = this.objects.put(this.key, stream, true);
    stored.catch(() => undefined);
    this.open = { stream, stored };
    return this.open;
  }
}

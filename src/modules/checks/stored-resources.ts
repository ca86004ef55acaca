import type { Resource } from '../../connectors/resource.js';
import { AppError } from '../../platform/errors.js';
import { gunzippedLines } from '../../platform/storage/lines.js';
import { ObjectMissing, type ObjectStore } from '../../platform/storage/object-store.js';

/** A resource as stored by a scan. */
export interface StoredResource extends Resource {
  integration_id: string;
}

/**
 * The resources of a scan, in the order in which they were read.
 * @throws {AppError} GONE where the stored object no longer exists; UNAVAILABLE
 */
export async function* storedResources(objects: ObjectStore, key: string): AsyncGenerator<StoredResource> {
  for await (const line of storedLines(objects, key)) yield JSON.parse(line) as StoredResource;
}

/** The lines of a stored object. @throws {AppError} like `storedResources` */
export async function* storedLines(objects: ObjectStore, key: string): AsyncGenerator<string> {
  let source;
  try {
    source = await objects.get(key);
  } catch (cause) {
    if (cause instanceof ObjectMissing)
      throw new AppError('GONE', 'the stored resources of the scan no longer exist', { cause });
    throw cause;
  }
  yield* gunzippedLines(source);
}

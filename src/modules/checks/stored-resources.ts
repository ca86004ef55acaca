import type { Resource } from '../../connectors/resource.js';
import { AppError } from '../../platform/errors.js';
import { gunzippedLines } from '../../platform/storage/lines.js';
import { ObjectMissing, type ObjectStore } from '../../platform/storage/object-store.js';

/** A resource as a scan kept it. */
export interface KeptResource extends Resource {
  integration_id: string;
}

/**
 * The resources of a scan, in the order in which they were read.
 * @throws {AppError} GONE where the kept object is not there any more; UNAVAILABLE
 */
export async function* keptResources(objects: ObjectStore, key: string): AsyncGenerator<KeptResource> {
  for await (const line of keptLines(objects, key)) yield JSON.parse(line) as KeptResource;
}

/** The lines of a kept object. @throws {AppError} as above */
export async function* keptLines(objects: ObjectStore, key: string): AsyncGenerator<string> {
  let source;
  try {
    source = await objects.get(key);
  } catch (cause) {
    if (cause instanceof ObjectMissing)
      throw new AppError('GONE', 'what the scan kept is not there any more', { cause });
    throw cause;
  }
  yield* gunzippedLines(source);
}

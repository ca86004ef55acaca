import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { withoutAges, type ResourceShape } from '../catalogue/resource-shapes.js';
import { canonical, propertyChanges, type PropertyChange } from './property-change.rules.js';
import { storedResources, type StoredResource } from '../checks/stored-resources.js';

type Shapes = ReadonlyMap<string, ResourceShape>;

export type ResourceChangeKind = 'added' | 'removed' | 'changed';

/** A resource that differs between two snapshots. */
export interface ResourceChange {
  kind: ResourceChangeKind;
  integrationId: string;
  resourceType: string;
  resourceId: string;
  resourceName: string;
  region: string | null;
  account: string | null;
  /** Empty where it was added or removed. */
  properties: PropertyChange[];
}

/** Counts of the differences between two snapshots, and the first of them. */
export interface SnapshotDifference {
  added: number;
  removed: number;
  changed: number;
  /** The first of them, in the order of the newer snapshot, removed ones last. */
  changes: ResourceChange[];
}

/**
 * Compares the resources of two scans. Memory grows by some hundred bytes per resource: of the older snapshot only digests are
 * held, and of the newer one only the changed resources that are listed.
 */
export async function compareSnapshots(
  objects: ObjectStore,
  { from, to, first, shapes }: { from: string; to: string; first: number; shapes: Shapes },
): Promise<SnapshotDifference> {
  const comparable = comparableBy(shapes);
  const digestOf = (resource: StoredResource) =>
    createHash('sha1')
      .update(canonical(comparable(resource)))
      .digest('base64');
  const digests = new Map<string, string>();
  for await (const resource of storedResources(objects, from)) digests.set(keyOf(resource), digestOf(resource));
  const difference: SnapshotDifference = { added: 0, removed: 0, changed: 0, changes: [] };
  const listed = new Map<string, StoredResource>();
  for await (const resource of storedResources(objects, to)) {
    const key = keyOf(resource);
    const digest = digests.get(key);
    digests.delete(key);
    if (digest === digestOf(resource)) continue;
    const kind = digest === undefined ? 'added' : 'changed';
    difference[kind] += 1;
    if (difference.changes.length >= first) continue;
    difference.changes.push(changeOf(kind, resource));
    if (kind === 'changed') listed.set(key, resource);
  }
  difference.removed = digests.size;
  if (listed.size > 0 || (digests.size > 0 && difference.changes.length < first)) {
    await addFormerValues(objects, from, { difference, listed, removed: digests, first, comparable });
  }
  return difference;
}

/** Changes whose former values are still to be read from the older snapshot. */
interface Unfinished {
  difference: SnapshotDifference;
  /** Changed resources as they are now, by key. */
  listed: Map<string, StoredResource>;
  removed: ReadonlyMap<string, string>;
  first: number;
  comparable: (resource: StoredResource) => Record<string, unknown>;
}

/** Reads the older snapshot again: former values of changed resources, and the removed resources. */
async function addFormerValues(
  objects: ObjectStore,
  from: string,
  { difference, listed, removed, first, comparable }: Unfinished,
): Promise<void> {
  const byKey = new Map(difference.changes.map((change) => [keyOfChange(change), change]));
  for await (const before of storedResources(objects, from)) {
    const key = keyOf(before);
    const [after, change] = [listed.get(key), byKey.get(key)];
    if (after && change) change.properties = propertyChanges(comparable(before), comparable(after));
    if (removed.has(key) && difference.changes.length < first) difference.changes.push(changeOf('removed', before));
  }
}

function changeOf(kind: ResourceChangeKind, resource: StoredResource): ResourceChange {
  const { integration_id: integrationId, type, id, name, region, account } = resource;
  return {
    kind,
    integrationId,
    resourceType: type,
    resourceId: id,
    resourceName: name,
    region,
    account,
    properties: [],
  };
}

/** Selects the compared properties of a resource: those that only age are omitted. */
function comparableBy(shapes: Shapes): (resource: StoredResource) => Record<string, unknown> {
  return ({ type, name, region, properties }) => ({
    name,
    region,
    properties: withoutAges(shapes.get(type)?.properties ?? {}, properties),
  });
}

function keyOf({ integration_id: integrationId, type, account, id }: StoredResource): string {
  return JSON.stringify([integrationId, type, account, id]);
}

function keyOfChange({ integrationId, resourceType, account, resourceId }: ResourceChange): string {
  return JSON.stringify([integrationId, resourceType, account, resourceId]);
}

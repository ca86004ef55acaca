import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { withoutAges, type ResourceShape } from '../catalogue/resource.shapes.js';
import { canonical, propertyChanges, type PropertyChange } from './property-change.rules.js';
import { keptResources, type KeptResource } from '../checks/stored-resources.js';

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

/** What differs between two snapshots. */
export interface SnapshotDifference {
  added: number;
  removed: number;
  changed: number;
  /** The first of them, in the order of the newer snapshot, removed ones last. */
  changes: ResourceChange[];
}

/**
 * Compares the resources of two scans. Memory grows with the number of resources by some hundred bytes each: of the older
 * snapshot only digests are held, and of what is told the resources themselves.
 */
export async function compareSnapshots(
  objects: ObjectStore,
  { from, to, first, shapes }: { from: string; to: string; first: number; shapes: Shapes },
): Promise<SnapshotDifference> {
  const comparable = comparableBy(shapes);
  const digestOf = (resource: KeptResource) =>
    createHash('sha1')
      .update(canonical(comparable(resource)))
      .digest('base64');
  const digests = new Map<string, string>();
  for await (const resource of keptResources(objects, from)) digests.set(keyOf(resource), digestOf(resource));
  const difference: SnapshotDifference = { added: 0, removed: 0, changed: 0, changes: [] };
  const told = new Map<string, KeptResource>();
  for await (const resource of keptResources(objects, to)) {
    const key = keyOf(resource);
    const digest = digests.get(key);
    digests.delete(key);
    if (digest === digestOf(resource)) continue;
    const kind = digest === undefined ? 'added' : 'changed';
    difference[kind] += 1;
    if (difference.changes.length >= first) continue;
    difference.changes.push(changeOf(kind, resource));
    if (kind === 'changed') told.set(key, resource);
  }
  difference.removed = digests.size;
  if (told.size > 0 || (digests.size > 0 && difference.changes.length < first)) {
    await tellFromOlder(objects, from, { difference, told, removed: digests, first, comparable });
  }
  return difference;
}

interface Untold {
  difference: SnapshotDifference;
  /** Changed resources as they are now, by key. */
  told: Map<string, KeptResource>;
  removed: ReadonlyMap<string, string>;
  first: number;
  comparable: (resource: KeptResource) => Record<string, unknown>;
}

async function tellFromOlder(
  objects: ObjectStore,
  from: string,
  { difference, told, removed, first, comparable }: Untold,
): Promise<void> {
  const byKey = new Map(difference.changes.map((change) => [keyOfChange(change), change]));
  for await (const before of keptResources(objects, from)) {
    const key = keyOf(before);
    const [after, change] = [told.get(key), byKey.get(key)];
    if (after && change) change.properties = propertyChanges(comparable(before), comparable(after));
    if (removed.has(key) && difference.changes.length < first) difference.changes.push(changeOf('removed', before));
  }
}

function changeOf(kind: ResourceChangeKind, resource: KeptResource): ResourceChange {
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

/** What makes two resources the same in a comparison. */
function comparableBy(shapes: Shapes): (resource: KeptResource) => Record<string, unknown> {
  return ({ type, name, region, properties }) => ({
    name,
    region,
    properties: withoutAges(shapes.get(type)?.properties ?? {}, properties),
  });
}

function keyOf({ integration_id: integrationId, type, account, id }: KeptResource): string {
  return JSON.stringify([integrationId, type, account, id]);
}

function keyOfChange({ integrationId, resourceType, account, resourceId }: ResourceChange): string {
  return JSON.stringify([integrationId, resourceType, account, resourceId]);
}

import type { RequestContext } from '../../context.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { catalogueOf } from '../catalogue/visibility.js';
import { storedLines, type StoredResource } from '../checks/stored-resources.js';
import { lastSeenLoader } from '../findings/finding.loader.js';
import type { ResourceRow } from '../findings/resource.sql.js';
import { readScan, type ScanRow } from '../scans/scan.read.js';
import { lastStoredScan } from './configuration.sql.js';

/** A property as a scan read it. */
export interface ReadProperty {
  name: string;
  /** Null for one that the type does not have. */
  description: string | null;
  value: unknown;
  /** Why it could not be read; null where it was. */
  unreadReason: string | null;
}

/** The scan that saw the resource last, up to a moment, and stored what it read; null where none did. */
export async function scanWithConfiguration(
  ctx: RequestContext,
  resource: ResourceRow,
  asOf: Date | null,
): Promise<ScanRow | null> {
  const { tenantId } = ctx.viewer;
  const seen = await ctx.once(lastSeenLoader).load(resource.resourceNo);
  if (!seen?.lastSeenAt) return null;
  const { integrationId } = resource;
  const until = asOf !== null && asOf < seen.lastSeenAt ? asOf : seen.lastSeenAt;
  const found = await lastStoredScan.one(ctx.em, { tenantId, integrationId, until });
  return found && readScan(ctx.em, tenantId, found.id);
}

/**
 * The properties of a resource in a stored snapshot, read up to its line; null where it is not in it: other scanners bring none.
 * @throws {AppError} GONE where the snapshot no longer exists; UNAVAILABLE
 */
export async function configurationOf(
  ctx: RequestContext,
  objects: ObjectStore,
  { key, resource }: { key: string; resource: ResourceRow },
): Promise<ReadProperty[] | null> {
  const stored = await findStored(objects, key, resource);
  if (!stored) return null;
  const shape = catalogueOf(ctx).resourceShapes.get(stored.type)?.properties ?? {};
  const declared = Object.keys(shape).filter((name) => Object.hasOwn(stored.properties, name));
  const others = Object.keys(stored.properties).filter((name) => !Object.hasOwn(shape, name));
  return [...declared, ...others].map((name) => ({
    name,
    description: shape[name]?.description ?? null,
    value: stored.properties[name],
    unreadReason: stored.unknown?.[name] ?? null,
  }));
}

async function findStored(
  objects: ObjectStore,
  key: string,
  { integrationId, account, resourceId }: ResourceRow,
): Promise<StoredResource | null> {
  // A line that has the id is parsed; of an inventory of thousands, few do.
  const id = JSON.stringify(resourceId);
  for await (const line of storedLines(objects, key)) {
    if (!line.includes(id)) continue;
    const stored = JSON.parse(line) as StoredResource;
    if (stored.id === resourceId && stored.account === account && stored.integration_id === integrationId)
      return stored;
  }
  return null;
}

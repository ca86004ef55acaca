import type { Properties, Schedule, Selection, Drift, Verdicts } from './snapshot.shapes.js';

/** A resource of the snapshot in its usual state. */
export interface SnapshotResource {
  id: string;
  /** Unique within its provider. */
  name: string;
  type: string;
  region: string | null;
  account: string;
  properties: Properties;
}

/** What the company has at one provider, and what our checks say of it. */
export interface ProviderSnapshot {
  /** First part of the check ids: `aws`. */
  provider: string;
  /** By name, in the order of the files. */
  resources: ReadonlyMap<string, SnapshotResource>;
  /** By name. */
  drift: ReadonlyMap<string, Drift>;
  /** By check id, in the order of the files. */
  checks: ReadonlyMap<string, Verdicts>;
}

/** The whole company, one entry per provider. */
export type Snapshot = readonly ProviderSnapshot[];

/** Gives the resources as the scan after `scansBefore` completed ones meets them, by name: drift in force is applied. */
export function resourcesAt(snapshot: ProviderSnapshot, scansBefore: number): Map<string, SnapshotResource> {
  const resources = new Map(snapshot.resources);
  for (const { scans, changes } of snapshot.drift.values()) {
    if (!isInForce(scans, scansBefore)) continue;
    for (const [name, properties] of Object.entries(changes)) {
      const resource = named(resources, name);
      resources.set(name, { ...resource, properties: { ...resource.properties, ...properties } });
    }
  }
  return resources;
}

/** Whether a state is in force in the scan after `scansBefore` completed ones. */
export function isInForce(scans: Schedule, scansBefore: number): boolean {
  if ('before' in scans) return scansBefore >= scans.from && scansBefore < scans.before;
  return scans.at.includes(scansBefore % scans.every);
}

/**
 * Gives the names of the selected resources.
 * @throws {Error} for a name or a type that the snapshot does not have
 */
export function select(resources: ReadonlyMap<string, SnapshotResource>, selection: Selection): string[] {
  if (Array.isArray(selection)) return selection.map((name) => named(resources, name).name);
  const names = [...resources.values()].filter(({ type }) => type === selection).map(({ name }) => name);
  if (names.length === 0) throw new Error(`the snapshot has no resource of type ${selection}`);
  return names;
}

/** @throws {Error} for a name that the map does not have */
export function named<T>(values: ReadonlyMap<string, T>, name: string): T {
  const value = values.get(name);
  if (value === undefined) throw new Error(`the snapshot has nothing called ${name}`);
  return value;
}

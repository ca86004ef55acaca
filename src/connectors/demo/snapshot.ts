import type { Resource } from '../resource.js';
import type { Drift, Schedule } from './snapshot-schemas.js';

/** Resources of the company at one provider. */
export interface ProviderSnapshot {
  /** First part of the check ids: `aws`. */
  provider: string;
  /** Resources by name, in the order of the files. */
  resources: ReadonlyMap<string, Resource>;
  /** Drift by the name of the state. */
  drift: ReadonlyMap<string, Drift>;
  /** Types that the files name, including those without resources. */
  resourceTypes: ReadonlySet<string>;
}

/** The whole company, one item for each provider. */
export type Snapshot = readonly ProviderSnapshot[];

/** Resources at the scan after `scansBefore` completed ones, by name, with the drift in force applied. */
export function resourcesAt(snapshot: ProviderSnapshot, scansBefore: number): Map<string, Resource> {
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

/** @throws {Error} for a name that the map does not have */
function named<T>(values: ReadonlyMap<string, T>, name: string): T {
  const value = values.get(name);
  if (value === undefined) throw new Error(`the snapshot has nothing called ${name}`);
  return value;
}

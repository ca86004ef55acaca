import { join } from 'node:path';
import { evidenceObjects } from '../../src/modules/evidence/evidence-objects.js';
import { importObjects } from '../../src/modules/imports/import-objects.js';
import { reportObjects } from '../../src/modules/reports/report-objects.js';
import { scanObjects } from '../../src/modules/scans/scan-objects.js';
import { ScanRetention } from '../../src/modules/scans/scan-retention.js';
import { CountedObjectStore } from '../../src/modules/storage/counted-object-store.js';
import { ObjectSweeper, type Sweep } from '../../src/modules/storage/object-sweeper.js';
import { createLog } from '../../src/platform/log.js';
import { DiskObjectStore } from '../../src/platform/storage/disk-object-store.js';
import type { ObjectStore } from '../../src/platform/storage/object-store.js';
import { openPersistence } from '../../src/app/persistence.js';
import { ShiftedClock } from '../auth/shifted-clock.js';
import type { TestService } from '../support/service.js';

const NEVER = new AbortController().signal;

/** Periodic work of a worker on the database and objects of a service, run by the test. */
export interface Housekeeping {
  clock: ShiftedClock;
  objects: ObjectStore;
  /** Sweeps with the clock `shiftMs` ahead. */
  sweep(shiftMs?: number): Promise<Sweep | null>;
  /** Removes scans past their retention with the clock `shiftMs` ahead. */
  retain(shiftMs: number): Promise<number | null>;
  close(): Promise<void>;
}

export async function openHousekeeping({ config }: TestService, store?: ObjectStore): Promise<Housekeeping> {
  const log = createLog('silent');
  const clock = new ShiftedClock();
  const persistence = await openPersistence(config, log);
  const { database } = persistence;
  const owners = [evidenceObjects, importObjects, reportObjects, scanObjects];
  const raw = store ?? new DiskObjectStore(join(config.dataDir, 'objects'));
  const objects = new CountedObjectStore(raw, database, owners);
  const sweeper = new ObjectSweeper({
    database,
    objects,
    owners,
    clock,
    log,
  });
  const retention = new ScanRetention({ database, objects, clock, log });
  return {
    clock,
    objects: raw,
    sweep: (shiftMs = 0) => clock.at(shiftMs, () => sweeper.sweep(NEVER)),
    retain: (shiftMs) => clock.at(shiftMs, () => retention.run(NEVER)),
    close: () => persistence.close(),
  };
}

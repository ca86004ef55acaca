import { feature } from '../../feature/feature.js';
import type { ObjectOwner } from '../../feature/object-owner.js';
import type { Platform } from '../../feature/platform.js';
import { periodic } from '../../platform/jobs/periodic.js';
import type { CountedObjectStore } from './counted-object-store.js';
import { ObjectSweeper } from './object-sweeper.js';

/** Removal of stored objects that no row needs any more. */
export const storageFeature = feature({
  create(
    { database, clock, log, jobs }: Platform,
    needs: { objects: CountedObjectStore; owners: readonly ObjectOwner[] },
  ) {
    const sweeper = new ObjectSweeper({ database, ...needs, clock, log });
    return {
      services: {},
      workers: [periodic(jobs, { name: 'storage.sweep', every: '5 minutes', run: (signal) => sweeper.sweep(signal) })],
    };
  },
});

import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { periodic } from '../../platform/jobs/periodic.js';
import { IdempotencySweeper } from './idempotency.jobs.js';
import { IdempotencyService } from './idempotency.service.js';

/** Stored responses of requests with an `Idempotency-Key`. */
export const idempotencyFeature = feature({
  sealedColumns: [{ table: 'idempotency_keys', column: 'answer' }],
  create({ vault, jobs, database, clock, log }: Platform) {
    const sweeper = new IdempotencySweeper({ database, clock, log });
    return {
      services: { idempotency: new IdempotencyService(vault) },
      workers: [periodic(jobs, { name: 'idempotency.sweep', every: '1 hour', run: (signal) => sweeper.run(signal) })],
    };
  },
});

import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { IdempotencySweeper } from './idempotency.jobs.js';
import { IdempotencyService } from './idempotency.service.js';

/** Stored responses of requests with an `Idempotency-Key`. */
export const idempotencyFeature = feature({
  sealedColumns: [{ table: 'idempotency_keys', column: 'answer' }],
  create({ vault, jobs, database, clock }: Platform) {
    return {
      services: { idempotency: new IdempotencyService(vault) },
      workers: [new IdempotencySweeper(jobs, database, clock)],
    };
  },
});

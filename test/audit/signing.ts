import { createPublicKey } from 'node:crypto';
import { join } from 'node:path';
import { EventDigester } from '../../src/modules/audit/event-digester.js';
import { HeadSigner } from '../../src/modules/audit/head-signer.js';
import { headKey } from '../../src/modules/audit/signed-head.rules.js';
import { ShiftedClock } from '../auth/shifted-clock.js';
import { createLog, type Log } from '../../src/platform/log.js';
import { DiskObjectStore } from '../../src/platform/storage/disk-object-store.js';
import type { TestService } from '../support/service.js';

/** The signer of a service, with its key, to be run by the test with its clock some milliseconds ahead. */
export function signerOf({ app, config }: TestService, secretKey = config.secretKey, log: Log = createLog('silent')) {
  const key = headKey(secretKey);
  const publicKey = createPublicKey(key);
  const objects = new DiskObjectStore(join(config.dataDir, 'objects'));
  const clock = new ShiftedClock();
  const digester = new EventDigester(app.database, clock);
  const signer = new HeadSigner({
    database: app.database,
    objects,
    clock,
    log,
    key,
    publicKeys: [publicKey],
    digester,
  });
  return {
    objects,
    publicKey,
    digest: (tenantId: string) => app.database.within({ kind: 'tenant', tenantId }, () => digester.digest(tenantId)),
    sign: (tenantId: string) => signer.sign(tenantId),
    run: (shiftMs: number) => {
      clock.shiftMs = shiftMs;
      return signer.run(new AbortController().signal);
    },
  };
}

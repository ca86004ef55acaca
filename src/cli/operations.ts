import type { Config } from '../config/config.js';
import { encryptionOf } from '../config/encrypted-address.rules.js';
import { namesOwner } from '../platform/database/migrated.js';
import { openPersistence } from '../app/persistence.js';
import { requireOwner } from './with-owner.js';
import { createLog } from '../platform/log.js';
import type { OtlpReceiver } from '../platform/telemetry/telemetry.js';

/** Migrates the database and prints the result. */
export async function migrateDatabase(_args: string[], config: Config): Promise<void> {
  requireOwner(config);
  const persistence = await openPersistence(config, createLog('warn'));
  await persistence.close();
  process.stdout.write('the database is up to date\n');
}

/** Reports valid settings: invalid ones have already failed the start of the command. */
export async function checkConfig(_args: string[], config: Config): Promise<void> {
  // Addresses may contain passwords: only the kind of each store is printed.
  const {
    secretKey,
    previousSecretKeys,
    databaseUrl,
    databasePoolerUrl,
    databaseReadUrl,
    mongodbUrl,
    smtpUrl,
    metricsToken,
    s3,
    telemetry: { traces, metrics },
    ...shown
  } = config;
  const summary = {
    ...shown,
    database:
      databaseUrl === null ? 'embedded' : { ...place('DATABASE_URL', databaseUrl), isOwner: namesOwner(databaseUrl) },
    pooler: databasePoolerUrl === null ? 'none' : place('DATABASE_POOLER_URL', databasePoolerUrl),
    replica: databaseReadUrl === null ? 'none' : place('DATABASE_READ_URL', databaseReadUrl),
    jobs: mongodbUrl === null ? 'database' : place('MONGODB_URL', mongodbUrl),
    objects: s3 === null ? 'DATA_DIR' : { endpoint: s3.endpoint, bucket: s3.bucket, region: s3.region },
    mail: smtpUrl === null ? 'DATA_DIR' : place('SMTP_URL', smtpUrl),
    traces: collector(traces),
    pushedMetrics: collector(metrics),
    hasMetricsToken: metricsToken !== null,
    secretKeyBytes: secretKey.length,
    previousSecretKeys: previousSecretKeys.length,
  };
  process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
}

function place(setting: string, address: string) {
  return { setting, encryption: encryptionOf(address) };
}

/** How a collector is spoken to. Its address may contain a key. */
function collector(options: OtlpReceiver | null) {
  if (options === null) return 'none';
  const { url, ...shown } = options;
  return { ...shown, encryption: url.startsWith('https:') ? 'TLS' : 'none: http' };
}

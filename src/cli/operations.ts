import type { Config } from '../config/config.js';
import { openPersistence } from '../app/persistence.js';
import { createLog } from '../platform/log.js';

/** Migrates the database and prints the result. */
export async function migrateDatabase(_args: string[], config: Config): Promise<void> {
  const persistence = await openPersistence(config, createLog('warn'));
  await persistence.close();
  process.stdout.write('the database is up to date\n');
}

/** Reports valid settings: invalid ones have already failed the start of the command. */
export async function checkConfig(_args: string[], config: Config): Promise<void> {
  // Addresses may hold passwords: what is kept where is told, not with what.
  const { secretKey, previousSecretKeys, databaseUrl, mongodbUrl, smtpUrl, metricsToken, s3, ...shown } = config;
  const told = {
    ...shown,
    database: databaseUrl === null ? 'embedded' : 'DATABASE_URL',
    jobs: mongodbUrl === null ? 'database' : 'MONGODB_URL',
    objects: s3 === null ? 'DATA_DIR' : { endpoint: s3.endpoint, bucket: s3.bucket, region: s3.region },
    mail: smtpUrl === null ? 'DATA_DIR' : 'SMTP_URL',
    hasMetricsToken: metricsToken !== null,
    secretKeyBytes: secretKey.length,
    previousSecretKeys: previousSecretKeys.length,
  };
  process.stdout.write(`${JSON.stringify(told, null, 2)}\n`);
}

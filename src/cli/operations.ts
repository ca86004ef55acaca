import type { Config } from '../config/config.js';
import { openPersistence } from '../persistence.js';
import { createLog } from '../platform/log.js';

/** Brings the database up to date and says so. */
export async function migrateDatabase(_args: string[], config: Config): Promise<void> {
  const persistence = await openPersistence(config, createLog('warn'));
  await persistence.close();
  process.stdout.write('the database is up to date\n');
}

/** The settings were read to get here: a wrong one has been told already. */
export async function checkConfig(_args: string[], config: Config): Promise<void> {
  const { secretKey, databaseUrl, ...shown } = config;
  const database = databaseUrl === null ? 'embedded' : 'DATABASE_URL';
  process.stdout.write(`${JSON.stringify({ ...shown, database, secretKeyBytes: secretKey.length }, null, 2)}\n`);
}

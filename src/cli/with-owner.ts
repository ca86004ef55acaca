import type { Config } from '../config/config.js';
import { openServer } from '../app/persistence.js';
import { namesOwner } from '../platform/database/migrated.js';
import { Owner } from '../platform/database/owner.js';
import { createLog } from '../platform/log.js';
import { OperatorError } from './operator-error.js';

/** Runs `work` as the owner of the database, beside a running or a stopped service. Does not migrate. */
export async function withOwner<T>(config: Config, work: (owner: Owner, ownerUrl: string) => Promise<T>): Promise<T> {
  requireOwner(config);
  const log = createLog('warn');
  const server = await openServer(config, log);
  try {
    const owner = await Owner.connect(server.url, log);
    try {
      return await work(owner, server.url);
    } finally {
      await owner.close();
    }
  } finally {
    await server.stop();
  }
}

/** @throws {OperatorError} where the address of the database is for the service alone */
export function requireOwner({ databaseUrl }: Config): void {
  if (databaseUrl === null || namesOwner(databaseUrl)) return;
  throw new OperatorError("this command is for the database's owner: give its user and password in DATABASE_URL");
}

/** Runs `work` as the owner of a migrated database. */
export function withMigrated<T>(config: Config, work: (owner: Owner, ownerUrl: string) => Promise<T>): Promise<T> {
  return withOwner(config, async (owner, url) => {
    if (!(await owner.isMigrated())) throw new OperatorError('this database has no tables of Crosswalk');
    return work(owner, url);
  });
}

import type { Config } from '../config/config.js';
import { openServer } from '../app/persistence.js';
import { Owner } from '../platform/database/owner.js';
import { createLog } from '../platform/log.js';
import { OperatorError } from './operator-error.js';

/** Runs `work` as the owner of the database, beside a running or a stopped service. Does not migrate. */
export async function withOwner<T>(config: Config, work: (owner: Owner, ownerUrl: string) => Promise<T>): Promise<T> {
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

/** Runs `work` as the owner of a migrated database. */
export function withMigrated<T>(config: Config, work: (owner: Owner, ownerUrl: string) => Promise<T>): Promise<T> {
  return withOwner(config, async (owner, url) => {
    if (!(await owner.isMigrated())) throw new OperatorError('this database has no tables of Crosswalk');
    return work(owner, url);
  });
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { databaseOf, type TestDatabase } from './database.js';
import { makePassableDirectory } from './run-directory.js';
import { Standby } from './standby.js';

/** A database of its own server, with a standby that follows it. */
export class ReplicatedDatabase {
  private constructor(
    readonly database: TestDatabase,
    readonly standby: Standby,
    /** Address of the standby for `DATABASE_READ_URL`. */
    readonly readUrl: string,
    private readonly primary: EmbeddedPostgres,
    private readonly directory: string,
  ) {}

  static async start(): Promise<ReplicatedDatabase> {
    const directory = await makePassableDirectory('replicated-');
    const settings = { fsync: 'off', wal_keep_size: '256MB', max_connections: '100', scram_iterations: '1' };
    const primary = await startEmbeddedPostgres({
      dataDir: join(directory, 'primary'),
      log: () => undefined,
      settings,
    });
    const standby = await Standby.of(primary, join(directory, 'standby'), { isSynchronous: false });
    const { user, password, host, port } = primary;
    const database = databaseOf(`postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${user}`);
    return new ReplicatedDatabase(database, standby, `postgres://${host}:${standby.port}`, primary, directory);
  }

  /** After the service on it has stopped, which closes the database. */
  async stop(): Promise<void> {
    await this.standby.stop();
    await this.primary.stop();
    await rm(this.directory, { recursive: true });
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { openPersistence } from '../../src/app/persistence.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { findPostmaster } from '../../src/platform/database/embedded/postmaster.js';
import { createLog } from '../../src/platform/log.js';
import { configFor } from '../support/config.js';
import { eventually } from '../support/eventually.js';
import { makeRunDirectory } from '../support/run-directory.js';
import { Proxy } from './proxy.js';

const DATABASE = 'chaos';
/** Commits are on the disk before they are acknowledged, as in production: a restart at once may lose none. The machine does not fail. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'on', jit: 'off', max_connections: '200' };

/** A real PostgreSQL with one migrated database, behind a relay whose address never changes. */
export class Cluster {
  private restarting: Promise<void> = Promise.resolve();

  private constructor(
    /** Directory of everything that the run writes. */
    readonly directory: string,
    private server: EmbeddedPostgres,
    private readonly proxy: Proxy,
  ) {}

  /** @param isMigrated whether it has the tables of this release. @default true */
  static async start(isMigrated = true): Promise<Cluster> {
    const directory = await makeRunDirectory();
    const server = await startServer(directory);
    const client = new Client({ connectionString: urlOf(server, server.port, server.user) });
    await client.connect();
    await client.query(`create database ${DATABASE}`);
    await client.end();
    const cluster = new Cluster(directory, server, await Proxy.start(server.port));
    if (isMigrated) await cluster.migrate();
    return cluster;
  }

  /** The migration step of this release. */
  async migrate(): Promise<void> {
    await (await openPersistence(configFor(this.ownUrl), createLog('silent'))).close();
  }

  /** Address for a service without the credentials of the owner, through the relay. */
  get serviceUrl(): string {
    return `postgres://${this.server.host}:${this.proxy.port}/${DATABASE}`;
  }

  /** Address for the service, through the relay. */
  get url(): string {
    return urlOf(this.server, this.proxy.port, DATABASE);
  }

  /** Address of the owner, which no relay cuts. */
  get ownUrl(): string {
    return urlOf(this.server, this.server.port, DATABASE);
  }

  /** A new directory for the data of an installation. */
  makeDirectory(): Promise<string> {
    return mkdtemp(join(this.directory, 'data-'));
  }

  /** Rows of one statement, as the owner, over a connection of its own: no fault concerns it. */
  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.ownUrl });
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Cuts every `nth` connection of the service. */
  cut(nth: number): number {
    return this.proxy.cut(nth);
  }

  /** Ends PostgreSQL at once, as by a crash, and starts it again: it recovers what was committed. A second call waits for the first. */
  restart(): Promise<void> {
    this.restarting = this.restarting.then(() => this.endAndStart());
    return this.restarting;
  }

  private async endAndStart(): Promise<void> {
    this.proxy.target = null;
    const postmaster = await findPostmaster(this.server.dataDirectory);
    if (postmaster) process.kill(postmaster.pid, 'SIGQUIT');
    await eventually(async () => ((await findPostmaster(this.server.dataDirectory)) ? null : true));
    await this.server.stop();
    this.server = await startServer(this.directory);
    this.proxy.target = this.server.port;
  }

  async stop(): Promise<void> {
    await this.proxy.close();
    await this.server.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}

function startServer(dataDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log: () => undefined, settings: SETTINGS });
}

function urlOf({ host, user, password }: EmbeddedPostgres, port: number, database: string): string {
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
}

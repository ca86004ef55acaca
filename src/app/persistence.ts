import { join } from 'node:path';
import type { Client } from 'pg';
import type { Config } from '../config/config.js';
import type { Catalogue } from '../modules/catalogue/catalogue.js';
import { ContentCache } from '../modules/catalogue/content-cache.js';
import { readSeeded, seedCatalogue } from '../modules/catalogue/catalogue-seed.js';
import { loadContent } from '../modules/catalogue/content-load.js';
import type { Content } from '../modules/catalogue/content-shapes.js';
import { sharedCatalogue } from '../modules/catalogue/shared-catalogue.js';
import { isRecorded, recordDecidedContent } from '../modules/posture/decided-content.js';
import { Database, type Intercept } from '../platform/database/database.js';
import { migrate } from '../platform/database/migrate.js';
import { namesOwner, openMigrated } from '../platform/database/migrated.js';
import { serviceUrlOf } from '../platform/database/service-role.js';
import type { Log } from '../platform/log.js';
import { SOURCE_ROOT } from '../platform/source-root.js';
import { DECLARATIONS } from './features.js';
import { MIGRATIONS } from './migrations.js';

const ENTITIES = DECLARATIONS.flatMap(({ entities }) => entities ?? []);

/** Migrated database of the service, with the catalogue whose ids it stores. */
export interface Persistence {
  database: Database;
  catalogue: Catalogue;
  /** Connection URL of the service role, at the database itself: for notifications and jobs, which need sessions. */
  serviceUrl: string;
  /** Closes the connections, and stops the embedded server when no other process uses it. */
  close(): Promise<void>;
}

export interface PersistenceOptions {
  /** Called with every statement of the service's connections. For tests. @default none */
  intercept?: Intercept | undefined;
  /** For tests. @default the shipped one */
  content?: Content | undefined;
}

/**
 * Starts the embedded PostgreSQL when no other is configured, migrates where the address is the owner's, and connects as the service
 * role.
 */
export async function openPersistence(
  config: Config,
  log: Log,
  { intercept, content: given }: PersistenceOptions = {},
): Promise<Persistence> {
  const server = await openServer(config, log);
  try {
    const content = given ?? shippedContent();
    const { serviceUrl, seeded, isDistributed } = await openTables(server.url, content, config, log);
    const catalogue = sharedCatalogue(content, seeded);
    const database = await Database.connect({
      ...route(serviceUrl, config),
      isDistributed,
      entities: ENTITIES,
      log,
      intercept,
      limits: config.databaseLimits,
      replica: replicaOf(serviceUrl, config),
    });
    return {
      database,
      catalogue,
      serviceUrl,
      close: async () => {
        await database.close();
        await server.stop();
      },
    };
  } catch (err) {
    await server.stop();
    throw err;
  }
}

/** Where the statements of requests and of work go: through the pooler, where there is one. */
function route(serviceUrl: string, { databasePoolerUrl, secretKey }: Config) {
  if (databasePoolerUrl === null) return { url: serviceUrl };
  return { url: besides(serviceUrl, databasePoolerUrl, secretKey), isPooled: true };
}

/** Where reads that may be stale go, where there is a replica. */
function replicaOf(serviceUrl: string, { databaseReadUrl, databaseReadLagMs, secretKey }: Config) {
  if (databaseReadUrl === null) return null;
  return { url: besides(serviceUrl, databaseReadUrl, secretKey), lagMsMax: databaseReadLagMs };
}

/** URL of the service role at another address; without a path it leads to the same database. */
function besides(serviceUrl: string, address: string, secretKey: Buffer): string {
  const url = new URL(serviceUrlOf(address, secretKey));
  if (url.pathname.length <= 1) url.pathname = new URL(serviceUrl).pathname;
  return url.toString();
}

/** Migrates as the owner; without the owner's credentials, expects that it was done. */
function openTables(url: string, content: Content, { secretKey }: Config, log: Log) {
  if (!namesOwner(url)) {
    const read = async (client: Client) =>
      (await isRecorded(client, content)) ? readSeeded(client, content) : Promise.resolve(null);
    return openMigrated({ databaseUrl: url, secretKey, migrations: MIGRATIONS, read, log });
  }
  const seed = async (client: Client) => {
    await recordDecidedContent(client, content);
    return seedCatalogue(client, content);
  };
  return migrate({ ownerUrl: url, secretKey, migrations: MIGRATIONS, seed, log });
}

/** The content that comes with this version: read once, and nothing changes it. */
let shipped: Content | null = null;

function shippedContent(): Content {
  const cache = () => new ContentCache(join(SOURCE_ROOT, '../dist/.content.json'));
  return (shipped ??= loadContent(join(SOURCE_ROOT, 'content'), cache()));
}

/**
 * Connection of the database's owner: to the configured server, or to the embedded one, which runs while any process
 * uses it.
 */
export async function openServer(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, stop: () => Promise.resolve() };
  return startEmbedded(config.dataDir, log);
}

/** Starts the embedded server. Imported on demand: with DATABASE_URL its package need not be installed. */
async function startEmbedded(dataDir: string, log: Log): Promise<{ url: string; stop: () => Promise<void> }> {
  const { startEmbeddedPostgres } = await import('../platform/database/embedded-postgres.js');
  const server = await startEmbeddedPostgres({ dataDir, log: (message, details) => log.info(details ?? {}, message) });
  const url = `postgres://${server.user}:${encodeURIComponent(server.password)}@${server.host}:${server.port}/${server.user}`;
  return { url, stop: () => server.stop() };
}

import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { buildCatalogue } from '../modules/catalogue/catalogue-build.js';
import type { Catalogue } from '../modules/catalogue/catalogue.js';
import { ContentCache } from '../modules/catalogue/content-cache.js';
import { seedCatalogue } from '../modules/catalogue/catalogue-seed.js';
import { loadContent } from '../modules/catalogue/content-load.js';
import type { Content } from '../modules/catalogue/content-shapes.js';
import { Database, type Intercept } from '../platform/database/database.js';
import { migrate } from '../platform/database/migrate.js';
import type { Log } from '../platform/log.js';
import { SOURCE_ROOT } from '../platform/source-root.js';
import { DECLARATIONS } from './features.js';
import { MIGRATIONS } from './migrations.js';

const ENTITIES = DECLARATIONS.flatMap(({ entities }) => entities ?? []);

/** The service's database, migrated, with the catalogue that its numbers belong to. */
export interface Persistence {
  database: Database;
  catalogue: Catalogue;
  /** The service role's connection. */
  serviceUrl: string;
  /** Closes the connections, and the embedded server where nobody else uses it. */
  close(): Promise<void>;
}

export interface PersistenceOptions {
  /** Sees every statement of the service's connections. For tests. @default none */
  intercept?: Intercept | undefined;
  /** Where the content files are. For tests. @default those that we ship */
  contentDirectory?: string | undefined;
}

/** Starts the embedded PostgreSQL where no other is given, migrates, and connects as the service's role. */
export async function openPersistence(
  config: Config,
  log: Log,
  { intercept, contentDirectory }: PersistenceOptions = {},
): Promise<Persistence> {
  const server = await openServer(config, log);
  try {
    const content = contentDirectory === undefined ? shippedContent() : loadContent(contentDirectory);
    const { serviceUrl, seeded } = await migrate({
      ownerUrl: server.url,
      secretKey: config.secretKey,
      migrations: MIGRATIONS,
      seed: (client) => seedCatalogue(client, content),
      log,
    });
    const catalogue = buildCatalogue(content, seeded);
    const database = await Database.connect({ url: serviceUrl, entities: ENTITIES, log, intercept });
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

function shippedContent(): Content {
  return loadContent(join(SOURCE_ROOT, 'content'), new ContentCache(join(SOURCE_ROOT, '../dist/.content.json')));
}

/** The server and the owner's way to it: the one given, or the embedded one, which runs while somebody uses it. */
export async function openServer(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, stop: () => Promise.resolve() };
  return startEmbedded(config.dataDir, log);
}

/** Imported when needed only: with a server of one's own the platform package need not be there. */
async function startEmbedded(dataDir: string, log: Log): Promise<{ url: string; stop: () => Promise<void> }> {
  const { startEmbeddedPostgres } = await import('../platform/database/embedded-postgres.js');
  const server = await startEmbeddedPostgres({ dataDir, log: (message, details) => log.info(details ?? {}, message) });
  const url = `postgres://${server.user}:${encodeURIComponent(server.password)}@${server.host}:${server.port}/${server.user}`;
  return { url, stop: () => server.stop() };
}

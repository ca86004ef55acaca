import { join } from 'node:path';
import { Migration20261121000000_foundation } from '../schema/migrations/Migration20261121000000_foundation.js';
import type { Config } from './config/config.js';
import { buildCatalogue } from './modules/catalogue/catalogue.build.js';
import type { Catalogue } from './modules/catalogue/catalogue.js';
import { seedCatalogue } from './modules/catalogue/catalogue.seed.js';
import { loadContent } from './modules/catalogue/content.load.js';
import { IntegrationEntity } from './modules/integrations/integration.entity.js';
import { TenantEntity } from './modules/organizations/tenant.entity.js';
import { UserEntity } from './modules/organizations/user.entity.js';
import { ScanEntity } from './modules/scans/scan.entity.js';
import { Database, type Intercept } from './platform/database/database.js';
import { migrate } from './platform/database/migrate.js';
import type { Log } from './platform/log.js';
import { SOURCE_ROOT } from './source-root.js';

const ENTITIES = [TenantEntity, UserEntity, IntegrationEntity, ScanEntity];

/** Every migration, oldest first. Append only. */
const MIGRATIONS = [{ name: 'Migration20261121000000_foundation', class: Migration20261121000000_foundation }];

/** The service's database, migrated, with the catalogue that its numbers belong to. */
export interface Persistence {
  database: Database;
  catalogue: Catalogue;
  /** The service role's connection. */
  serviceUrl: string;
  /** Closes the connections, and the embedded server where nobody else uses it. */
  close(): Promise<void>;
}

/** Starts the embedded PostgreSQL where no other is given, migrates, and connects as the service's role. */
export async function openPersistence(config: Config, log: Log, intercept?: Intercept): Promise<Persistence> {
  const server = config.databaseUrl === null ? await startEmbedded(config.dataDir, log) : null;
  try {
    const content = loadContent(join(SOURCE_ROOT, 'content'));
    const { serviceUrl, seeded } = await migrate({
      ownerUrl: server?.url ?? config.databaseUrl ?? '',
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
        await server?.stop();
      },
    };
  } catch (err) {
    await server?.stop();
    throw err;
  }
}

/** Imported when needed only: with a server of one's own the platform package need not be there. */
async function startEmbedded(dataDir: string, log: Log): Promise<{ url: string; stop: () => Promise<void> }> {
  const { startEmbeddedPostgres } = await import('./platform/database/embedded-postgres.js');
  const server = await startEmbeddedPostgres({ dataDir, log: (message, details) => log.info(details ?? {}, message) });
  const url = `postgres://${server.user}:${encodeURIComponent(server.password)}@${server.host}:${server.port}/${server.user}`;
  return { url, stop: () => server.stop() };
}

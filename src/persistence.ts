import { join } from 'node:path';
import { Migration20261121000000_foundation } from '../schema/migrations/Migration20261121000000_foundation.js';
import { Migration20261121100000_audit } from '../schema/migrations/Migration20261121100000_audit.js';
import { Migration20261121100500_propagation } from '../schema/migrations/Migration20261121100500_propagation.js';
import { Migration20261121100505_api_keys } from '../schema/migrations/Migration20261121100505_api_keys.js';
import { Migration20261121100507_quotas } from '../schema/migrations/Migration20261121100507_quotas.js';
import { Migration20261121100508_idempotency } from '../schema/migrations/Migration20261121100508_idempotency.js';
import { Migration20261121101200_reports } from '../schema/migrations/Migration20261121101200_reports.js';
import { Migration20261121101212_storage } from '../schema/migrations/Migration20261121101212_storage.js';
import { Migration20261121101500_webhooks } from '../schema/migrations/Migration20261121101500_webhooks.js';
import { Migration20261121101530_accounts } from '../schema/migrations/Migration20261121101530_accounts.js';
import { Migration20261121102000_webhook_deletion } from '../schema/migrations/Migration20261121102000_webhook_deletion.js';
import { Migration20261121103000_catalogue_versions } from '../schema/migrations/Migration20261121103000_catalogue_versions.js';
import { Migration20261121110000_checks } from '../schema/migrations/Migration20261121110000_checks.js';
import { Migration20261121111000_schedules } from '../schema/migrations/Migration20261121111000_schedules.js';
import { Migration20261121112000_custom_checks } from '../schema/migrations/Migration20261121112000_custom_checks.js';
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
export const MIGRATIONS = [
  { name: 'Migration20261121000000_foundation', class: Migration20261121000000_foundation },
  { name: 'Migration20261121100000_audit', class: Migration20261121100000_audit },
  { name: 'Migration20261121100500_propagation', class: Migration20261121100500_propagation },
  { name: 'Migration20261121100505_api_keys', class: Migration20261121100505_api_keys },
  { name: 'Migration20261121100507_quotas', class: Migration20261121100507_quotas },
  { name: 'Migration20261121100508_idempotency', class: Migration20261121100508_idempotency },
  { name: 'Migration20261121101200_reports', class: Migration20261121101200_reports },
  { name: 'Migration20261121101212_storage', class: Migration20261121101212_storage },
  { name: 'Migration20261121101500_webhooks', class: Migration20261121101500_webhooks },
  { name: 'Migration20261121101530_accounts', class: Migration20261121101530_accounts },
  { name: 'Migration20261121102000_webhook_deletion', class: Migration20261121102000_webhook_deletion },
  { name: 'Migration20261121103000_catalogue_versions', class: Migration20261121103000_catalogue_versions },
  { name: 'Migration20261121110000_checks', class: Migration20261121110000_checks },
  { name: 'Migration20261121111000_schedules', class: Migration20261121111000_schedules },
  { name: 'Migration20261121112000_custom_checks', class: Migration20261121112000_custom_checks },
];

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
  { intercept, contentDirectory = join(SOURCE_ROOT, 'content') }: PersistenceOptions = {},
): Promise<Persistence> {
  const server = await openServer(config, log);
  try {
    const content = loadContent(contentDirectory);
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
  const { startEmbeddedPostgres } = await import('./platform/database/embedded-postgres.js');
  const server = await startEmbeddedPostgres({ dataDir, log: (message, details) => log.info(details ?? {}, message) });
  const url = `postgres://${server.user}:${encodeURIComponent(server.password)}@${server.host}:${server.port}/${server.user}`;
  return { url, stop: () => server.stop() };
}

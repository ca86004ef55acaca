import { type Server } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { DemoOrganization } from '../demo/demo-organization.js';
import type { Feature } from '../feature/feature.js';
import type { RestRow } from '../feature/rest-row.js';
import { type OpenApiDocument } from '../http/openapi/document.js';
import { apiKeysFeature } from '../modules/api-keys/index.js';
import { auditFeature } from '../modules/audit/index.js';
import { authFeature } from '../modules/auth/index.js';
import { controlsFeature } from '../modules/controls/index.js';
import { importsFeature } from '../modules/imports/index.js';
import { customChecksFeature } from '../modules/custom-checks/index.js';
import { evidenceFeature } from '../modules/evidence/index.js';
import { integrationsFeature } from '../modules/integrations/index.js';
import { organizationsFeature } from '../modules/organizations/index.js';
import { TenantService } from '../modules/organizations/tenant.service.js';
import { postureFeature } from '../modules/posture/index.js';
import { remediationFeature } from '../modules/remediation/index.js';
import { reportsFeature } from '../modules/reports/index.js';
import { scansFeature } from '../modules/scans/index.js';
import { schedulesFeature } from '../modules/schedules/index.js';
import { snapshotsFeature } from '../modules/snapshots/index.js';
import { scoresFeature } from '../modules/scores/index.js';
import { AssessmentService } from '../modules/ucf/assessment.service.js';
import { ucfFeature } from '../modules/ucf/index.js';
import { webhooksFeature } from '../modules/webhooks/index.js';
import { systemClock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import { PublicUrl } from '../platform/public-url.js';
import { openStorage } from '../platform/storage/open-storage.js';
import { openPersistence, type Persistence } from './persistence.js';
import { createTransports } from './transports.js';
import { createServices, type AppOptions, type Services } from './services.js';

/** The service, wired but not yet listening. */
export interface App {
  server: Server;
  /** Serves `/metrics` on a port of its own, where the settings give one. */
  metricsServer: Server;
  publicUrl: PublicUrl;
  schema: GraphQLSchema;
  /** Every documented path. */
  routes: readonly RestRow[];
  /** What `/api/openapi.json` answers. */
  openApi(): OpenApiDocument;
  tenants: TenantService;
  demo: DemoOrganization;
  database: Database;
  /**
   * Listens, then works. A process that is only a worker answers nothing but whether it is well.
   * @param prepare runs when the address is known and before the service is ready and works
   */
  start(prepare?: () => Promise<void>): Promise<void>;
  /** Undoes `start` and the wiring, in reverse. */
  stop(): Promise<void>;
}

/** Wires everything by constructors. The database is up and migrated when it resolves. */
export async function createApp(options: AppOptions): Promise<App> {
  const persistence = await openPersistence(options.config, options.log, options);
  try {
    return await wire(options, persistence);
  } catch (err) {
    await persistence.close();
    throw err;
  }
}

async function wire(options: AppOptions, persistence: Persistence): Promise<App> {
  const { config } = options;
  const publicUrl = new PublicUrl(config.publicUrl);
  const storage = await openStorage({ ...config, publicUrl }, options.clock ?? systemClock);
  const services = createServices(options, persistence, { storage, publicUrl });
  const transports = await createTransports(options, persistence, { services, features: features(services) });
  publicUrl.follow(transports.server);
  const isWorker = config.role !== 'web';
  return {
    server: transports.server,
    metricsServer: transports.metricsServer,
    publicUrl,
    schema: transports.schema,
    routes: transports.rest,
    openApi: transports.openApi,
    tenants: services.tenants,
    demo: services.demo,
    database: persistence.database,
    start: async (prepare) => {
      await services.notifications.start();
      await transports.listener.listen(config);
      if (config.metricsPort !== null) await transports.metrics.listen({ host: config.host, port: config.metricsPort });
      await prepare?.();
      if (isWorker) {
        for (const worker of services.workers) await worker.start();
        await services.jobs.start();
      }
      transports.setReady(true);
    },
    stop: async () => {
      transports.setReady(false);
      const endWork = async () => {
        for (const worker of services.workers) await worker.stop();
        await services.jobs.stop();
      };
      await Promise.all([transports.close(), endWork()]);
      await transports.metrics.close();
      await services.notifications.stop();
      storage.close();
      await persistence.close();
    },
  };
}

function features(services: Services): Feature[] {
  return [
    authFeature(services),
    apiKeysFeature(services.apiKeys),
    organizationsFeature(services),
    integrationsFeature(services.integrations, services.integrationChanges),
    importsFeature(services.imports),
    controlsFeature(),
    postureFeature(),
    ucfFeature(new AssessmentService()),
    scoresFeature(),
    auditFeature(),
    scansFeature(services.scans),
    schedulesFeature(services.schedules),
    snapshotsFeature(services.snapshots),
    customChecksFeature(services.customChecks),
    evidenceFeature(services.storage.links, services.uploads),
    remediationFeature(),
    reportsFeature(services.reports),
    webhooksFeature(services.webhooks),
  ];
}

import { type Server } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { AppContext } from '../context.js';
import type { DemoOrganization } from '../demo/demo-organization.js';
import type { FeatureParts } from '../feature/feature.js';
import type { RestRow } from '../feature/rest-row.js';
import { SERVICE_CALLS } from '../graphql/schema.js';
import { type OpenApiDocument } from '../http/openapi/document.js';
import { TenantService } from '../modules/organizations/tenant.service.js';
import type { ScimRoute } from '../modules/scim/scim-protocol.js';
import { ContextValues } from '../platform/context-values.js';
import type { Database } from '../platform/database/database.js';
import { PublicUrl } from '../platform/public-url.js';
import { startTelemetry, type Telemetry } from '../platform/telemetry/telemetry.js';
import { createConnectors } from './connectors.js';
import { createDemo } from './demo.js';
import { ACCESS, createFeatures } from './features.js';
import { executorOf, serviceCallsOf } from './graph.js';
import { openPersistence, type Persistence } from './persistence.js';
import { createPlatform, type AppOptions } from './platform.js';
import { createTransports } from './transports.js';

/** The service, wired but not yet listening. */
export interface App {
  server: Server;
  /** Server of `/metrics` on its own port, where the settings have one. */
  metricsServer: Server;
  publicUrl: PublicUrl;
  schema: GraphQLSchema;
  /** Every documented path. */
  routes: readonly RestRow[];
  /** Every path of SCIM, below `/scim/v2`. */
  scimRoutes: readonly Pick<ScimRoute, 'method' | 'path'>[];
  /** Document that `/api/openapi.json` returns. */
  openApi(): OpenApiDocument;
  tenants: TenantService;
  demo: DemoOrganization;
  database: Database;
  /**
   * Listens, then starts the workers. A worker process answers only health checks.
   * @param prepare runs when the address is known and before the service is ready and starts its workers
   */
  start(prepare?: () => Promise<void>): Promise<void>;
  /** Reverts `start` and the wiring, in reverse order. */
  stop(): Promise<void>;
}

/** Wires all objects by constructors. The database runs and is migrated when this resolves. */
export async function createApp(options: AppOptions): Promise<App> {
  const telemetry = await startTelemetry(options.config.telemetry, options.log);
  try {
    return await openAndWire(options, telemetry);
  } catch (err) {
    await telemetry.stop();
    throw err;
  }
}

async function openAndWire(options: AppOptions, telemetry: Telemetry): Promise<App> {
  const persistence = await openPersistence(options.config, options.log, options);
  try {
    return await wire(options, persistence, telemetry);
  } catch (err) {
    await persistence.close();
    throw err;
  }
}

async function wire(options: AppOptions, persistence: Persistence, telemetry: Telemetry): Promise<App> {
  const { config } = options;
  const platform = await createPlatform(options, persistence);
  const { clock, log, publicUrl, jobs, notifications } = platform;
  await telemetry.push(platform.metrics);
  const { catalogue } = persistence;
  const features = createFeatures(platform, { catalogue, connectors: createConnectors(config) });
  const parts: readonly FeatureParts[] = Object.values(features);
  const calls = serviceCallsOf(parts, {
    onOperation: platform.serviceMetrics.onOperation,
    onFailure: (ctx, operation, error) =>
      features.securityEvents.services.securityEvents.noticeFailure(ctx, operation, error),
  });
  const values = new ContextValues([
    ...parts.flatMap(({ contextValues }) => contextValues ?? []),
    SERVICE_CALLS.holds(calls),
  ]);
  const context: AppContext = { access: ACCESS, clock, log, values };
  const transports = await createTransports(platform, features, {
    app: context,
    executor: executorOf(calls, catalogue),
    calls,
  });
  publicUrl.follow(transports.server);
  const workers = [...platform.workers, ...parts.flatMap((feature) => feature.workers ?? [])];
  const demo = createDemo(platform, features, context);
  const isWorker = config.role !== 'web';
  return {
    server: transports.server,
    metricsServer: transports.metricsServer,
    publicUrl,
    schema: transports.schema,
    routes: transports.rows,
    scimRoutes: features.scim.services.protocol.routes,
    openApi: transports.openApi,
    tenants: features.organizations.services.tenants,
    demo,
    database: persistence.database,
    start: async (prepare) => {
      await notifications.start();
      await transports.listener.listen(config);
      if (config.metricsPort !== null) await transports.metrics.listen({ host: config.host, port: config.metricsPort });
      await prepare?.();
      if (isWorker) {
        for (const worker of workers) await worker.start(context);
        await jobs.start();
      }
      transports.setReady(true);
    },
    stop: async () => {
      transports.setReady(false);
      const endWork = async () => {
        // All at once: each has a time of its own to end what is under way, and begins nothing more meanwhile.
        await Promise.all(workers.map((worker) => worker.stop()));
        await jobs.stop();
      };
      await Promise.all([transports.close(), endWork(), demo.stop()]);
      await transports.metrics.close();
      await notifications.stop();
      platform.storage.close();
      await persistence.close();
      await telemetry.stop();
    },
  };
}

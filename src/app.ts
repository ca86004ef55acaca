import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { Config } from './config/config.js';
import { RequestContext, type AppContext, type Viewer } from './context.js';
import { DemoConnector } from './connectors/demo/demo.connector.js';
import { Connectors } from './connectors/registry.js';
import { ReportImportConnector } from './connectors/report-import/report-import.connector.js';
import type { Feature, RestRow } from './feature.js';
import { createApollo } from './graphql/apollo.js';
import { Executor } from './graphql/executor.js';
import { listSizesOf } from './graphql/list-sizes.js';
import { createSchema } from './graphql/schema.js';
import { attachSocket } from './graphql/socket.js';
import { LiveDoor } from './graphql/subscriptions.js';
import { fileRoutes } from './http/files.js';
import { graphqlRoute, streamRoute } from './http/graphql.js';
import { healthRoutes } from './http/health.js';
import { restRoutes } from './http/rest.js';
import { bearerToken, createHttpApp } from './http/server.js';
import { graphiqlPage } from './http/static-pages.js';
import { authFeature } from './modules/auth/index.js';
import { LoginService } from './modules/auth/login.service.js';
import { readCaller, type Caller } from './modules/auth/viewer.read.js';
import { catalogueFeature } from './modules/catalogue/index.js';
import { evidenceFeature } from './modules/evidence/index.js';
import { ImportService } from './modules/integrations/import.service.js';
import { integrationsFeature } from './modules/integrations/index.js';
import { IntegrationService } from './modules/integrations/integration.service.js';
import { organizationsFeature } from './modules/organizations/index.js';
import { TenantService } from './modules/organizations/tenant.service.js';
import { postureFeature } from './modules/posture/index.js';
import { scansFeature } from './modules/scans/index.js';
import { ScanFeed } from './modules/scans/scan.feed.js';
import { ScanJobs } from './modules/scans/scan.jobs.js';
import { ScanRunner } from './modules/scans/scan.runner.js';
import { ScanService } from './modules/scans/scan.service.js';
import { ucfFeature } from './modules/ucf/index.js';
import { SECOND, systemClock, type Clock } from './platform/clock.js';
import { PasswordHasher } from './platform/crypto/password.js';
import { Tokens } from './platform/crypto/tokens.js';
import { newId } from './platform/crypto/uuid.js';
import type { Database, Intercept } from './platform/database/database.js';
import { Jobs } from './platform/jobs/jobs.js';
import type { Log } from './platform/log.js';
import { Notifications } from './platform/pubsub/notifications.js';
import { Quota } from './platform/quota.js';
import { DownloadLinks } from './platform/storage/download-links.js';
import { DiskObjectStore, type ObjectStore } from './platform/storage/object-store.js';
import { openPersistence, type Persistence } from './persistence.js';
import { SOURCE_ROOT } from './source-root.js';

/** The contract's limits for the default of 600 requests a minute; they scale with it. */
const TRIGGERS_PER_600 = 6;
const IMPORTS_PER_600 = 20;
/** How long open requests may take to end when the service stops. */
const CLOSE_GRACE_MS = 5 * SECOND;

export interface AppOptions {
  config: Config;
  log: Log;
  /** @default the machine's */
  clock?: Clock;
  /** Sees every statement of the service's connections. For tests. */
  intercept?: Intercept;
}

/** The service, wired but not yet listening. */
export interface App {
  server: Server;
  schema: GraphQLSchema;
  /** Every documented path. */
  routes: readonly RestRow[];
  tenants: TenantService;
  database: Database;
  /** Listens, then works. */
  start(): Promise<void>;
  /** Undoes `start` and the wiring, in reverse. */
  stop(): Promise<void>;
}

/** Wires everything by constructors. The database is up and migrated when it resolves. */
export async function createApp(options: AppOptions): Promise<App> {
  const persistence = await openPersistence(options.config, options.log, options.intercept);
  try {
    return await wire(options, persistence);
  } catch (err) {
    await persistence.close();
    throw err;
  }
}

async function wire(options: AppOptions, persistence: Persistence): Promise<App> {
  const { config } = options;
  const services = createServices(options, persistence);
  const doors = await createDoors(options, persistence, services);
  const isWeb = config.role !== 'worker';
  const isWorker = config.role !== 'web';
  return {
    server: doors.server,
    schema: doors.schema,
    routes: doors.rest,
    tenants: services.tenants,
    database: persistence.database,
    start: async () => {
      await services.notifications.start();
      await listen(doors.server, config, isWeb);
      if (isWorker) await services.scanJobs.start(services.runner);
      doors.setReady(true);
    },
    stop: async () => {
      doors.setReady(false);
      await services.scanJobs.stop();
      await services.jobs.stop();
      await doors.closeSockets();
      await close(doors.server);
      await doors.apollo.stop();
      await services.notifications.stop();
      await persistence.close();
    },
  };
}

type Services = ReturnType<typeof createServices>;

function createServices({ config, log, clock = systemClock }: AppOptions, persistence: Persistence) {
  const { database, catalogue, serviceUrl } = persistence;
  const connectors = new Connectors([
    new DemoConnector({
      directory: join(SOURCE_ROOT, 'connectors/demo/snapshot'),
      paceMs: config.demoScanSeconds * SECOND,
    }),
    new ReportImportConnector('prowler'),
    new ReportImportConnector('aws-security-hub'),
    new ReportImportConnector('openscap'),
  ]);
  const scale = (perDefault: number) => Math.max(1, Math.floor((config.rateLimitPerMinute * perDefault) / 600));
  const objects: ObjectStore = new DiskObjectStore(join(config.dataDir, 'objects'));
  const hasher = new PasswordHasher();
  const tokens = new Tokens(config.secretKey);
  const notifications = new Notifications(serviceUrl, clock, log);
  const jobs = new Jobs({ url: serviceUrl, log });
  const scanJobs = new ScanJobs(jobs, database, clock);
  const scans = new ScanService(scanJobs, connectors, new Quota('scan triggers', scale(TRIGGERS_PER_600)));
  return {
    objects,
    tokens,
    notifications,
    jobs,
    scanJobs,
    scans,
    links: new DownloadLinks(config.secretKey, config.publicUrl, clock),
    logins: new LoginService(database, hasher, tokens, clock),
    tenants: new TenantService(database, hasher, clock),
    integrations: new IntegrationService(connectors),
    imports: new ImportService(connectors, objects, scans, new Quota('imports', scale(IMPORTS_PER_600))),
    runner: new ScanRunner({ database, catalogue, connectors, objects, clock, log }),
    context: { catalogue, clock, log, scanFeed: new ScanFeed(database, notifications, log) } satisfies AppContext,
  };
}

function features(services: Services): Feature[] {
  return [
    authFeature(services.logins),
    organizationsFeature(),
    integrationsFeature(services.integrations, services.imports),
    catalogueFeature(),
    postureFeature(),
    ucfFeature(),
    scansFeature(services.scans),
    evidenceFeature(services.links),
  ];
}

async function createDoors({ config, log }: AppOptions, { database, catalogue }: Persistence, services: Services) {
  const all = features(services);
  const rest = all.flatMap(({ routes }) => routes);
  const executor = new Executor(createSchema(all), listSizesOf(catalogue));
  const requestQuota = new Quota('requests', config.rateLimitPerMinute);
  const apollo = createApollo(executor, log);
  await apollo.start();
  const { tokens, context: app } = services;
  const identify = async (authorization: string | undefined): Promise<Caller | null> => {
    const token = bearerToken(authorization);
    const claims = token === null ? null : tokens.verify(token, 'access', app.clock.now());
    if (!claims) return null;
    return database.within({ kind: 'tenant', tenantId: claims.tenantId }, () => readCaller(database.fork(), claims));
  };
  const createContext = (viewer: Viewer) =>
    new RequestContext({ app, viewer, em: database.fork(), requestId: newId() });
  const live = new LiveDoor({ executor, database, requestQuota, createContext });
  let isReady = false;
  const koa = createHttpApp({
    app,
    database,
    identify,
    requestQuota,
    trustProxy: config.trustProxy,
    openRoutes: [healthRoutes(async () => isReady && (await database.isReachable()))],
    routes: [
      graphiqlPage({ directory: join(SOURCE_ROOT, '../dist/dashboard') }),
      fileRoutes(services.links, services.objects),
      restRoutes(rest, executor),
      graphqlRoute(apollo, executor),
      streamRoute(live, identify),
    ],
  });
  const answer = koa.callback();
  const server = createServer((req, res) => void answer(req, res));
  return {
    server,
    schema: executor.schema,
    rest,
    apollo,
    closeSockets: attachSocket(server, live, identify),
    setReady: (ready: boolean) => (isReady = ready),
  };
}

/** A process that is only a worker does not listen. */
function listen(server: Server, { host, port }: Config, isWeb: boolean): Promise<void> {
  if (!isWeb) return Promise.resolve();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const grace = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(grace);
}

import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { RequestContext, type AppContext } from '../context.js';
import type { FeatureParts } from '../feature/feature.js';
import { AnswerCache } from '../graphql/answer-cache.js';
import { createApollo } from '../graphql/apollo.js';
import { CacheableOperations } from '../graphql/cacheable.js';
import { endStream } from '../graphql/connection-end.js';
import { Callers, ownerOf, type Identify } from '../graphql/callers.js';
import { ExecutionLanes } from '../graphql/execution-lanes.js';
import type { Executor } from '../graphql/executor.js';
import { CallerConnections, OpenConnections } from '../graphql/open-connections.js';
import type { ServiceCalls } from '../graphql/schema.js';
import { attachSocket, type Sockets } from '../graphql/socket.js';
import { RequestQuotas } from '../graphql/request-quotas.js';
import { SubscriptionTransport, type ContextFactory } from '../graphql/subscription-transport.js';
import { UnreadAnswers } from '../graphql/unread-answers.js';
import { DEFAULT_LANGUAGE } from '../messages/language.js';
import { addressOf } from '../http/address.js';
import { requestIdOf } from '../http/envelope.js';
import { fileRoutes, type OnDownload, type RefuseFile } from '../http/files.js';
import { graphqlRoute, streamRoute } from '../http/graphql.js';
import { GraphqlAnswers } from '../http/graphql-answers.js';
import { healthRoutes } from '../http/health.js';
import { bearerToken } from '../http/bearer-token.js';
import { Listener, OF_ADDRESS_MAX } from '../http/listener.js';
import { answerMetrics, metricsRoute } from '../http/metrics.js';
import { ticketHookRoutes } from '../http/ticket-hooks.js';
import { unsubscribeRoutes } from '../http/unsubscribe.js';
import { openApiDocument, type OpenApiDocument } from '../http/openapi/document.js';
import { openApiRoute } from '../http/openapi/route.js';
import { Tags } from '../http/openapi/tags.js';
import { OpenRequests } from '../http/open-requests.js';
import { connectionsMax } from '../http/open-files.js';
import { RefusalPace } from '../http/refusal-pace.js';
import { ReservedRequests } from '../http/reserved-requests.js';
import { restRoutes } from '../http/rest.js';
import { scimRoutes } from '../http/scim.js';
import { securityTxtRoute } from '../http/security-txt.js';
import { securityHeaders, withHeaders } from '../http/security-headers.js';
import { createHttpApp, createProbeApp } from '../http/server.js';
import { singleSignOnRoutes } from '../http/single-sign-on.js';
import { builtPages, dashboard, pageAssets, staticPage } from '../http/static-pages.js';
import { looksLikeKey } from '../modules/api-keys/api-key.rules.js';
import { readCaller } from '../modules/auth/viewer.read.js';
import type { ScimCaller } from '../modules/scim/scim-token-callers.js';
import { HOUR, SECOND } from '../platform/clock.js';
import { newId } from '../platform/crypto/uuid.js';
import { QuotaExchange } from '../platform/quota-exchange.js';
import { Quota } from '../platform/quota.js';
import { postureVersion } from '../modules/posture/posture-version.js';
import { SOURCE_ROOT } from '../platform/source-root.js';
import { ACCESS, CACHEABLE_FIELDS, DECLARATIONS, type Features } from './features.js';
import type { AppPlatform } from './platform.js';

/**
 * Time after which an idle connection is closed: longer than the 60 seconds of usual proxies, which would otherwise send a request into a
 * connection that is being closed here.
 */
const KEEP_ALIVE_MS = 65 * SECOND;
/** Time for the head of a request, of a new connection from its beginning, and interval at which that is looked at. */
const HEAD_MS = { headersTimeout: 10 * SECOND, connectionsCheckingInterval: 2 * SECOND };
/** Time for a whole request: the largest report at 300 KB a second. What is read into memory has less (`body.ts`). */
const REQUEST_MS = HOUR;
/** Assets of pages an address in a minute: some seventy first visits. Our choice. Source: schema/contract/limits.md. */
const ASSETS_PER_MINUTE = 6_000;

/** Wires the transports of a process: HTTP, sockets, event streams, and the health and metrics endpoints of operators. */
export async function createTransports(
  platform: AppPlatform,
  features: Features,
  { app, executor, calls }: { app: AppContext; executor: Executor; calls: ServiceCalls },
) {
  const { config, log, database, tokens, storage, serviceMetrics: metrics } = platform;
  const parts: readonly FeatureParts[] = Object.values(features);
  const rows = [...parts.flatMap(({ routes }) => routes ?? []), ...platform.routes];
  const { securityEvents } = features.securityEvents.services;
  const { schema } = executor;
  const { onFailure } = calls;
  const requestQuota = new Quota('requests', config.rateLimitPerMinute);
  const assetQuota = new Quota('assets', ASSETS_PER_MINUTE);
  for (const quota of [requestQuota, assetQuota]) metrics.watchQuota(quota);
  new QuotaExchange(requestQuota, platform.notifications, app.clock, log).start();
  const answers = new AnswerCache();
  const cachedAnswers = new GraphqlAnswers({
    answers,
    operations: new CacheableOperations(schema, CACHEABLE_FIELDS),
    versionOf: postureVersion,
    onOperation: metrics.onOperation,
  });
  metrics.watchAnswers(() => answers.statistics());
  const apollo = createApollo(executor, log);
  await apollo.start();
  const identify: Identify = async (authorization) => {
    const credential = bearerToken(authorization);
    if (credential === null) return null;
    if (looksLikeKey(credential)) return features.apiKeys.services.callers.find(credential);
    const claims = tokens.verify(credential, 'access', app.clock.now());
    if (!claims) return features.auditorLinks.services.callers.find(credential);
    return database.within({ kind: 'tenant', tenantId: claims.tenantId }, () =>
      readCaller(database.shared, claims, app.clock.now()),
    );
  };
  const createContext: ContextFactory = (
    viewer,
    { address, userAgent, contentLanguage = DEFAULT_LANGUAGE },
    connection,
  ) =>
    new RequestContext({
      app,
      viewer,
      em: () => database.fork(),
      requestId: newId(),
      address,
      userAgent,
      contentLanguage,
      ...connection,
    });
  const refuse: RefuseFile = (key) => features.evidence.services.withdrawnFiles.refuse(key);
  const onDownload: OnDownload = (ctx, key) => {
    const origin = {
      address: addressOf(ctx.req, config.trustProxy),
      userAgent: ctx.get('User-Agent') || null,
      requestId: requestIdOf(ctx),
    };
    securityEvents.countDownload(key, origin);
  };
  const callers = new Callers(identify, requestQuota, ({ viewer }) => ({
    tenantId: viewer.tenantId,
    owner: ownerOf(viewer),
  }));
  const unread = new UnreadAnswers();
  const lanes = new ExecutionLanes(unread);
  const connections = new CallerConnections();
  const openRequests = new OpenRequests();
  const refusals = new RefusalPace();
  const requestQuotas = new RequestQuotas(requestQuota);
  const live = new SubscriptionTransport({ executor, database, requestQuotas, unread, lanes, createContext });
  const tags = new Tags(DECLARATIONS);
  tags.check(rows);
  const source = { rows, schema, access: ACCESS, tags };
  let openApi: OpenApiDocument | null = null;
  // Written when somebody asks first: it takes as long as the rest of the wiring.
  const describe = () => (openApi ??= openApiDocument(source));
  const pages = builtPages(join(SOURCE_ROOT, '../dist/dashboard'));
  let isReady = false;
  // A worker answers these and nothing else.
  const openRoutes = [
    healthRoutes(
      async () => isReady && (await database.isReachable()),
      () => storage.hasRoom(),
    ),
    metricsRoute(metrics.metrics, config.metricsToken),
    securityTxtRoute({ contact: config.securityContact, publicUrl: platform.publicUrl, clock: app.clock }),
  ];
  const scimTokens: Identify<ScimCaller> = async (authorization) => {
    const token = bearerToken(authorization);
    return token === null ? null : features.scim.services.callers.find(token);
  };
  const scim = scimRoutes({
    app,
    database,
    requestQuotas,
    openRequests,
    callers: new Callers(scimTokens, requestQuota, ({ tenantId, tokenId }) => ({ tenantId, owner: tokenId })),
    protocol: features.scim.services.protocol,
    trustProxy: config.trustProxy,
    onCaller: (em, author, { tokenId }) => securityEvents.noticeScimTokenUse(em, author, tokenId),
  });
  const streams = new Set<ServerResponse>();
  const http = createHttpApp({
    app,
    database,
    callers,
    requestQuota,
    requestQuotas,
    unread,
    openRequests,
    refusals,
    reserved: new ReservedRequests(rows, schema, ACCESS),
    trustProxy: config.trustProxy,
    publicUrl: platform.publicUrl,
    corsOrigins: config.corsOrigins,
    restEnvelope: config.restEnvelope,
    onRequest: metrics.onRequest,
    onFailure,
    onCaller: (ctx) => securityEvents.noticeKeyUse(ctx),
    openRoutes: [
      ...openRoutes,
      pageAssets(Object.values(pages), { quota: assetQuota, unread, trustProxy: config.trustProxy }),
      scim,
    ],
    routes: [
      ticketHookRoutes(features.tickets.services.ticketHooks),
      unsubscribeRoutes(features.notifications.services.unsubscriptions),
      dashboard(pages.app),
      staticPage(pages.graphiql),
      staticPage(pages.docs),
      fileRoutes({ links: storage.signedLinks, objects: storage.objects, onDownload, refuse }),
      openApiRoute(describe),
      singleSignOnRoutes({ ...features.singleSignOn.services, publicUrl: platform.publicUrl }),
      restRoutes(rows, {
        executor,
        lanes,
        idempotency: features.idempotency.services.idempotency,
        answers,
        onOperation: metrics.onOperation,
      }),
      graphqlRoute(apollo, { executor, lanes, answers: cachedAnswers }),
      streamRoute({ transport: live, identify, connections, unread, open: streams }),
    ],
  });
  const isWeb = config.role !== 'worker';
  const answer = isWeb ? http.callback() : createProbeApp({ app, openRoutes }).callback();
  const headers = securityHeaders(config.publicUrl?.startsWith('https:') === true);
  // The listener refuses what has no Host: it would come beside the turns of the connection.
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    ...HEAD_MS,
    requestTimeout: REQUEST_MS,
    requireHostHeader: false,
  });
  server.maxConnections = connectionsMax();
  const listener = new Listener(
    server,
    withHeaders(headers, (req, res) => void answer(req, res)),
    {
      ofAddressMax: config.trustProxy ? Number.POSITIVE_INFINITY : OF_ADDRESS_MAX,
      addressOf: (req) => addressOf(req, config.trustProxy),
    },
  );
  const ofMetrics = createServer();
  const sockets = isWeb
    ? attachSocket(server, {
        transport: live,
        callers,
        originOf: (req) => ({
          address: addressOf(req, config.trustProxy),
          userAgent: req.headers['user-agent'] ?? null,
        }),
        onCaller: (viewer, origin) =>
          database.within({ kind: 'tenant', tenantId: viewer.tenantId }, () =>
            securityEvents.noticeKeyUse(createContext(viewer, origin)),
          ),
        connections,
        unread,
        publicUrl: platform.publicUrl,
        corsOrigins: config.corsOrigins,
        greetings: new OpenConnections(),
        clock: app.clock,
        log,
      })
    : refuseUpgrades(server);
  metrics.watchLive(() => ({ sockets: sockets.count(), subscriptions: live.subscriptions }));
  metrics.watchLanes(() => lanes.counts());
  return {
    server,
    schema,
    rows,
    openApi: describe,
    listener,
    metricsServer: ofMetrics,
    metrics: new Listener(ofMetrics, answerMetrics(metrics.metrics)),
    setReady: (ready: boolean) => (isReady = ready),
    /**
     * Closes the transports: open requests complete; sockets and streams are ended, so that their clients reconnect
     * elsewhere.
     */
    close: async () => {
      refusals.stop();
      const closed = listener.close();
      for (const stream of streams) endStream(stream, 'stopping');
      await sockets.close();
      await closed;
      await apollo.stop();
    },
  };
}

/**
 * Refuses upgrade requests: without a listener Node would answer them as ordinary requests, without an answer they
 * would stay open.
 */
function refuseUpgrades(server: Server): Sockets {
  server.on('upgrade', (_req, socket) => socket.destroy());
  return { count: () => 0, close: () => Promise.resolve() };
}

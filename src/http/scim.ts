import type { Context, Middleware } from 'koa';
import { RequestContext, type AppContext } from '../context.js';
import type { Callers } from '../graphql/callers.js';
import { logFault, toAppError } from '../graphql/errors.js';
import type { RequestQuotas } from '../graphql/request-quotas.js';
import type { ChangeAuthor } from '../modules/audit/audit.js';
import { providerAuthor } from '../modules/organizations/identity-provider.js';
import { scimErrorBody } from '../modules/scim/scim-error.js';
import type { ScimAnswer, ScimProtocol, ScimRoute } from '../modules/scim/scim-protocol.js';
import type { ScimCaller } from '../modules/scim/scim-token-callers.js';
import type { Database, EntityManager } from '../platform/database/database.js';
import { AppError, notFound } from '../platform/errors.js';
import { addressOf } from './address.js';
import { readBody } from './body.js';
import { count } from './charges.js';
import { requestIdOf } from './envelope.js';
import { chargeMade } from './made-answers.js';
import { watchRequest, type OpenRequests } from './open-requests.js';
import { answerQuota, nameQuotas } from './quota-headers.js';
import type { ServiceState } from './state.js';

const BASE = '/scim/v2';
const MEDIA_TYPE = 'application/scim+json; charset=utf-8';

export interface ScimOptions {
  app: AppContext;
  database: Database;
  protocol: ScimProtocol;
  /** Callers by tokens of SCIM. */
  callers: Callers<ScimCaller>;
  requestQuotas: RequestQuotas;
  openRequests: OpenRequests;
  trustProxy: boolean;
  /** Runs in the scope of the directory's tenant, before its request is answered. */
  onCaller: (em: EntityManager, author: ChangeAuthor, caller: ScimCaller) => Promise<void>;
}

/**
 * Transport of SCIM: everything below `/scim/v2`. It stands beside the REST table, because the protocol is another one's:
 * paths, errors, media type and credentials are those of RFC 7644. Every path needs a token of SCIM.
 */
export function scimRoutes(options: ScimOptions): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== BASE && !ctx.path.startsWith(`${BASE}/`)) {
      await next();
      return;
    }
    try {
      send(ctx, await answer(options, ctx));
      await chargeMade(ctx);
    } catch (err) {
      const error = toAppError(err);
      logFault(error, options.app.log.child({ requestId: requestIdOf(ctx) }));
      if (error.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
      if (error.retryAfterSeconds !== null) ctx.set('Retry-After', String(error.retryAfterSeconds));
      send(ctx, { status: error.status, body: scimErrorBody(error) });
    }
  };
}

function send(ctx: Context, { status, body }: ScimAnswer): void {
  ctx.status = status;
  if (body === null) {
    ctx.body = null;
    return;
  }
  const location = (body.meta as { location?: string } | undefined)?.location;
  if (status === 201 && location !== undefined) ctx.set('Location', location);
  ctx.body = JSON.stringify(body);
  ctx.type = MEDIA_TYPE;
}

async function answer({ app, database, protocol, ...options }: ScimOptions, ctx: Context): Promise<ScimAnswer> {
  const caller = await callerOf(options, ctx);
  const { tokenId: id, tenantId } = caller;
  const { route, parameter } = routeOf(protocol.routes, ctx);
  (ctx.state as ServiceState).route = BASE + route.path;
  const { reserve } = ctx.state as ServiceState;
  if (reserve && !route.isInReserve) throw reserve.refusal;
  const body = await readBody(ctx, true);
  if (reserve && !route.isInReserve?.(body)) throw reserve.refusal;
  if (reserve) nameQuotas(ctx, [reserve.state]);
  return database.within({ kind: 'tenant', tenantId }, async () => {
    const request = new RequestContext({
      app,
      viewer: null,
      em: database.fork(),
      requestId: requestIdOf(ctx),
      address: addressOf(ctx.req, options.trustProxy),
      userAgent: ctx.get('User-Agent') || null,
    });
    const author = providerAuthor(request, { id, tenantId });
    await options.onCaller(request.em, author, caller);
    return route.answer({
      author,
      id: parameter,
      query: queryOf(ctx),
      body,
    });
  });
}

/** Looks up the directory and counts the request. @throws {AppError} UNAUTHENTICATED, RATE_LIMITED */
async function callerOf(
  options: Pick<ScimOptions, 'callers' | 'requestQuotas' | 'openRequests' | 'trustProxy'>,
  ctx: Context,
): Promise<ScimCaller> {
  const address = addressOf(ctx.req, options.trustProxy);
  const { caller, quota } = await options.callers.find(ctx.headers.authorization, address);
  if (quota) answerQuota(ctx, quota);
  if (!caller) throw new AppError('UNAUTHENTICATED', 'a valid SCIM token is needed');
  const { tokenId: id, tenantId, rateLimitPerMinute } = caller;
  const { socket } = ctx.req;
  const authorization = ctx.headers.authorization ?? '';
  const watched = {
    credential: authorization,
    recheck: () => options.callers.recheck(authorization, tenantId),
    mustEnd: (found: ScimCaller | null) => found === null,
    end: () => socket.destroy(),
  };
  (ctx.state as ServiceState).tenantId = tenantId;
  watchRequest(ctx, options.openRequests, watched);
  const credential = {
    ...{ kind: 'scim token' as const, id, tenantId, rateLimitPerMinute },
    reserve: { owner: id, role: 'directory' },
  };
  const reserve = await count(ctx, options.requestQuotas, credential, { isForReserve: true });
  if (reserve) (ctx.state as ServiceState).reserve = reserve;
  return caller;
}

/** @throws {AppError} NOT_FOUND, METHOD_NOT_ALLOWED */
function routeOf(routes: readonly ScimRoute[], ctx: Context): { route: ScimRoute; parameter: string } {
  const [, name = '', id, ...rest] = ctx.path.slice(BASE.length).split('/');
  if (rest.length > 0) throw notFound();
  const path = id === undefined || id === '' ? `/${name}` : `/${name}/{id}`;
  const onPath = routes.filter((route) => route.path === path);
  if (onPath.length === 0) throw notFound();
  const route = onPath.find(({ method }) => method === ctx.method);
  if (route) return { route, parameter: decoded(id ?? '') };
  ctx.set('Allow', onPath.map(({ method }) => method).join(', '));
  throw new AppError('METHOD_NOT_ALLOWED', `this path does not support ${ctx.method}`);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw notFound();
  }
}

/** Query parameters: where one is repeated, its first value. */
function queryOf(ctx: Context): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ctx.query).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value;
      return first === undefined ? [] : [[name, first]];
    }),
  );
}

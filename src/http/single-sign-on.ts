import type { Context, Middleware, ParameterizedContext } from 'koa';
import { z } from 'zod';
import type { BrowserExchange } from '../context.js';
import { requireAccess } from '../graphql/access.js';
import { secretsOf } from '../modules/single-sign-on/attempt-secrets.rules.js';
import { ATTEMPT_MS } from '../modules/single-sign-on/attempts.js';
import type { IdentityProviders } from '../modules/single-sign-on/identity-providers.js';
import type { SignOnResult } from '../modules/single-sign-on/sign-on-completion.js';
import { responseUnits } from '../modules/single-sign-on/saml-provider.js';
import type { SamlAnswer, SignOnService, SignOnStart } from '../modules/single-sign-on/sign-on.service.js';
import { SIGN_ON_PATH } from '../modules/single-sign-on/sign-on-urls.js';
import { isUuid } from '../platform/crypto/uuid.js';
import { AppError, notFound } from '../platform/errors.js';
import { isForeignOrigin } from '../platform/origin.rules.js';
import type { PublicUrl } from '../platform/public-url.js';
import { readBody, readForm } from './body.js';
import { successBody } from './envelope.js';
import { PathTable } from './path-table.js';
import type { ServiceState } from './state.js';

/** Page of the dashboard that fetches the result. */
const RETURN_PATH = '/sign-on';
const SEE_OTHER = 303;

export interface SingleSignOnParts {
  signOn: SignOnService;
  providers: IdentityProviders;
  publicUrl: PublicUrl;
}

const Begin = z.strictObject({ email: z.string().trim().min(3).max(320) });
const BeginTest = z.strictObject({ connection_id: z.uuid() });
const Finish = z.strictObject({ state: z.string().min(1).max(200) });

/**
 * Addresses of single sign-on, which set cookies and redirect browsers, as no row of the REST table does: the beginning
 * of a sign-on, the answers of providers, and the result. Source: schema/contract/single-sign-on.md.
 */
export function singleSignOnRoutes(parts: SingleSignOnParts): Middleware<ServiceState> {
  const table = new PathTable(handlersOf(parts));
  return async (ctx, next) => {
    const found = table.find(ctx.path);
    const handle = found?.handlers.get(ctx.method);
    if (!found || !handle) {
      await next();
      return;
    }
    await handle(ctx, found.parameters);
  };
}

type Handler = (
  ctx: ParameterizedContext<ServiceState>,
  parameters: Readonly<Record<string, string>>,
) => Promise<void> | void;

function handlersOf(parts: SingleSignOnParts) {
  const { signOn } = parts;
  const on = (method: 'GET' | 'POST', path: string, handler: Handler) => ({
    method,
    path: SIGN_ON_PATH + path,
    handler,
  });
  return [
    on('POST', '', async (ctx) => {
      const { email } = await input(ctx, parts, Begin);
      answerStart(ctx, await signOn.begin(ctx.state.requestContext, email));
    }),
    on('POST', '/test', async (ctx) => {
      const { requestContext } = ctx.state;
      // Who may change connections may test them.
      requireAccess(requestContext, 'Mutation.updateIdentityConnection');
      const { connection_id: id } = await input(ctx, parts, BeginTest);
      answerStart(ctx, await signOn.beginTest(requestContext, id));
    }),
    on('POST', '/step-up', async (ctx) => {
      const { requestContext } = ctx.state;
      requestContext.viewer satisfies object;
      await input(ctx, parts, z.strictObject({}));
      answerStart(ctx, await signOn.beginStepUp(requestContext));
    }),
    on('POST', '/session', async (ctx) => {
      const { state } = await input(ctx, parts, Finish);
      const binding = bindingOf(ctx);
      browserOf(ctx).clearCookie('signOn');
      ctx.body = successBody(ctx, shown(await signOn.finish(ctx.state.requestContext, state, binding)), null);
    }),
    on('GET', '/{id}/callback', (ctx, parameters) => answerCode(ctx, connectionOf(parameters), parts)),
    on('POST', '/{id}/acs', (ctx, parameters) => answerResponse(ctx, connectionOf(parameters), parts)),
    on('GET', '/{id}/metadata', (ctx, parameters) => {
      ctx.type = 'application/samlmetadata+xml';
      ctx.body = parts.providers.metadata(connectionOf(parameters));
    }),
  ];
}

/** Connection of the path. @throws {AppError} NOT_FOUND for what is no id */
function connectionOf({ id = '' }: Readonly<Record<string, string>>): string {
  if (!isUuid(id)) throw notFound();
  return id;
}

/** Answer of an OpenID provider: the browser brings it with the cookie, because it comes by a link. */
async function answerCode(ctx: Context, connectionId: string, { signOn, providers }: SingleSignOnParts): Promise<void> {
  const binding = bindingOf(ctx);
  const query = new URLSearchParams(ctx.querystring);
  const secrets = secretsOf(binding);
  const state = await signOn.answer((ctx.state as ServiceState).requestContext, {
    connectionId,
    state: query.get('state') ?? '',
    binding,
    identify: (connection) => providers.ofCode(connection, { secrets, query: ctx.querystring }),
  });
  returnToPage(ctx, state);
}

/**
 * Answer of a SAML identity provider: a form of another site, with which browsers send no cookies of ours. The page that
 * fetches the result shows the cookie.
 */
async function answerResponse(ctx: Context, connectionId: string, parts: SingleSignOnParts): Promise<void> {
  const { SAMLResponse: response = '', RelayState: relayState = '' } = await readForm(ctx);
  const { requestContext, take } = ctx.state as ServiceState;
  await take(responseUnits(response));
  const answer: SamlAnswer = { connectionId, relayState, response };
  const { state, binding } = await parts.signOn.answerSaml(requestContext, answer);
  if (binding !== null) bind(ctx, binding);
  returnToPage(ctx, state);
}

/** Sends the browser to the page that fetches the result. The state in its address is worth nothing without the cookie. */
function returnToPage(ctx: Context, state: string | null): void {
  ctx.status = SEE_OTHER;
  ctx.set('Location', state === null ? RETURN_PATH : `${RETURN_PATH}?${new URLSearchParams({ state }).toString()}`);
}

/** The body of a request of our own page. @throws {AppError} FORBIDDEN for another site's; VALIDATION_FAILED */
async function input<T>(ctx: Context, { publicUrl }: SingleSignOnParts, schema: z.ZodType<T>): Promise<T> {
  const own = { host: ctx.get('Host') || undefined, publicUrl: publicUrl.href };
  if (isForeignOrigin(ctx.get('Origin') || undefined, own)) {
    throw new AppError('FORBIDDEN', 'a page of another site may not do this');
  }
  const parsed = schema.safeParse((await readBody(ctx)) ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw AppError.invalid(`/${issue?.path.join('/') ?? ''}`, issue?.message ?? 'is not valid');
}

function answerStart(ctx: Context, start: SignOnStart | null): void {
  if (start) bind(ctx, start.binding);
  ctx.body = successBody(ctx, { redirect_url: start?.redirectUrl ?? null }, null);
}

/** Gives the browser the secret of its sign-on. */
function bind(ctx: Context, binding: string): void {
  browserOf(ctx).setCookie('signOn', binding, ATTEMPT_MS);
}

/** Secret of the browser's sign-on; empty for none. */
function bindingOf(ctx: Context): string {
  return browserOf(ctx).cookie('signOn') ?? '';
}

function browserOf(ctx: Context): BrowserExchange {
  const { browser } = (ctx.state as ServiceState).requestContext;
  if (!browser) throw new Error('a request over HTTP has no browser');
  return browser;
}

/** A result in the names of the REST interface; a log-in like that of `POST /api/auth/login`. */
function shown(result: SignOnResult): Record<string, unknown> {
  switch (result.purpose) {
    case 'step_up':
      return { purpose: 'step_up' };
    case 'test':
      return { purpose: 'test', connection_id: result.connectionId };
    case 'login': {
      const { accessToken, tokenType, expiresIn, user, tenant } = result.login;
      const { id, email, name, role, mfaEnabled, lastLogin } = user;
      return {
        purpose: 'login',
        access_token: accessToken,
        token_type: tokenType,
        expires_in: expiresIn,
        user: { id, email, name, role, mfa_enabled: mfaEnabled, last_login: lastLogin },
        tenant: { tenant_id: tenant.tenantId, name: tenant.name, license_tier: tenant.licenseTier },
      };
    }
  }
}

import { strict as assert } from 'node:assert';
import type { AccessTable } from './access/access-table.js';
import type { Role } from './access/roles.js';
import type { Scope } from './access/scopes.js';
import { DEFAULT_LANGUAGE, type Language } from './messages/language.js';
import { AppError } from './platform/errors.js';
import type { Clock } from './platform/clock.js';
import type { CookieKind } from './platform/cookies.js';
import { ContextValues } from './platform/context-values.js';
import type { EntityManager } from './platform/database/database.js';
import type { Log } from './platform/log.js';
import type { NamedQuotaState } from './platform/quota.js';

/** What the link of an external auditor opens: one framework and one period. */
export interface AuditorGrant {
  id: string;
  label: string;
  /** Slug. */
  framework: string;
  from: Date;
  to: Date;
}

/** Authenticated caller, their tenant, and what that tenant may see. Read from the database for every request. */
export interface Viewer {
  /** Account of the caller. An auditor has none: reading it then is an error of the service. */
  userId: string;
  /** The link by which an external auditor calls; null for everybody else. */
  auditorLink: AuditorGrant | null;
  /** Id of the API key that was used instead of a token, or null. */
  apiKeyId: string | null;
  /** Scopes of that key, or null for a token. */
  scopes: readonly Scope[] | null;
  /** Session of the token, or null for an API key. */
  sessionId: string | null;
  /**
   * When the owner of the session last proved who they are, by themselves or to their identity provider. Null for an API
   * key, and where the provider does not say. Milliseconds since the epoch.
   */
  authenticatedAt: number | null;
  /** Who has proved that: the account's own credentials, or an identity provider of the organization. Null for an API key. */
  authenticatedBy: 'account' | 'provider' | null;
  /** Whether their organization requires a second factor, which they have to enrol or show before anything else. */
  needsMfaEnrolment: boolean;
  tenantId: string;
  role: Role;
  licenseTier: string;
  /** Slugs of the active frameworks, in the specification's order. */
  frameworks: readonly string[];
  /** Whether the privacy part of HIPAA is in scope. */
  hasHipaaPrivacy: boolean;
  /** Rate limit of the tenant, or null for the default of the service. */
  rateLimitPerMinute: number | null;
  /** Expiry of the credential. Milliseconds since the epoch. */
  expiresAt: number;
}

/** Where a request comes from, as far as it says so. */
export interface ClientOrigin {
  address: string | null;
  userAgent: string | null;
  /** Language in which it reads the texts of the content. @default English */
  contentLanguage?: Language;
}

/** What only browsers send and take: the site whose page asks, and cookies. */
export interface BrowserExchange {
  /** Whether a page of this service asks. */
  readonly isOwnPage: boolean;
  /** Value of a cookie of the request; null for none. */
  cookie(kind: CookieKind): string | null;
  /** Sets a cookie for a time. Milliseconds, cut to whole seconds. */
  setCookie(kind: CookieKind, value: string, lifetimeMs: number): void;
  clearCookie(kind: CookieKind): void;
}

/** Condition of a request on the state of what it changes. */
export interface Precondition {
  /** Whether it has been checked. */
  readonly isChecked: boolean;
  /** Checks it against what `ctx` reads. @throws {AppError} PRECONDITION_FAILED */
  check(ctx: RequestContext): Promise<void>;
}

/** What a request with an `Idempotency-Key` changes: known to its repetition, also where it ended before its answer was stored. */
export interface Effect {
  /** What an earlier attempt changed and committed, as it was recorded. Null where there was none. */
  readonly known: string | null;
  /**
   * Stores what is changed, in the transaction of the change.
   * @throws {AppError} CONFLICT where another attempt holds the key by now
   */
  record(em: EntityManager, effect: string): Promise<void>;
}

/** A caller as read from the database, with the values that features read of their tenant in the same statement. */
export interface Caller {
  viewer: Viewer;
  values: ContextValues;
}

/** State that the whole process shares. */
export interface AppContext {
  access: AccessTable;
  clock: Clock;
  log: Log;
  /**
   * Values of features that all requests share: the catalogue, the feeds of subscriptions. Each feature has accessors
   * for its own.
   */
  values: ContextValues;
}

export interface RequestContextOptions {
  app: AppContext;
  viewer: Viewer | null;
  /** Or what makes it, called when it is first needed: many requests are answered without. */
  em: EntityManager | (() => EntityManager);
  requestId: string;
  /** Address of the client. @default null */
  address?: string | null;
  /** `User-Agent` of the client. @default null */
  userAgent?: string | null;
  /** Whether nobody waits for the answer any more. @default never */
  isGone?: () => boolean;
  /** Asks whether the caller may still change something; throws where not. @default always */
  confirm?: () => Promise<void>;
  /** Language of ours that the client prefers, by `Accept-Language`. @default null */
  language?: Language | null;
  /** Language of the texts of the content in the answer. @default English */
  contentLanguage?: Language;
  /** The browser's part of a request over HTTP. @default null */
  browser?: BrowserExchange | null;
  /** Values that were read with the caller. @default none */
  values?: ContextValues;
  /** Largest page of a connection, in nodes. @default 100 */
  pageSizeMax?: number;
  /** Further limits that the request has drawn on. @default none */
  quotas?: NamedQuotaState[];
  /** Condition on the state of what the request changes. @default none */
  precondition?: Precondition | null;
  /** What the request changes under its `Idempotency-Key`. @default it has none */
  effect?: Effect | null;
}

/**
 * Viewer, entity manager, loaders, clock and log of one request, job or event. Lives as long as that does; never
 * shared.
 */
export class RequestContext {
  readonly app: AppContext;
  readonly requestId: string;
  /** Address of the client, or null for a job or an event. */
  readonly address: string | null;
  /** `User-Agent` of the client as it was sent, or null for a job or an event. */
  readonly userAgent: string | null;
  /** Whether nobody waits for the answer any more. */
  readonly isGone: () => boolean;
  /**
   * Asks whether the caller may still change something: who asked may have waited since. Every mutation asks, and every transaction in the
   * scope of its request. A directory (SCIM) is no caller of the graph: its requests end with its token within seconds.
   * @throws {AppError} UNAUTHENTICATED, ORGANIZATION_SUSPENDED
   */
  readonly confirm: () => Promise<void>;
  /** Language of ours that the client prefers; null where it says none. */
  readonly language: Language | null;
  /** Language of the texts of the content in the answer: of the graph, as the client prefers; otherwise English. */
  readonly contentLanguage: Language;
  /** The browser's part of the request, or null where there is no HTTP response: for a socket, a job or an event. */
  readonly browser: BrowserExchange | null;
  readonly pageSizeMax: number;
  /** Further limits that the request has drawn on, in this order, for the rate limit headers. */
  readonly quotas: NamedQuotaState[];
  /** Values that features read with the caller at the start of the request. */
  readonly values: ContextValues;
  private readonly identity: Viewer | null;
  private readonly getEm: () => EntityManager;
  private readonly precondition: Precondition | null;
  private readonly effect: Effect | null;
  private readonly made = new Map<unknown, unknown>();

  constructor(options: RequestContextOptions) {
    this.app = options.app;
    this.identity = options.viewer;
    const { em } = options;
    this.getEm = typeof em === 'function' ? once(em) : () => em;
    this.requestId = options.requestId;
    this.address = options.address ?? null;
    this.userAgent = options.userAgent ?? null;
    this.isGone = options.isGone ?? (() => false);
    this.confirm = options.confirm ?? (() => Promise.resolve());
    this.language = options.language ?? null;
    this.contentLanguage = options.contentLanguage ?? DEFAULT_LANGUAGE;
    this.browser = options.browser ?? null;
    this.values = options.values ?? new ContextValues();
    this.pageSizeMax = options.pageSizeMax ?? 100;
    this.quotas = options.quotas ?? [];
    this.precondition = options.precondition ?? null;
    this.effect = options.effect ?? null;
  }

  get em(): EntityManager {
    return this.getEm();
  }

  get clock(): Clock {
    return this.app.clock;
  }

  /** The log, with the id of the request. */
  get log(): Log {
    return this.once(logOf);
  }

  /** The caller. @throws {AppError} UNAUTHENTICATED when nobody is logged in */
  get viewer(): Viewer {
    if (!this.identity) throw new AppError('UNAUTHENTICATED', 'a valid access token is needed');
    return this.identity;
  }

  /** The caller, or null when nobody is logged in. */
  get viewerIfAny(): Viewer | null {
    return this.identity;
  }

  /** This context with another page size; loaders are not shared. */
  withPageSizeMax(pageSizeMax: number): RequestContext {
    return this.with({ pageSizeMax });
  }

  /**
   * This context inside a transaction: what services do with it is part of that, and whoever began it records its effect. Loaders
   * are not shared.
   */
  withEntityManager(em: EntityManager): RequestContext {
    return this.with({ em, effect: null });
  }

  /** This context with what its request changes under an `Idempotency-Key`; loaders are not shared. */
  withEffect(effect: Effect): RequestContext {
    return this.with({ effect });
  }

  /**
   * What an earlier attempt of this request changed and committed before it ended without an answer, as it called `recordEffect`. Null
   * for any other request. Ask before the work: it must not be done twice.
   */
  get knownEffect(): string | null {
    return this.effect?.known ?? null;
  }

  /**
   * Stores what the request changes, an id as a rule, in the transaction of the change, where it has an `Idempotency-Key`.
   * @throws {AppError} CONFLICT where another attempt holds the key by now
   */
  async recordEffect(em: EntityManager, effect: string): Promise<void> {
    await this.effect?.record(em, effect);
  }

  /** This context with a condition on the state of what it changes; loaders are not shared. */
  withPrecondition(precondition: Precondition): RequestContext {
    return this.with({ precondition });
  }

  /**
   * Refuses a change of what is no longer as the caller has read it. Call it in the transaction of the change, between the lock that every
   * such change takes and the first write: nobody changes it between the check and the write. Source: RFC 9110, section 13.1.1.
   * @throws {AppError} PRECONDITION_FAILED
   */
  async requireMatch(em: EntityManager): Promise<void> {
    await this.precondition?.check(this.with({ em, precondition: null }));
  }

  /** Asserts that no change is made whose condition was not checked. */
  assertMatched(): void {
    assert(this.precondition?.isChecked !== false, 'the condition of a request was not checked before its change');
  }

  private with(changes: Partial<RequestContextOptions>): RequestContext {
    const { app, requestId, address, userAgent, language, contentLanguage, browser } = this;
    const { values, pageSizeMax, quotas, precondition, effect, isGone, confirm } = this;
    const origin = { app, em: this.getEm, requestId, address, userAgent, language, contentLanguage, browser };
    const same = { ...origin, values, pageSizeMax, quotas };
    return new RequestContext({ ...same, isGone, confirm, precondition, effect, viewer: this.identity, ...changes });
  }

  /** Result of `make`, computed once per request: loaders and rows that many fields share. */
  once<T>(make: (ctx: RequestContext) => T): T {
    if (!this.made.has(make)) this.made.set(make, make(this));
    return this.made.get(make) as T;
  }
}

const logOf = ({ app, requestId }: RequestContext): Log => app.log.child({ requestId });

/** `make` with the result of its first call. */
function once<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

import type { AccessTable } from './access/access-table.js';
import type { Role } from './access/roles.js';
import { AppError } from './platform/errors.js';
import type { Clock } from './platform/clock.js';
import { ContextValues } from './platform/context-values.js';
import type { EntityManager } from './platform/database/database.js';
import type { Log } from './platform/log.js';

/** Who calls, of which tenant, and what that tenant may see. Read anew for every request. */
export interface Viewer {
  userId: string;
  /** The API key that was shown instead of a token, or null. */
  apiKeyId: string | null;
  tenantId: string;
  role: Role;
  licenseTier: string;
  /** Slugs of the active frameworks, in the specification's order. */
  frameworks: readonly string[];
  /** Whether HIPAA's part on privacy is in scope. */
  hasHipaaPrivacy: boolean;
  /** The tenant's own limit, or null for the service's. */
  rateLimitPerMinute: number | null;
  /** When the credential ends. Milliseconds since the epoch. */
  expiresAt: number;
}

/** A caller as read from the database, with what features read of their tenant in the same statement. */
export interface Caller {
  viewer: Viewer;
  values: ContextValues;
}

/** What the whole process shares. */
export interface AppContext {
  access: AccessTable;
  clock: Clock;
  log: Log;
  /** What features share with every request: the catalogue, the feeds of subscriptions. Each feature has accessors for its own. */
  values: ContextValues;
}

export interface RequestContextOptions {
  app: AppContext;
  viewer: Viewer | null;
  em: EntityManager;
  requestId: string;
  /** The address the request came from. @default null */
  address?: string | null;
  /** What was read with the caller. @default none */
  values?: ContextValues;
  /** Most nodes of a connection in one page. @default 100 */
  pageSizeMax?: number;
}

/** What one request, job or event works with. Lives as long as it does; shared with no other. */
export class RequestContext {
  readonly app: AppContext;
  readonly em: EntityManager;
  readonly log: Log;
  readonly requestId: string;
  /** The address the request came from, or null where it came from none. */
  readonly address: string | null;
  readonly pageSizeMax: number;
  /** What features read with the caller, when the request began. */
  readonly values: ContextValues;
  private readonly identity: Viewer | null;
  private readonly made = new Map<unknown, unknown>();

  constructor(options: RequestContextOptions) {
    this.app = options.app;
    this.identity = options.viewer;
    this.em = options.em;
    this.requestId = options.requestId;
    this.address = options.address ?? null;
    this.values = options.values ?? new ContextValues();
    this.log = options.app.log.child({ requestId: options.requestId });
    this.pageSizeMax = options.pageSizeMax ?? 100;
  }

  get clock(): Clock {
    return this.app.clock;
  }

  /** @throws {AppError} UNAUTHENTICATED when nobody is logged in */
  get viewer(): Viewer {
    if (!this.identity) throw new AppError('UNAUTHENTICATED', 'a valid access token is needed');
    return this.identity;
  }

  /** The caller, or null where nobody is logged in. */
  get viewerIfAny(): Viewer | null {
    return this.identity;
  }

  /** This context with another page size; loaders are not shared. */
  withPageSizeMax(pageSizeMax: number): RequestContext {
    const { app, em, requestId, address, values, identity: viewer } = this;
    return new RequestContext({ app, em, requestId, address, values, viewer, pageSizeMax });
  }

  /** What `make` makes, once per request: loaders and rows that many fields share. */
  once<T>(make: (ctx: RequestContext) => T): T {
    if (!this.made.has(make)) this.made.set(make, make(this));
    return this.made.get(make) as T;
  }
}

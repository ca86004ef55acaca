import type { Catalogue } from './modules/catalogue/catalogue.js';
import type { Role } from './modules/auth/roles.js';
import type { Posture } from './modules/posture/posture.js';
import type { ScanFeed } from './modules/scans/scan.feed.js';
import { AppError } from './platform/errors.js';
import type { Clock } from './platform/clock.js';
import type { EntityManager } from './platform/database/database.js';
import type { Log } from './platform/log.js';

/** Who calls, of which tenant, and what that tenant may see. Read anew for every request. */
export interface Viewer {
  userId: string;
  tenantId: string;
  role: Role;
  licenseTier: string;
  /** Slugs of the active frameworks, in the specification's order. */
  frameworks: readonly string[];
  /** The tenant's own limit, or null for the service's. */
  rateLimitPerMinute: number | null;
  /** When the credential ends. Milliseconds since the epoch. */
  expiresAt: number;
}

/** What the whole process shares. */
export interface AppContext {
  catalogue: Catalogue;
  clock: Clock;
  log: Log;
  scanFeed: ScanFeed;
}

export interface RequestContextOptions {
  app: AppContext;
  viewer: Viewer | null;
  em: EntityManager;
  requestId: string;
  /** Where it was read with the caller. @default null */
  posture?: Posture | null;
  /** Most nodes of a connection in one page. @default 100 */
  pageSizeMax?: number;
}

/** What one request, job or event works with. Lives as long as it does; shared with no other. */
export class RequestContext {
  readonly app: AppContext;
  readonly em: EntityManager;
  readonly log: Log;
  readonly requestId: string;
  readonly pageSizeMax: number;
  /** The posture as of the begin of the request, where it was read with the caller; see `postureOfRequest`. */
  readonly posture: Posture | null;
  private readonly identity: Viewer | null;
  private readonly made = new Map<unknown, unknown>();

  constructor(options: RequestContextOptions) {
    this.app = options.app;
    this.identity = options.viewer;
    this.em = options.em;
    this.requestId = options.requestId;
    this.posture = options.posture ?? null;
    this.log = options.app.log.child({ requestId: options.requestId });
    this.pageSizeMax = options.pageSizeMax ?? 100;
  }

  get catalogue(): Catalogue {
    return this.app.catalogue;
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
    const { app, em, requestId, posture, identity: viewer } = this;
    return new RequestContext({ app, em, requestId, posture, viewer, pageSizeMax });
  }

  /** What `make` makes, once per request: loaders and rows that many fields share. */
  once<T>(make: (ctx: RequestContext) => T): T {
    if (!this.made.has(make)) this.made.set(make, make(this));
    return this.made.get(make) as T;
  }
}

import type { RequestContext } from '../context.js';
import type { AppError } from '../platform/errors.js';
import type { NamedQuotaState } from '../platform/quota.js';

/** State that the middlewares of one request share. */
export interface ServiceState {
  requestContext: RequestContext;
  /** Organization of the caller, as soon as it is known. */
  tenantId?: string;
  /** Whether the target of the request could not be read. */
  isUnreadable?: boolean;
  /**
   * Takes units of the request quota beyond the one that every request costs, before the work that they are for, and updates the rate
   * limit headers.
   * @throws {AppError} RATE_LIMITED where other requests have used the quota up since this one was let in
   */
  take: (units: number) => Promise<void>;
  /** Refuses where other requests have used the quota up since this one was let in. @throws {AppError} RATE_LIMITED */
  ask: () => Promise<void>;
  /** Takes units for an answer of so many bytes, as far as the request has not taken as many. */
  chargeAnswer: (bytes: number) => Promise<void>;
  /** Takes units for what was done; updates the rate limit headers where they have not been sent. */
  charge: (units: number) => Promise<void>;
  /** Has nobody look whether the credential of the request still holds: for a route that does so by itself. */
  unwatch?: () => void;
  /** Of a request that was let in out of the reserve before its body says what it asks for: the reserve, and the refusal if that is anything else. */
  reserve?: { state: NamedQuotaState; refusal: AppError };
  /** Members of `extensions` of a GraphQL answer that the client asked for. */
  answerExtensions?: Readonly<Record<string, unknown>> | null;
  /** Decoded parameters of the path that a table of paths found. */
  parameters?: Readonly<Record<string, string>>;
  /** Path of the REST row that serves the request, for metrics. */
  route?: string;
  /** Code of the error that the request is answered with, for its trace. */
  errorCode?: string;
  /** Operation of the graph that the REST row calls. */
  operation?: string;
}

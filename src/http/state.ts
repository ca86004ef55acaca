import type { RequestContext } from '../context.js';

/** What the middlewares of one request share. */
export interface ServiceState {
  requestContext: RequestContext;
  /** The row's path, where the request is for one: what the request is counted under. */
  route?: string;
}

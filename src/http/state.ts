import type { RequestContext } from '../context.js';

/** What the middlewares of one request share. */
export interface ServiceState {
  requestContext: RequestContext;
}

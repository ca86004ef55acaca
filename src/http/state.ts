import type { RequestContext } from '../context.js';

/** State that the middlewares of one request share. */
export interface ServiceState {
  requestContext: RequestContext;
  /** Path of the REST row that serves the request, for metrics. */
  route?: string;
}

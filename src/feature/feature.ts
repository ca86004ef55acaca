import type { RestRow } from './rest-row.js';

/** What one feature brings to the transports; collected by app/app.ts. */
export interface Feature {
  /** Instances; their classes are the resolvers of the schema. */
  resolvers: object[];
  routes: RestRow[];
}

/** Work that goes on without a caller, in processes that are workers. */
export interface Worker {
  /** Defines its jobs, and takes over what a dead predecessor left behind. */
  start(): Promise<void>;
  /** Ends or gives back what it has begun. */
  stop(): Promise<void>;
}

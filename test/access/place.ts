import type { World } from './world.js';

/** A request that names a thing by id. */
export interface IdRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: unknown;
  /** The body is a form with this file. */
  file?: string;
  /** Other parts of that form. */
  fields?: Readonly<Record<string, string>>;
}

export interface Place {
  /** What has the id: the tenants' own things have one for each, the catalogue's are the same for all. */
  own: keyof World;
  isTenants: boolean;
  /** Of the answer for one's own id. */
  status: number;
  /** The code of that answer where the thing is in no state for the operation. */
  code?: string;
  /** A malformed id in a path names nothing (404); in a query or a body it is a mistake (400). */
  malformed: 'NOT_FOUND' | 'VALIDATION_FAILED';
  request: (id: string, own: World) => IdRequest;
}

export const get = (path: string): IdRequest => ({ method: 'GET', path });
export const post = (path: string, body: unknown): IdRequest => ({ method: 'POST', path, body });
export const graphql = (query: string, variables: Record<string, unknown>): IdRequest =>
  post('/graphql', { query, variables });

export const IN_PATH = { status: 200, malformed: 'NOT_FOUND' } as const;
export const IN_QUERY = { status: 200, malformed: 'VALIDATION_FAILED' } as const;
export const OF_TENANT = { isTenants: true } as const;
export const OF_CATALOGUE = { isTenants: false } as const;

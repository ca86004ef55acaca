import type { World } from './world.js';

/** A request with the id of a thing. */
export interface IdRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  /** File of a multipart body. */
  file?: string;
  /** Other parts of that body. */
  fields?: Readonly<Record<string, string>>;
}

export interface Place {
  /** Key of the id in the world: a tenant's things differ, those of the catalogue are the same for all. */
  own: keyof World;
  isTenants: boolean;
  /** Status of the response for an id of the own tenant. */
  status: number;
  /** Error code of that response when the thing is not in a state for the operation. */
  code?: string;
  /** Error for a malformed id: NOT_FOUND (404) in a path, VALIDATION_FAILED (400) in a query or a body. */
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

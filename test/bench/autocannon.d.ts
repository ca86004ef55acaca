/** What the benchmark uses of autocannon 8, which brings no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Request {
    method: 'GET' | 'POST';
    path: string;
    headers: Record<string, string>;
    body: string;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    method?: 'GET' | 'POST';
    headers?: Record<string, string>;
    body?: string;
    /** Called for every connection when it is made. */
    setupClient?: (client: { setRequests(requests: Request[]): void }) => void;
  }

  interface Result {
    /** Seconds. */
    duration: number;
    requests: { total: number };
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
  }

  interface Events {
    /** The last is the time from the request to its answer. Milliseconds. */
    response: [client: unknown, statusCode: number, bytes: number, milliseconds: number];
  }

  export default function autocannon(options: Options): EventEmitter<Events> & PromiseLike<Result>;
}

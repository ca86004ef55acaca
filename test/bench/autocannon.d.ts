/** What the benchmark uses of autocannon 8, which brings no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    method: 'GET' | 'POST';
    headers: Record<string, string>;
    body?: string;
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

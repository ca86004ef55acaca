/** Types of the parts of autocannon 8 that the benchmark uses. */
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
    /** Duration in seconds. */
    duration: number;
    method?: 'GET' | 'POST';
    headers?: Record<string, string>;
    body?: string;
    /** Sent in turn by every connection; `setupRequest` is called before each is sent. */
    requests?: { setupRequest: (request: Request) => Request }[];
    /** Called for every new connection. */
    setupClient?: (client: { setRequests(requests: Request[]): void }) => void;
  }

  interface Result {
    /** Duration in seconds. */
    duration: number;
    requests: { total: number };
    '2xx': number;
    '3xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
  }

  interface Events {
    /** The last element is the response time. Milliseconds. */
    response: [client: unknown, statusCode: number, bytes: number, milliseconds: number];
  }

  export default function autocannon(options: Options): EventEmitter<Events> & PromiseLike<Result>;
}

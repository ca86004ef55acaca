import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Ways in which an operation is refused: `denied` by permissions, `failing` with a server error, `truncated` in the middle of its
 * body, `silent` without any answer, `cut` after its first answer, as a page or a second resource that is denied.
 */
export const WAYS = ['denied', 'failing', 'truncated', 'silent', 'cut'] as const;
export type Way = (typeof WAYS)[number];

/** What a server on this machine refuses, and what it was asked for. */
export class Refusals {
  /** Number of requests by operation, in the order of the first. */
  readonly asked = new Map<string, number>();
  private readonly ways = new Map<string, Way>();
  private readonly underWay = new Map<string, Set<AbortController>>();
  private readonly connections = new Set<Duplex>();
  /** Whether the client's end of a silence is brought about at once, as after a timeout; false leaves it to the client. */
  endsSilence = true;

  /**
   * Sends a request whose signal aborts, as after a timeout, as soon as the server has decided to be silent: no test waits for the
   * end of a silence.
   */
  async awaiting<T>(operation: string, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const others = this.underWay.get(operation) ?? new Set();
    this.underWay.set(operation, others.add(controller));
    try {
      return await send(controller.signal);
    } finally {
      others.delete(controller);
    }
  }

  /** Ends a connection, as after a timeout, as soon as the server has decided to be silent on it. */
  observe<Connection extends Duplex>(connection: Connection): Connection {
    this.connections.add(connection);
    return connection.once('close', () => this.connections.delete(connection));
  }

  /** Refuses these operations from now on, and forgets what was asked. */
  begin(ways: ReadonlyMap<string, Way> = new Map()): void {
    this.asked.clear();
    this.ways.clear();
    for (const [operation, way] of ways) this.ways.set(operation, way);
  }

  /** Records a request. @returns how it is refused; null where it is answered */
  wayOf(operation: string): Way | null {
    const before = this.asked.get(operation) ?? 0;
    this.asked.set(operation, before + 1);
    const way = this.ways.get(operation) ?? null;
    if (way === 'silent' && this.endsSilence) {
      for (const request of this.underWay.get(operation) ?? []) request.abort(new DOMException('', 'TimeoutError'));
      const timeout = Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT' });
      for (const connection of this.connections) connection.destroy(timeout);
    }
    if (way !== 'cut') return way;
    return before === 0 ? null : 'denied';
  }
}

/** A response as it is written to the wire. */
export interface WireResponse {
  status: number;
  headers: Record<string, string | string[]>;
  text: string | Uint8Array;
}

/** The provider's own form of refusals. */
export type RefusalForm = (way: 'denied' | 'failing') => WireResponse;

/** Sends a response, or refuses it. */
export function sendOr(
  res: ServerResponse,
  { status, headers, text }: WireResponse,
  { way, form }: { way: Way | null; form: RefusalForm },
): void {
  if (way === 'silent') return;
  if (way === 'denied' || way === 'failing') {
    const refusal = form(way);
    res.writeHead(refusal.status, refusal.headers).end(refusal.text);
    return;
  }
  const bytes = Buffer.from(text);
  if (way !== 'truncated') {
    res.writeHead(status, headers).end(bytes);
    return;
  }
  // An empty body is cut before its end is sent.
  res.writeHead(status, { ...headers, 'content-length': String(bytes.length + 1) });
  res.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => res.destroy());
}

import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { OpenConnections } from '../graphql/open-connections.js';
import { clientAddressKey } from '../platform/client-address.rules.js';
import { SECOND } from '../platform/clock.js';
import { AddressTurns } from './address-turns.js';
import { gateHeads } from './request-heads.js';

/** Time for open requests to end when the service stops. */
const CLOSE_GRACE_MS = 10 * SECOND;
/** Listeners of one kind on a response, from which Node warns of a leak. */
const LISTENERS_MAX = 20;
/** Time for the rest of a body after its answer. Our choice: who is still sending can read the answer by then. */
const REST_MS_MAX = 10 * SECOND;
/** Pieces of a body after which they have so many bytes on average. Our choice: clients send kilobytes. Source: schema/contract/limits.md. */
const TINY_PIECES = { count: 1_000, bytes: 64 };
/** Requests of a connection without an answer. Our choice: browsers and proxies send none before it has the one before. */
const UNANSWERED_MAX = 4;

/** Connections of one address. Our choice: those of some hundred browsers behind one. Source: schema/contract/limits.md. */
export const OF_ADDRESS_MAX = 2_000;

/** Where the requests of a listener come from. */
export interface RequestOrigin {
  /** Connections of one address; unlimited behind a proxy, which limits them by itself. */
  ofAddressMax: number;
  /** Address of the client of a request. */
  addressOf: (req: IncomingMessage) => string;
}

/**
 * The listening side of an HTTP server. Answers the requests of a connection one after the other: Node would begin all that a client has
 * sent, and hold what each has opened until the client has read those before. Tracks which connections have an open request, so that
 * stopping cuts no answer short and waits for no idle connection. (Node's own `closeIdleConnections` leaves those that never carried a
 * request.)
 */
export class Listener {
  private readonly idle = new Set<Socket>();
  /** Of each connection, the response that is under way. */
  private readonly answering = new Map<Socket, ServerResponse>();
  /** Of each connection, the number of requests without an answer. */
  private readonly unanswered = new Map<Socket, number>();
  private readonly addresses: OpenConnections;
  private readonly turns = new AddressTurns();
  private isClosing = false;

  /** @param answer of the server, which has no other listener of requests */
  constructor(
    private readonly server: Server,
    private readonly answer: RequestListener,
    private readonly origin: RequestOrigin = {
      ofAddressMax: OF_ADDRESS_MAX,
      addressOf: ({ socket }) => socket.remoteAddress ?? '',
    },
  ) {
    this.addresses = new OpenConnections(origin.ofAddressMax);
    server.on('connection', (socket: Socket) => {
      const leave = this.addresses.open(clientAddressKey(socket.remoteAddress ?? ''));
      if (!leave) {
        socket.destroy();
        return;
      }
      gateHeads(socket, () => this.mayBegin(socket));
      this.idle.add(socket);
      socket.once('close', () => {
        leave();
        this.idle.delete(socket);
        this.answering.delete(socket);
        this.unanswered.delete(socket);
      });
    });
    // The handler of an upgraded connection closes it. Behind a request that is being answered the answer would come into its frames.
    server.on('upgrade', ({ socket }: IncomingMessage) => {
      this.idle.delete(socket);
      if (this.unanswered.has(socket)) socket.destroy();
    });
    // Node would answer by itself, beside the turns of the connection.
    server.on('checkExpectation', (req, res) => this.receive(req, res));
    server.on('request', (req, res) => this.receive(req, res));
  }

  listen({ host, port }: { host: string; port: number }): Promise<void> {
    const { server } = this;
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  }

  /** Stops accepting connections, lets open requests end, and cuts them off after 10 seconds. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    this.isClosing = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.idle) socket.destroy();
    for (const res of this.answering.values()) announceClose(res);
    const grace = setTimeout(() => this.server.closeAllConnections(), CLOSE_GRACE_MS);
    await closed;
    clearTimeout(grace);
  }

  /** Begins a request when its response has the connection, which Node gives to one after the other, its own refusals among them. */
  private receive(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    if (!this.mayBegin(socket)) return;
    countPieces(req, socket);
    this.idle.delete(socket);
    this.unanswered.set(socket, (this.unanswered.get(socket) ?? 0) + 1);
    res.once('close', () => this.answered(socket));
    const address = clientAddressKey(this.origin.addressOf(req));
    const begin = () => this.turns.run(address, () => this.begin(req, res));
    if (res.socket) {
      begin();
      return;
    }
    // In the context of its own arrival: that of the answer before is in the scope of its caller.
    res.once('socket', AsyncResource.bind(begin));
  }

  private answered(socket: Socket): void {
    const left = (this.unanswered.get(socket) ?? 1) - 1;
    if (left > 0) this.unanswered.set(socket, left);
    else this.unanswered.delete(socket);
  }

  /** Whether another request of a connection is read. One that has sent too many before their answers is ended. */
  private mayBegin(socket: Socket): boolean {
    if ((this.unanswered.get(socket) ?? 0) >= UNANSWERED_MAX) socket.destroy();
    return !socket.destroyed;
  }

  private begin(req: IncomingMessage, res: ServerResponse): void {
    // It has gone while it waited for its turn.
    if (res.destroyed) return;
    this.track(req, res);
    const refusal = refusalOf(req);
    if (refusal === null) this.answer(req, res);
    else res.writeHead(refusal, { Connection: 'close' }).end();
  }

  private track(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    // Every part of the chain may wait for its end.
    res.setMaxListeners(LISTENERS_MAX);
    this.answering.set(socket, res);
    if (this.isClosing) announceClose(res);
    res.once('finish', () => {
      if (!req.complete) endRest(req, socket);
    });
    res.once('close', () => {
      // The next one has the connection by now.
      if (socket.destroyed || this.answering.get(socket) !== res) return;
      this.answering.delete(socket);
      if (this.unanswered.has(socket)) return;
      if (this.isClosing) socket.destroySoon();
      else this.idle.add(socket);
    });
  }
}

/** Status with which a request is refused whose head is none that we answer; null for any other. Source: RFC 9110, sections 7.2 and 10.1.1. */
function refusalOf({ headers, httpVersion }: IncomingMessage): 400 | 417 | null {
  if (httpVersion === '1.1' && headers.host === undefined) return 400;
  return headers.expect === undefined || headers.expect.toLowerCase() === '100-continue' ? null : 417;
}

/**
 * Ends the connection of a client that sends its body in tiny pieces, each of which costs as much as a large one; also of what it sends
 * after the answer, which Node would discard uncounted.
 */
function countPieces(req: IncomingMessage, socket: Socket): void {
  const push = req.push.bind(req);
  let [pieces, bytes] = [0, 0];
  const discard = () => void req.removeAllListeners('data').resume();
  Object.assign(req, {
    _dump: discard,
    push: (chunk: Buffer | null, encoding?: BufferEncoding) => {
      pieces += 1;
      bytes += chunk?.length ?? 0;
      if (pieces > TINY_PIECES.count && bytes < pieces * TINY_PIECES.bytes) socket.destroy();
      return push(chunk, encoding);
    },
  });
}

/**
 * Ends the connection of a client that goes on sending a body which has been answered: Node reads and discards it without end.
 * @param socket of the request, which has none any more where its reader has left the body unread
 */
function endRest(req: IncomingMessage, socket: Socket): void {
  const timer = setTimeout(() => {
    if (!req.complete) socket.destroy();
  }, REST_MS_MAX);
  req.once('close', () => clearTimeout(timer));
}

/** Announces that the connection ends with this response. */
function announceClose(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}

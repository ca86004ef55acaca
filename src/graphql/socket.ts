import type { IncomingMessage, Server } from 'node:http';
import { GraphQLError } from 'graphql';
import { CloseCode, handleProtocols, type Context, type ServerOptions } from 'graphql-ws';
import { WebSocketServer } from 'ws';
import type { Viewer } from '../context.js';
import { SECOND, type Clock } from '../platform/clock.js';
import { newId } from '../platform/crypto/uuid.js';
import { AppError } from '../platform/errors.js';
import type { Log } from '../platform/log.js';
import { watchCredential } from './credential-watch.js';
import { formatError } from './errors.js';
import type { OpenConnections } from './open-connections.js';
import { serveSockets, type Extra } from './socket-server.js';
import type { SubscriptionTransport } from './subscription-transport.js';

const MESSAGE_BYTES_MAX = 64 * 1024;
/** Limit of operations that one socket may have open at once. Source: schema/contract/limits.md. */
const OPERATIONS_MAX = 20;
/** Timeout for a client's answer to a close frame. */
const CLOSE_GRACE_MS = 2 * SECOND;
const PATH = '/graphql';

type Params = Record<string, unknown> | undefined;

export interface SocketOptions {
  transport: SubscriptionTransport;
  identify: (authorization: string | undefined) => Promise<{ viewer: Viewer } | null>;
  /** The address of a client. */
  addressOf: (req: IncomingMessage) => string;
  connections: OpenConnections;
  clock: Clock;
  log: Log;
}

/** The open WebSockets of a server. */
export interface Sockets {
  /** Number of open sockets. */
  count(): number;
  /** Closes every socket (1001). */
  close(): Promise<void>;
}

/** Serves GraphQL over WebSocket on the HTTP server's own port. */
export function attachSocket(server: Server, options: SocketOptions): Sockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES_MAX, handleProtocols });
  server.on('upgrade', (req, socket, head) => {
    if ((req.url ?? '').split('?', 1)[0] !== PATH) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(req, socket, head, (client) => sockets.emit('connection', client, req));
  });
  serveSockets(protocolOf(options), sockets, options.log);
  const close = () =>
    new Promise<void>((resolve) => {
      for (const client of sockets.clients) client.close(1001, 'Going away');
      const grace = setTimeout(() => {
        for (const client of sockets.clients) client.terminate();
      }, CLOSE_GRACE_MS);
      sockets.close(() => {
        clearTimeout(grace);
        resolve();
      });
    });
  return { count: () => sockets.clients.size, close };
}

function protocolOf({
  transport,
  identify,
  addressOf,
  connections,
  clock,
}: SocketOptions): ServerOptions<Params, Extra> {
  const viewerOf = async (ctx: Context<Params>) => (await identify(authorizationOf(ctx)))?.viewer ?? null;
  return {
    schema: transport.schema,
    execute: transport.execute,
    subscribe: transport.subscribe,
    onConnect: async (ctx) => {
      const { socket } = ctx.extra;
      const viewer = await viewerOf(ctx);
      if (!viewer) return false;
      const leave = connections.open(viewer.tenantId);
      if (!leave) {
        socket.close(CloseCode.TooManyInitialisationRequests, 'Too many connections');
        return false;
      }
      // Closes when the credential ends, or soon after it was withdrawn.
      const stop = watchCredential({ viewer, recheck: () => viewerOf(ctx), clock }, () => {
        socket.close(CloseCode.Forbidden, 'Forbidden');
      });
      const over = () => {
        stop();
        leave();
      };
      // The client may have disconnected while the caller was looked up.
      if (socket.readyState === socket.OPEN) socket.once('close', over);
      else over();
      return true;
    },
    onSubscribe: async (ctx, _id, payload) => {
      const { socket, request } = ctx.extra;
      // Before the first await: operations that arrive later must not count.
      if (Object.keys(ctx.subscriptions).length > OPERATIONS_MAX) return tooManyOperations();
      const viewer = await viewerOf(ctx);
      if (viewer) return transport.admit(viewer, payload, addressOf(request));
      socket.close(CloseCode.Forbidden, 'Forbidden');
      return [new GraphQLError('a valid access token is needed')];
    },
  };
}

/** Error for an operation beyond the limit; its caller is not looked up. */
function tooManyOperations(): GraphQLError[] {
  const refusal = new AppError('RATE_LIMITED', `at most ${OPERATIONS_MAX} operations are open on one socket`);
  const { message, extensions } = formatError(refusal, newId());
  return [new GraphQLError(message, { extensions })];
}

function authorizationOf({ connectionParams }: Context<Params>): string | undefined {
  const { Authorization: upper, authorization: lower } = connectionParams ?? {};
  const value = upper ?? lower;
  return typeof value === 'string' ? value : undefined;
}

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { GraphQLError } from 'graphql';
import { CloseCode, handleProtocols, type Context, type ServerOptions } from 'graphql-ws';
import { WebSocketServer } from 'ws';
import type { ClientOrigin, Viewer } from '../context.js';
import { clientAddressKey } from '../platform/client-address.rules.js';
import { SECOND, type Clock } from '../platform/clock.js';
import { newId } from '../platform/crypto/uuid.js';
import { languageOf } from '../messages/language.js';
import { AppError } from '../platform/errors.js';
import { levelsFault } from '../platform/json-fault.rules.js';
import type { Log } from '../platform/log.js';
import { isForeignOrigin } from '../platform/origin.rules.js';
import type { PublicUrl } from '../platform/public-url.js';
import type { Callers } from './callers.js';
import { CONNECTION_ENDS, type ConnectionEnd } from './connection-end.js';
import { isSuspension, watchCredential } from './credential-watch.js';
import { formatError } from './errors.js';
import type { CallerConnections, OpenConnections } from './open-connections.js';
import { KnownCaller } from './known-caller.js';
import type { CountMessage } from './socket-inbox.js';
import { serveSockets, type Extra } from './socket-server.js';
import type { SubscriptionTransport } from './subscription-transport.js';
import type { UnreadAnswers } from './unread-answers.js';

const MESSAGE_BYTES_MAX = 64 * 1024;
/** Limit of operations that one socket may have open at once. Source: schema/contract/limits.md. */
const OPERATIONS_MAX = 20;
/** Bytes that may wait as long as they like: of 200 sockets less than a credential may have unread. */
const UNREAD_BYTES = 64 * 1024;
/** Timeout for a client's answer to a close frame. */
const CLOSE_GRACE_MS = 2 * SECOND;
/** Time for a new socket to say who it is (`connection_init`). Source: schema/contract/limits.md. */
const GREETING_MS_MAX = 3 * SECOND;
const TOO_MANY_OPERATIONS = new AppError('RATE_LIMITED', `at most ${OPERATIONS_MAX} operations are open on one socket`);
/** Frames of one message, and pieces of a frame, that wait until it is whole. Our choice: clients send a message in one, proxies in a few. */
const [FRAMES_MAX, PIECES_MAX] = [16, 1_024];
const FOREIGN_ORIGIN = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
const TOO_MANY_GREETINGS = 'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 3\r\nConnection: close\r\n\r\n';
const PATH = '/graphql';

type Params = Record<string, unknown> | undefined;

export interface SocketOptions {
  transport: SubscriptionTransport;
  callers: Callers;
  /** Address and agent of a client. */
  originOf: (req: IncomingMessage) => ClientOrigin;
  /** Runs when a socket has said whose it is, before it is acknowledged. */
  onCaller: (viewer: Viewer, origin: ClientOrigin) => Promise<void>;
  connections: CallerConnections;
  unread: UnreadAnswers;
  /** Pages of other origins open no socket. */
  publicUrl: PublicUrl;
  /** Origins of other pages that may connect. */
  corsOrigins: ReadonlySet<string>;
  /** Sockets without a caller, by the address of the client: before their greeting, and refused ones until they are closed. */
  greetings: OpenConnections;
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
  const { originOf } = options;
  const greetings = new WeakMap<IncomingMessage, () => void>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES_MAX,
    maxFragments: FRAMES_MAX,
    maxBufferedChunks: PIECES_MAX,
    // Not in the types yet.
    ...{ closeTimeout: CLOSE_GRACE_MS },
    // What is inflated may be a thousand times what was sent.
    perMessageDeflate: false,
    // One message in a turn of the event loop: a packet can hold thousands.
    allowSynchronousEvents: false,
    handleProtocols,
  });
  server.on('upgrade', (req, socket, head) => {
    // Node has taken its own listener away: without one, a client that resets the connection would end the process.
    socket.on('error', () => socket.destroy());
    if ((req.url ?? '').split('?', 1)[0] !== PATH) {
      socket.destroy();
      return;
    }
    const { origin } = req.headers;
    const own = { host: req.headers.host, publicUrl: options.publicUrl.href };
    if (isForeignOrigin(origin, own) && !options.corsOrigins.has(origin ?? '')) {
      refuse(socket, FOREIGN_ORIGIN);
      return;
    }
    const leave = options.greetings.open(clientAddressKey(originOf(req).address ?? ''));
    if (!leave) {
      refuse(socket, TOO_MANY_GREETINGS);
      return;
    }
    socket.once('close', leave);
    greetings.set(req, leave);
    sockets.handleUpgrade(req, socket, head, (client) => sockets.emit('connection', client, req));
  });
  const onAccepted = (req: IncomingMessage) => greetings.get(req)?.();
  const count: CountMessage = ({ viewer, request }, bytes) =>
    options.transport.countMessage({ viewer, address: originOf(request).address ?? '' }, bytes);
  serveSockets(protocolOf(options, onAccepted), sockets, {
    count,
    chargeAnswer: ({ viewer }, bytes) => {
      if (viewer) options.transport.chargeBytes(viewer, bytes);
    },
    log: options.log,
  });
  const close = () =>
    new Promise<void>((resolve) => {
      for (const client of sockets.clients) end(client, 'stopping');
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

function protocolOf(
  { transport, callers, originOf, onCaller, connections, unread, clock }: SocketOptions,
  onAccepted: (req: IncomingMessage) => void,
): ServerOptions<Params, Extra> {
  const find = (ctx: Context<Params, Extra>) => {
    const { address } = originOf(ctx.extra.request);
    return callers.find(authorizationOf(ctx), address ?? '');
  };
  const findUnlessSuspended = (ctx: Context<Params, Extra>) =>
    find(ctx).catch((err: unknown) => {
      if (isSuspension(err)) return null;
      throw err;
    });
  const viewerOf = async (ctx: Context<Params, Extra>, { tenantId }: Viewer) =>
    (await callers.recheck(authorizationOf(ctx), tenantId))?.viewer ?? null;
  /** By the context of an operation. */
  const goneOf = new WeakMap<object, AbortSignal>();
  return {
    schema: transport.schema,
    execute: transport.execute,
    subscribe: (args) => transport.subscribe(args, goneOf.get(args.contextValue as object)),
    connectionInitWaitTimeout: GREETING_MS_MAX,
    onConnect: async (ctx) => {
      const { socket, request } = ctx.extra;
      const found = await findUnlessSuspended(ctx);
      if (found === null) {
        end(socket, 'suspended');
        return false;
      }
      const { caller, quota } = found;
      if (!caller) {
        if (quota.isExceeded) socket.close(CloseCode.TooManyInitialisationRequests, 'Too many requests');
        else end(socket, 'missing');
        return false;
      }
      const { viewer } = caller;
      const { address } = originOf(request);
      if (!(await transport.countMessage({ viewer, address: address ?? '' }, ctx.extra.greetingBytes))) {
        socket.close(CloseCode.TooManyInitialisationRequests, 'Too many requests');
        return false;
      }
      ctx.extra.viewer = viewer;
      await onCaller(viewer, originOf(request));
      const leave = connections.open(viewer);
      if (!leave) {
        socket.close(CloseCode.TooManyInitialisationRequests, 'Too many connections');
        return false;
      }
      // Closes when the credential ends, or soon after it was withdrawn.
      const stop = watchCredential({ viewer, recheck: () => viewerOf(ctx, viewer), clock }, (why) => end(socket, why));
      const asking = { viewerIfAny: viewer, address };
      const stopWatching = unread.watch(asking, {
        socket: request.socket,
        waiting: () => socket.bufferedAmount,
        end: () => socket.terminate(),
        bytes: UNREAD_BYTES,
      });
      const over = () => {
        stop();
        stopWatching();
        leave();
      };
      // The client may have disconnected while the caller was looked up.
      if (socket.readyState === socket.OPEN) socket.once('close', over);
      else over();
      onAccepted(request);
      return true;
    },
    // The message that starts an operation is counted already.
    onSubscribe: async (ctx, id, payload) => {
      const { socket, request, repeated } = ctx.extra;
      const twice = repeated.get(id) ?? null;
      repeated.delete(id);
      // Before the first await: operations that arrive later must not count.
      if (Object.keys(ctx.subscriptions).length > OPERATIONS_MAX) return refused(TOO_MANY_OPERATIONS);
      const fault = levelsFault(payload) ?? twice;
      if (fault) return refused(AppError.invalid(fault.pointer, fault.message));
      const found = await findUnlessSuspended(ctx);
      const viewer = found?.caller?.viewer;
      if (viewer) {
        const known = new KnownCaller(viewer, () => viewerOf(ctx, viewer), clock);
        const origin = { ...originOf(request), contentLanguage: languageOf(parameterOf(ctx, 'Accept-Language')) };
        const connection = { isGone: () => ctx.extra.gone.aborted, confirm: known.confirm };
        const admitted = await transport.admit(viewer, payload, { origin, connection });
        if ('contextValue' in admitted) goneOf.set(admitted.contextValue as object, ctx.extra.gone);
        return admitted;
      }
      end(socket, found === null ? 'suspended' : 'withdrawn');
      return [new GraphQLError('a valid access token is needed')];
    },
  };
}

/** Answers an upgrade that is refused, and closes the connection whatever the client does with its end. */
function refuse(socket: Duplex, answer: string): void {
  socket.end(answer, () => socket.destroy());
}

function end(socket: Extra['socket'], why: ConnectionEnd): void {
  const { code, reason } = CONNECTION_ENDS[why];
  socket.close(code, reason);
}

/** Errors of an operation that is refused before its caller is looked up. */
function refused(refusal: AppError): GraphQLError[] {
  const { message, extensions } = formatError(refusal, newId());
  return [new GraphQLError(message, { extensions })];
}

function authorizationOf(ctx: Context<Params>): string | undefined {
  return parameterOf(ctx, 'Authorization');
}

/** A parameter of `connection_init` by the name of a header, in this spelling or in lower case. */
function parameterOf({ connectionParams }: Context<Params>, header: string): string | undefined {
  const value = connectionParams?.[header] ?? connectionParams?.[header.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
}

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ExecutionResult } from 'graphql';
import { makeServer, type Context, type ServerOptions } from 'graphql-ws';
import type { WebSocket, WebSocketServer } from 'ws';
import type { Viewer } from '../context.js';
import type { JsonFault } from '../platform/json-fault.rules.js';
import type { Log } from '../platform/log.js';
import { keepAlive } from './keep-alive.js';
import { NO_RESULT, textOfResult } from './result-text.js';
import { SocketInbox, type CountMessage } from './socket-inbox.js';

/** Bytes that may wait to be read by one client, beside one message of any length. Our choice. */
const UNSENT_BYTES_MAX = 8 * 1024 * 1024;

/** Connection of a graphql-ws hook. */
export interface Extra {
  socket: WebSocket;
  request: IncomingMessage;
  /** The caller when the socket was opened, from then on. */
  viewer?: Viewer;
  /** Operations to be refused when they start, for a member that their message has twice: the parser keeps the last one alone. */
  repeated: Map<string, JsonFault>;
  /** Texts of results that are about to be sent, by the message that the library writes around nothing in their place. */
  texts: Map<string, string>;
  /** Aborted when the socket is closed. */
  gone: AbortSignal;
  /** Length of the greeting, which is counted when its caller is known. */
  greetingBytes: number;
}

type Params = Record<string, unknown> | undefined;

export interface SocketHooks {
  count: CountMessage;
  /** Called with the length of each message that is sent. */
  chargeAnswer: (extra: Extra, bytes: number) => void;
  log: Log;
}

/**
 * Serves graphql-transport-ws on every connection of `sockets`. Replaces the library's own adapter, which writes protocol
 * violations of clients to the console.
 */
export function serveSockets(
  options: ServerOptions<Params, Extra>,
  sockets: WebSocketServer,
  { count, chargeAnswer, log }: SocketHooks,
): void {
  const server = makeServer({ ...options, onNext: replaceResult });
  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    // A message that is too large, or a malformed frame: ws closes the connection with the code for it.
    socket.on('error', (err) =>
      log.warn({ code: (err as NodeJS.ErrnoException).code }, 'a client violated the WebSocket protocol'),
    );
    const over = new AbortController();
    const gone = over.signal;
    const extra: Extra = { socket, request, repeated: new Map(), texts: new Map(), gone, greetingBytes: 0 };
    let inbox: SocketInbox | null = null;
    const stopPinging = keepAlive({
      socket,
      connection: request.socket,
      onUnasked: (data) => inbox?.receiveControl(data),
    });
    const closed = server.opened(
      {
        protocol: socket.protocol,
        send: (data) => {
          const message = withText(extra.texts, data);
          chargeAnswer(extra, Buffer.byteLength(message));
          writeTogether(request.socket);
          return sent(socket, message);
        },
        close: (code, reason) => socket.close(code, reason),
        onMessage: (take) => {
          const own = (inbox = new SocketInbox({ extra, count, take, log }));
          socket.on('message', (data: Buffer) => own.receive(data));
        },
      },
      extra,
    );
    socket.once('close', (code, reason) => {
      stopPinging();
      over.abort();
      void closed(code, reason.toString('utf8'));
    });
  });
}

/** Has the library write a message around nothing in place of a result, whose text may have been made for another subscriber. */
function replaceResult(
  { extra }: Context<Params, Extra>,
  id: string,
  ...others: unknown[]
): ExecutionResult | undefined {
  const made = textOfResult(others.at(-1) as ExecutionResult);
  if (!made) return undefined;
  extra.texts.set(JSON.stringify({ id, type: 'next', payload: NO_RESULT }), made.text);
  return NO_RESULT;
}

/** A message with the text of the result that it is to be sent with, if that was replaced. */
function withText(texts: Map<string, string>, message: string): string {
  const text = texts.get(message);
  if (text === undefined) return message;
  texts.delete(message);
  return `${message.slice(0, -'{}}'.length)}${text}}`;
}

/** Has everything that is sent to a connection in this turn of the event loop written by one system call. */
function writeTogether(connection: Socket): void {
  if (connection.writableCorked > 0) return;
  connection.cork();
  process.nextTick(() => connection.uncork());
}

/** Sends a message. Ends the connection of a client that reads less than it asks for, however alive it says it is. */
function sent(socket: WebSocket, data: string): Promise<void> {
  if (socket.bufferedAmount > UNSENT_BYTES_MAX) socket.terminate();
  return new Promise((resolve, reject) => {
    if (socket.readyState === socket.OPEN) socket.send(data, (err) => (err ? reject(err) : resolve()));
    else resolve();
  });
}

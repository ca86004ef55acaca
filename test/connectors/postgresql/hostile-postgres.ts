import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { TLSSocket, createSecureContext } from 'node:tls';

/** A message of the server (PostgreSQL, "Message Formats"): its kind, its length and what it holds. */
function message(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const int16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

/** Columns of an answer, each of the type with that OID. */
export function described(count: number, oid: number): Buffer {
  const column = (no: number) =>
    Buffer.concat([Buffer.from(`c${no}\0`), int32(0), int16(0), int32(oid), int16(-1), int32(-1), int16(0)]);
  return message('T', int16(count), ...Array.from({ length: count }, (_, no) => column(no)));
}

/** A row of these values. */
export function rowOf(...values: string[]): Buffer {
  return message(
    'D',
    int16(values.length),
    ...values.flatMap((value) => [int32(Buffer.byteLength(value)), Buffer.from(value)]),
  );
}

const READY = message('Z', Buffer.from('I'));
const DONE = message('C', Buffer.from('SELECT 1\0'));
const SIGNED_IN = message('R', int32(0));

/** A server that takes anybody over TLS, and answers every query with the same messages. */
export class HostilePostgres {
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(identity: { key: string; cert: string }, answer: () => Buffer): Promise<HostilePostgres> {
    const server = createServer().listen(0, '127.0.0.1');
    const own = new HostilePostgres(server);
    server.on('connection', (socket) => own.serve(socket, identity, answer));
    await once(server, 'listening');
    return own;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private serve(socket: Socket, identity: { key: string; cert: string }, answer: () => Buffer): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    // The request for TLS.
    socket.once('data', () => {
      socket.write('S');
      const tls = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(identity) });
      tls.on('error', () => undefined);
      let isSignedIn = false;
      let hasBegun = false;
      tls.on('data', (sent: Buffer) => {
        if (!isSignedIn) tls.write(Buffer.concat([SIGNED_IN, READY]));
        // The first query sets the session.
        else if (!hasBegun) tls.write(Buffer.concat([message('C', Buffer.from('SET\0')), READY]));
        else if (sent[0] !== 'X'.charCodeAt(0)) tls.write(Buffer.concat([answer(), DONE, READY]));
        hasBegun = isSignedIn;
        isSignedIn = true;
      });
    });
  }
}

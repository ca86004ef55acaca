import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { CatalogQuery } from '../../../src/connectors/postgresql/postgresql-queries.js';
import { SERVER_CERTIFICATE, SERVER_KEY } from '../authority.js';
import { Refusals, type Way } from '../refusals/refusals.js';

/** Rows of a query as it declares them. */
export interface RecordedRows {
  query: Pick<CatalogQuery<unknown>, 'name' | 'text'>;
  rows: readonly Record<string, Value>[];
}

type Value = string | number | object | null;

/** Object ids of the types in which values are sent. */
const TYPES = { text: 25, jsonb: 3_802, float8: 701 };
const STARTUP = 'sign in';
const SESSION = 'session';

/**
 * A server that speaks as much of PostgreSQL's protocol as the connector uses, with TLS as `localhost`, and sends recorded rows. It
 * asks for no password. Source: PostgreSQL, "Frontend/Backend Protocol", message formats.
 */
export class RecordedPostgres {
  /** What it refuses: `sign in`, `session` (its settings), and queries by their names. */
  readonly refusals = new Refusals();
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly answers: readonly RecordedRows[]) {
    this.server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket));
      // The first message asks for TLS.
      socket.once('data', () => {
        socket.write('S');
        this.serve(new TLSSocket(socket, { isServer: true, key: SERVER_KEY, cert: SERVER_CERTIFICATE }));
      });
    });
  }

  static async start(answers: readonly RecordedRows[]): Promise<RecordedPostgres> {
    const postgres = new RecordedPostgres(answers);
    await new Promise<void>((resolve) => postgres.server.listen(0, '127.0.0.1', resolve));
    return postgres;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(socket: TLSSocket): void {
    let received = Buffer.alloc(0);
    let isSignedIn = false;
    let parsed = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      for (;;) {
        // The message by which a session starts has no type.
        const head = isSignedIn ? 1 : 0;
        if (received.length < head + 4 || received.length < head + received.readInt32BE(head)) return;
        const end = head + received.readInt32BE(head);
        const type = isSignedIn ? String.fromCharCode(received[0] ?? 0) : STARTUP;
        const body = received.subarray(head + 4, end);
        received = received.subarray(end);
        isSignedIn = true;
        if (type === STARTUP) this.send(socket, STARTUP, Buffer.concat([message('R', int32(0)), ready()]));
        if (type === 'P') parsed = body.toString('utf8').split('\0')[1] ?? '';
        if (type === 'S') this.answer(socket, parsed, [message('1'), message('2')]);
        if (type === 'Q') this.answer(socket, body.toString('utf8').replace(/\0$/, ''), []);
      }
    });
  }

  private answer(socket: TLSSocket, text: string, before: readonly Buffer[]): void {
    const known = this.answers.find(({ query }) => query.text === text);
    const rows = known ? [fieldsOf(known.rows), ...known.rows.map(dataRow)] : [];
    const done = message('C', cString('SELECT'));
    this.send(socket, known?.query.name ?? SESSION, Buffer.concat([...before, ...rows, done, ready()]));
  }

  private send(socket: TLSSocket, operation: string, bytes: Buffer): void {
    const way = this.refusals.wayOf(operation);
    if (way === 'silent') return;
    if (way === 'denied' || way === 'failing') {
      socket.write(refusal(way, operation));
      return;
    }
    if (way === 'truncated') socket.end(bytes.subarray(0, Math.floor(bytes.length / 2)));
    else socket.write(bytes);
  }
}

function refusal(way: Way, operation: string): Buffer {
  const denied = operation === STARTUP ? '28000' : '42501';
  const fields = ['SERROR', `C${way === 'denied' ? denied : 'XX000'}`, 'Mrecorded'].map(cString);
  const error = message('E', ...fields, Buffer.from([0]));
  return operation === STARTUP ? error : Buffer.concat([error, ready()]);
}

function fieldsOf(rows: readonly Record<string, Value>[]): Buffer {
  const fields = Object.entries(rows[0] ?? {}).map(([name, value]) =>
    Buffer.concat([cString(name), int32(0), int16(0), int32(typeOf(value)), int16(-1), int32(-1), int16(0)]),
  );
  return message('T', int16(fields.length), ...fields);
}

function dataRow(row: Record<string, Value>): Buffer {
  const values = Object.values(row).map((value) => {
    if (value === null) return int32(-1);
    const bytes = Buffer.from(typeof value === 'object' ? JSON.stringify(value) : String(value));
    return Buffer.concat([int32(bytes.length), bytes]);
  });
  return message('D', int16(values.length), ...values);
}

function typeOf(value: Value): number {
  if (typeof value === 'number') return TYPES.float8;
  return typeof value === 'object' && value !== null ? TYPES.jsonb : TYPES.text;
}

function ready(): Buffer {
  return message('Z', Buffer.from('I'));
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

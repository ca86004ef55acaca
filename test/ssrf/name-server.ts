import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

const TYPE_A = 1;
const TYPE_AAAA = 28;
const HEADER_BYTES = 12;
/** Flags of a DNS response: response, authoritative, recursion available; and the same with NXDOMAIN. */
const FOUND = 0x8580;
const NO_SUCH_NAME = 0x8583;

/** Addresses of a name for each successive query; the last list is repeated. */
export type Zone = Readonly<Record<string, readonly (readonly string[])[]>>;

/** DNS server (RFC 1035) with a few names, whose answers may change from query to query. */
export class NameServer {
  /** Received queries: `A public.test`. */
  readonly questions: string[] = [];

  private constructor(
    private readonly socket: Socket,
    private readonly zone: Zone,
  ) {
    socket.on('message', (message, { port, address }) => socket.send(this.answer(message), port, address));
  }

  static async start(zone: Zone): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.bind(53, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, zone);
  }

  close(): void {
    this.socket.close();
  }

  private answer(question: Buffer): Buffer {
    const { name, end } = readName(question);
    const type = question.readUInt16BE(end);
    const spelled = type === TYPE_A ? 'A' : type === TYPE_AAAA ? 'AAAA' : String(type);
    const asked = this.questions.filter((each) => each === `${spelled} ${name}`).length;
    this.questions.push(`${spelled} ${name}`);
    const turns = this.zone[name];
    const addresses = (turns?.[Math.min(asked, turns.length - 1)] ?? []).map((text) => ipaddr.parse(text));
    const records = addresses.filter(
      (address) => (type === TYPE_A) === (address.kind() === 'ipv4') && spelled.startsWith('A'),
    );
    const header = Buffer.alloc(HEADER_BYTES);
    question.copy(header, 0, 0, 2);
    header.writeUInt16BE(turns ? FOUND : NO_SUCH_NAME, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    const answers = records.map((address) => record(type, Buffer.from(address.toByteArray())));
    return Buffer.concat([header, question.subarray(HEADER_BYTES, end + 4), ...answers]);
  }
}

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** Resource record: name by pointer, class IN, TTL 0. */
function record(type: number, address: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(address.length, 10);
  return Buffer.concat([head, address]);
}

import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const [TYPE_TXT, CLASS_IN] = [16, 1];
const [NO_ERROR, SERVER_FAILURE, NAME_ERROR] = [0, 2, 3];

/** A name server on loopback (RFC 1035) with TXT records; `fails` makes it answer SERVFAIL. */
export class NameServer {
  readonly records = new Map<string, string>();
  fails = false;

  private constructor(private readonly socket: Socket) {
    socket.on('message', (question, { address, port }) => socket.send(this.answerTo(question), port, address));
  }

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket);
  }

  get address(): string {
    return `127.0.0.1:${String(this.socket.address().port)}`;
  }

  async stop(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }

  private answerTo(question: Buffer): Buffer {
    const { name, end } = nameIn(question);
    const text = this.records.get(name);
    const code = this.fails ? SERVER_FAILURE : text === undefined ? NAME_ERROR : NO_ERROR;
    const isFound = code === NO_ERROR && question.readUInt16BE(end) === TYPE_TXT;
    const header = Buffer.alloc(HEADER_BYTES);
    question.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(isFound ? 1 : 0, 6);
    const asked = question.subarray(HEADER_BYTES, end + 4);
    return Buffer.concat(isFound ? [header, asked, txtRecord(text ?? '')] : [header, asked]);
  }
}

function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** A record that refers to the name of the question. */
function txtRecord(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  const fixed = Buffer.alloc(HEADER_BYTES);
  fixed.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  fixed.writeUInt16BE(TYPE_TXT, 2);
  fixed.writeUInt16BE(CLASS_IN, 4);
  fixed.writeUInt16BE(bytes.length + 1, 10);
  return Buffer.concat([fixed, Buffer.from([bytes.length]), bytes]);
}

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const CLOSE_FRAME = 0x88;
const LENGTH_SHORT_MAX = 125;

/** A WebSocket by hand that says nothing but what it is asked to: it never answers a close. */
export class MuteSocket {
  private received: Buffer = Buffer.alloc(0);

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => (this.received = Buffer.concat([this.received, chunk])));
    // The service ends connections.
    socket.on('error', () => undefined);
  }

  /** Asks for the upgrade of a connection, and waits for the answer. */
  static async upgrade(baseUrl: string): Promise<MuteSocket> {
    const { hostname, port } = new URL(baseUrl);
    const mute = new MuteSocket(connect(Number(port), hostname));
    mute.socket.write(
      [
        'GET /graphql HTTP/1.1',
        `Host: ${hostname}:${port}`,
        ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
        `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
        'Sec-WebSocket-Protocol: graphql-transport-ws',
        '\r\n',
      ].join('\r\n'),
    );
    await mute.until((bytes) => bytes.includes('\r\n\r\n'));
    return mute;
  }

  /** Status of the answer to the upgrade. */
  get status(): number {
    return Number(this.received.toString('latin1').split(' ', 2)[1]);
  }

  /** Sends a text of at most 125 bytes. */
  send(text: string): void {
    this.write(0x81, text);
  }

  /** Sends a frame of a message that goes on, with a text of at most 125 bytes. */
  sendFragment(kind: 'text' | 'continuation', text: string): void {
    this.write(kind === 'text' ? 0x01 : 0x00, text);
  }

  /** Waits for a close of the service. @returns its code */
  async closed(): Promise<number> {
    const frame = (bytes: Buffer) => bytes.subarray(bytes.indexOf('\r\n\r\n') + 4);
    await this.until((bytes) => frame(bytes).length >= 4);
    const [opcode] = frame(this.received);
    if (opcode !== CLOSE_FRAME) throw new Error('the service sent something else than a close');
    return frame(this.received).readUInt16BE(2);
  }

  /** Ends the connection without a word. */
  destroy(): void {
    this.socket.destroy();
  }

  private write(firstByte: number, text: string): void {
    const payload = Buffer.from(text);
    if (payload.length > LENGTH_SHORT_MAX) throw new Error('the text is too long for one short frame');
    // Masked with zeros, which change nothing.
    this.socket.write(Buffer.concat([Buffer.from([firstByte, 0x80 | payload.length, 0, 0, 0, 0]), payload]));
  }

  private async until(isThere: (received: Buffer) => boolean): Promise<void> {
    while (!isThere(this.received)) await once(this.socket, 'data');
  }
}

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { SERVER_CERTIFICATE, SERVER_KEY } from '../connectors/authority.js';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** An HTTP server that keeps every request, and answers with `status`. */
export class HttpReceiver {
  readonly received: Received[] = [];
  status = 200;
  /** Done before each answer. */
  onRequest: (() => Promise<unknown>) | null = null;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<HttpReceiver> {
    const server = createServer((req, res) => {
      void buffer(req).then(async (body) => {
        receiver.received.push({ method: req.method ?? '', path: req.url ?? '', headers: req.headers, body });
        await receiver.onRequest?.();
        res.writeHead(receiver.status, { etag: '"stored"' }).end();
      });
    });
    const receiver = new HttpReceiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A receiver of syslog over TLS (RFC 5425), with a certificate of the authority of tests. */
export class SyslogReceiver {
  readonly connections: string[] = [];
  /** Whether it takes everything, sends a byte now and then, and never closes. */
  isTrickling = false;
  private readonly sockets = new Set<Duplex>();

  private constructor(private readonly server: TlsServer) {}

  static async start(): Promise<SyslogReceiver> {
    const server = createTlsServer({ cert: SERVER_CERTIFICATE, key: SERVER_KEY, allowHalfOpen: true }, (socket) => {
      socket.on('error', () => undefined);
      if (receiver.isTrickling) {
        const trickle = setInterval(() => socket.write(' '), 20);
        socket.resume().once('close', () => clearInterval(trickle));
        return;
      }
      const taken = (content: string) => {
        receiver.connections.push(content);
        socket.end();
      };
      text(socket).then(taken, () => undefined);
    });
    server.on('tlsClientError', () => undefined);
    // Those too whose handshake fails.
    server.on('connection', (socket: Duplex) => {
      receiver.sockets.add(socket);
      socket.once('close', () => receiver.sockets.delete(socket));
    });
    const receiver = new SyslogReceiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get address(): string {
    return `localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Messages of all connections, taken out of their frames. */
  messages(): string[] {
    return this.connections.flatMap((content) => {
      const messages: string[] = [];
      for (let rest = content; rest !== '';) {
        const [, length = '', begin = ''] = /^(\d+) (.*)$/s.exec(rest) ?? [];
        if (length === '') throw new Error(`no frame: ${rest.slice(0, 40)}`);
        messages.push(begin.slice(0, Number(length)));
        rest = begin.slice(Number(length));
      }
      return messages;
    });
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

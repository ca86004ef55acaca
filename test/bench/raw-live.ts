import type { Server } from 'node:http';
import { Client, type Pool } from 'pg';
import { WebSocketServer, type WebSocket } from 'ws';

const SCAN = `select id, status, total_controls as "totalControls", passed_controls as "passedControls",
  failed_controls as "failedControls" from scans where id = $1`;

interface Subscription {
  socket: WebSocket;
  id: string;
}

/**
 * Plain broadcast of changed scans with `ws`, at `/live`: one read for each notification, one message for each subscription. It
 * asks for no token, executes nothing, and sends all subscriptions the same text but for their id.
 */
export class RawLive {
  private readonly subscriptions: Subscription[] = [];
  private readonly listener: Client;
  private readonly sockets: WebSocketServer;

  constructor(
    server: Server,
    databaseUrl: string,
    private readonly pool: Pool,
  ) {
    this.sockets = new WebSocketServer({ server, path: '/live' });
    this.sockets.on('connection', (socket) => {
      socket.on('message', (data: Buffer) => {
        const { type, id = '' } = JSON.parse(data.toString()) as { type: string; id?: string };
        if (type === 'connection_init') socket.send('{"type":"connection_ack"}');
        else this.subscribe({ socket, id });
      });
    });
    this.listener = new Client({ connectionString: databaseUrl });
    this.listener.on('notification', ({ payload = '' }) => {
      const { topic, id } = JSON.parse(payload) as { topic: string; id: string };
      if (topic === 'scan') void this.broadcast(id);
    });
  }

  async start(): Promise<void> {
    await this.listener.connect();
    await this.listener.query('listen crosswalk');
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    await this.listener.end();
  }

  /** Begins with a message, as the service does. */
  private subscribe(subscription: Subscription): void {
    this.subscriptions.push(subscription);
    send(subscription, '{"data":{"scansChanged":[]}}');
  }

  private async broadcast(scanId: string): Promise<void> {
    const { rows } = await this.pool.query({ name: 'scan', text: SCAN, values: [scanId] });
    const payload = JSON.stringify({ data: { scansChanged: rows } });
    for (const subscription of this.subscriptions) send(subscription, payload);
  }
}

function send({ socket, id }: Subscription, payload: string): void {
  socket.send(`{"id":${JSON.stringify(id)},"type":"next","payload":${payload}}`);
}

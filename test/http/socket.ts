import WebSocket from 'ws';
import { eventually } from '../support/eventually.js';

/** A message of the protocol graphql-transport-ws. */
interface Message {
  type: string;
  id?: string;
  payload?: unknown;
}

/** Response of an operation; a refused one has errors without data. */
export interface LiveAnswer {
  data?: Record<string, unknown> | null;
  errors?: {
    message: string;
    extensions: {
      code: string;
      requestId?: string;
      closeCode?: number;
      requiredScope?: string;
      details?: { message: string }[];
    };
  }[];
}

/** A GraphQL socket: messages of the server, and how it closes. */
export class Socket {
  readonly messages: Message[] = [];
  readonly closed: Promise<{ code: number; reason: string; at: number }>;
  private operations = 0;

  private constructor(private readonly socket: WebSocket) {
    this.closed = new Promise((resolve) => {
      socket.once('close', (code, reason) => resolve({ code, reason: reason.toString('utf8'), at: Date.now() }));
    });
    socket.on('message', (data: Buffer) => this.messages.push(JSON.parse(data.toString('utf8')) as Message));
    // A refused upgrade closes too.
    socket.on('error', () => undefined);
  }

  /** Connects and sends the token, without waiting for a response. */
  static open(baseUrl: string, connectionParams: Record<string, unknown>): Promise<Socket> {
    return Socket.openWith(baseUrl, JSON.stringify({ type: 'connection_init', payload: connectionParams }));
  }

  /** Connects and sends a first message. */
  static async openWith(baseUrl: string, first: string): Promise<Socket> {
    const client = new WebSocket(baseUrl.replace('http', 'ws') + '/graphql', 'graphql-transport-ws');
    const socket = new Socket(client);
    await new Promise((resolve) => {
      client.once('open', resolve);
      client.once('close', resolve);
    });
    socket.sendText(first);
    return socket;
  }

  /** Connects with a valid token. */
  static async connect(baseUrl: string, token: string | null): Promise<Socket> {
    const socket = await Socket.open(baseUrl, token === null ? {} : { Authorization: `Bearer ${token}` });
    await socket.message(({ type }) => type === 'connection_ack');
    return socket;
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  sendText(text: string): void {
    this.socket.send(text);
  }

  /** Starts an operation. @returns its id */
  subscribe(query: string, variables: Record<string, unknown> = {}): string {
    const id = String((this.operations += 1));
    this.send({ type: 'subscribe', id, payload: { query, variables } });
    return id;
  }

  /** The first response of an operation, which is then completed. */
  async ask(query: string, variables: Record<string, unknown> = {}): Promise<LiveAnswer> {
    const id = this.subscribe(query, variables);
    const first = await this.message((each) => each.id === id && (each.type === 'next' || each.type === 'error'));
    if (first.type === 'error') return { errors: first.payload as NonNullable<LiveAnswer['errors']> };
    this.send({ type: 'complete', id });
    return first.payload as LiveAnswer;
  }

  /**
   * The first message that satisfies `isWanted`, as soon as it arrives.
   * @throws {Error} when the socket is closed without one
   */
  message(isWanted: (message: Message) => boolean): Promise<Message> {
    return eventually(async () => {
      const found = this.messages.find(isWanted);
      if (!found && this.socket.readyState === WebSocket.CLOSED) throw new Error('closed before the message came');
      return found ?? null;
    });
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}

import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import type { LiveAnswer } from './socket.js';

/** GraphQL over server-sent events, like `curl -N`, on its own connection. */
export class EventStream {
  /** The `data` of every `next` event so far. */
  readonly events: LiveAnswer[] = [];
  /** The whole response so far. */
  text = '';
  /** Resolves when the server has ended the response, or the connection is closed. */
  readonly ended: Promise<{ at: number }>;

  private constructor(
    private readonly sent: ClientRequest,
    private readonly received: IncomingMessage,
  ) {
    received.setEncoding('utf8');
    received.on('data', (text: string) => {
      this.text += text;
      if (this.isStream) this.events.splice(0, Infinity, ...parseEvents(this.text));
    });
    this.ended = new Promise((resolve) => {
      received.once('close', () => resolve({ at: Date.now() }));
    });
    // Cut off by us or by the server: ended either way.
    received.on('error', () => undefined);
    sent.on('error', () => undefined);
  }

  static open(
    { baseUrl, token }: Client,
    query: string,
    variables: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<EventStream> {
    return new Promise((resolve, reject) => {
      const sent = request(`${baseUrl}/graphql/stream`, {
        method: 'POST',
        agent: false,
        headers: {
          accept: 'text/event-stream',
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
      });
      sent.once('error', reject);
      sent.once('response', (received) => resolve(new EventStream(sent, received)));
      sent.end(JSON.stringify({ query, variables }));
    });
  }

  /** The first response of an operation, streamed or refused. */
  static async ask(client: Client, query: string, variables: Record<string, unknown> = {}): Promise<LiveAnswer> {
    const stream = await EventStream.open(client, query, variables);
    try {
      return await stream.first();
    } finally {
      await stream.close();
    }
  }

  get status(): number {
    return this.received.statusCode ?? 0;
  }

  header(name: string): string | null {
    return this.received.headersDistinct[name]?.join(', ') ?? null;
  }

  /** Why the service ended the stream, by its last event. */
  get end() {
    const [error] = this.events.at(-1)?.errors ?? [];
    return error && { code: error.extensions.code, closeCode: error.extensions.closeCode, message: error.message };
  }

  async first(): Promise<LiveAnswer> {
    if (this.isStream) return eventually(async () => this.events[0] ?? null);
    await this.ended;
    return JSON.parse(this.text) as LiveAnswer;
  }

  async close(): Promise<void> {
    this.sent.destroy();
    await this.ended;
  }

  private get isStream(): boolean {
    return (this.header('content-type') ?? '').startsWith('text/event-stream');
  }
}

function parseEvents(text: string): LiveAnswer[] {
  const blocks = text.split('\n\n').slice(0, -1);
  return blocks
    .filter((block) => block.includes('event: next'))
    .map((block) => JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null') as LiveAnswer);
}

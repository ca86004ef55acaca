import { z } from 'zod';
import { MINUTE } from '../../platform/clock.js';
import { DemoError, RefusalError } from './demo-error.js';
import { subscribe } from './live.js';
import { printable } from './text.js';

const REQUEST_MS = MINUTE;
/** Timeout of an upload: reports may have a gigabyte. */
const UPLOAD_MS = 30 * MINUTE;

const Failure = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.array(z.object({ field: z.string(), message: z.string() })),
  }),
});

const GraphQLAnswer = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

export interface ClientOptions {
  address: string;
  token: string | null;
  /** Aborts every request. */
  signal: AbortSignal;
}

interface Sending {
  body?: string | FormData;
  headers?: Record<string, string>;
  /** Timeout of a request. @default 60_000 // a minute */
  timeoutMs?: number;
}

/**
 * Client of the public interface: REST, GraphQL and GraphQL over WebSocket. Responses are validated. Every method
 * throws a `DemoError` when the service cannot be reached or returns an invalid response, and a `RefusalError` when it
 * refuses.
 */
export class ServiceClient {
  constructor(private readonly options: ClientOptions) {}

  withToken(token: string): ServiceClient {
    return new ServiceClient({ ...this.options, token });
  }

  get<T>(path: string, shape: z.ZodType<T>): Promise<T> {
    return this.rest('GET', path, shape);
  }

  post<T>(path: string, body: object, shape: z.ZodType<T>): Promise<T> {
    return this.rest('POST', path, shape, asJson(body));
  }

  /** Uploads a file as the part `file` of a form, streamed from disk. */
  upload<T>(path: string, { file, name }: { file: Blob; name: string }, shape: z.ZodType<T>): Promise<T> {
    const body = new FormData();
    body.set('file', file, name);
    return this.rest('POST', path, shape, { body, timeoutMs: UPLOAD_MS });
  }

  async graphql<T>(query: string, variables: Record<string, unknown>, shape: z.ZodType<T>): Promise<T> {
    const what = 'POST /graphql';
    const { data, errors } = parse(
      what,
      GraphQLAnswer,
      await this.send('POST', '/graphql', asJson({ query, variables })),
    );
    if (errors?.[0]) throw new DemoError(`${what} failed: ${printable(errors[0].message)}`);
    return parse(what, shape, data);
  }

  /** Events of a subscription until it ends, over a WebSocket. @throws {DemoError} also after a long silence */
  async *subscribe<T>(query: string, variables: Record<string, unknown>, shape: z.ZodType<T>): AsyncGenerator<T> {
    for await (const event of subscribe(this.options, { query, variables })) yield parse('the live feed', shape, event);
  }

  private async rest<T>(method: string, path: string, shape: z.ZodType<T>, sending: Sending = {}): Promise<T> {
    const answer = parse(`${method} ${path}`, z.object({ data: z.unknown() }), await this.send(method, path, sending));
    return parse(`${method} ${path}`, shape, answer.data);
  }

  private async send(
    method: string,
    path: string,
    { body, headers, timeoutMs = REQUEST_MS }: Sending,
  ): Promise<unknown> {
    const { address, token, signal } = this.options;
    const init = {
      method,
      headers: { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...(body === undefined ? {} : { body }),
    };
    try {
      const response = await fetch(address + path, init);
      const answer = parseJson(await response.text());
      if (response.ok) return answer;
      throw new RefusalError(response.status, refusal(`${method} ${path}`, response.status, answer));
    } catch (err) {
      if (err instanceof DemoError) throw err;
      signal.throwIfAborted();
      throw new DemoError(`${method} ${path} got no answer from ${address}: ${reasonOf(err)}`);
    }
  }
}

function asJson(body: object): Sending {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function parse<T>(what: string, shape: z.ZodType<T>, answer: unknown): T {
  const parsed = shape.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new DemoError(`${what} answered in an unexpected shape:\n${z.prettifyError(parsed.error)}`);
}

/** Error with the message of the service. */
function refusal(what: string, status: number, answer: unknown): string {
  const failure = Failure.safeParse(answer);
  if (!failure.success) return `${what} was refused with status ${status}`;
  const { code, message, details } = failure.data.error;
  const lines = details.map((detail) => `    ${detail.field}: ${printable(detail.message)}`);
  return [`${what} was refused: ${status} ${code}, ${printable(message)}`, ...lines].join('\n');
}

function reasonOf(err: unknown): string {
  if (!(err instanceof Error)) return String(err);
  return err.cause instanceof Error && err.cause.message !== '' ? err.cause.message : err.message;
}

import { holdToContract } from './contract.js';

/** A response, with its body parsed if it is JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: unknown;
}

/** HTTP client with an optional token. Every response of the service is validated against the OpenAPI document. */
export class Client {
  constructor(
    readonly baseUrl: string,
    readonly token: string | null,
    /** Whether responses are validated; false for a server other than the service. */
    private readonly isHeld = true,
  ) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, { headers });
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    return this.send('POST', path, {
      headers: { ...json, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  put(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('PUT', path, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  async send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (this.token !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${this.token}`);
    const response = await fetch(this.baseUrl + path, { ...init, method, headers });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text, body: parse(text) };
    const body = typeof init.body === 'string' ? init.body : undefined;
    if (this.isHeld) holdToContract({ method, path, headers, body }, answer);
    return answer;
  }

  /** Runs an operation and returns its data; throws the message of its error. */
  async data<T>(query: string, variables: Record<string, unknown> = {}): Promise<T> {
    const { body, text } = await this.graphql(query, variables);
    const { data, errors } = body as { data?: T | null; errors?: unknown[] };
    if (errors || !data) throw new Error(`the operation failed: ${text}`);
    return data;
  }

  graphql(query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
    return this.post('/graphql', { query, variables });
  }

  /** The `data` of a successful REST response. */
  async rest<T>(path: string): Promise<T> {
    const { status, body, text } = await this.get(path);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`);
    return (body as { data: T }).data;
  }

  /** Sends a file as the part `file` of a form. */
  upload(path: string, content: string | Buffer, fileName = 'report.json'): Promise<Answer> {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), fileName);
    return this.send('POST', path, { body: form });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

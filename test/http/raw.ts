import { request } from 'node:http';
import type { Answer } from '../support/client.js';
import { holdToContract } from '../support/contract.js';

/** A request that `fetch` would refuse or normalize: odd paths, a body on GET, a repeated header. */
export interface RawRequest {
  method: string;
  /** Path, sent unchanged. */
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** Sends it over its own connection; the response is validated against the OpenAPI document. */
export async function sendRaw(baseUrl: string, request: RawRequest): Promise<Answer> {
  const answer = await exchange(baseUrl, request);
  const { method, path, headers = {}, body } = request;
  holdToContract({ method, path, headers: new Headers(single(headers)), body: body?.toString() }, answer);
  return answer;
}

function exchange(baseUrl: string, { method, path, headers = {}, body }: RawRequest): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (received) => {
      const chunks: Buffer[] = [];
      received.on('error', reject);
      received.on('data', (chunk: Buffer) => chunks.push(chunk));
      received.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const entries = Object.entries(received.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        resolve({ status: received.statusCode ?? 0, headers: new Headers(entries), text, body: parsed(text) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function single(headers: Record<string, string | string[]>): [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

import { createHash, createHmac } from 'node:crypto';
import { HttpRequest } from '@smithy/core/transport';
import { SignatureV4 } from '@smithy/signature-v4';
import { SECOND } from '../../platform/clock.js';
import { failureOf } from './aws-error.rules.js';
import type { AwsScope } from './aws-scope.js';

/** A call to a service without a client. */
export interface SignedCall {
  /** Name in host names and signatures: `drs`. */
  service: string;
  /** `DescribeJobs`: the operation, which is also the path for services with JSON over POST. */
  operation: string;
  body: Record<string, unknown>;
}

const ATTEMPTS_MAX = 4;
const WAIT_MS = 2 * SECOND;

/**
 * Makes a signed call and returns the parsed response, for services whose SDK client is too large for its use.
 * @throws {Error} with the name of AWS's error, like the clients of the SDK
 */
export async function signedCall(scope: AwsScope, call: SignedCall): Promise<Record<string, unknown>> {
  const { clock, signal } = scope.session;
  const timed = scope.session.clients.call();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await timed.attempt((ended) => once(scope, call, ended));
    } catch (err) {
      signal.throwIfAborted();
      if (err instanceof Error) scope.session.clients.recordFailure(err, call.operation);
      if (attempt === ATTEMPTS_MAX || timed.isOver || failureOf(err) !== 'unavailable') throw err;
      await clock.sleep(WAIT_MS * 2 ** (attempt - 1), signal);
    }
  }
}

async function once(
  scope: AwsScope,
  { service, operation, body }: SignedCall,
  abortSignal: AbortSignal,
): Promise<Record<string, unknown>> {
  const { credentials, handler, endpoint } = await scope.session.clients.signing();
  const domain = scope.session.partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  const url = new URL(endpoint ?? `https://${service}.${scope.region}.${domain}`);
  const request = {
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    method: 'POST',
    path: `/${operation}`,
    headers: { host: url.host, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const signer = new SignatureV4({ service, region: scope.region, credentials, sha256: Sha256 });
  const { headers } = await signer.sign(new HttpRequest(request));
  const { response } = await handler.handle(new HttpRequest({ ...request, headers }), { abortSignal });
  const text = await textOf(response.body);
  if (response.statusCode < 300) return recordOf(text);
  throw errorOf(text, response.headers, response.statusCode);
}

async function textOf(body: unknown): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function recordOf(text: string): Record<string, unknown> {
  const parsed: unknown = text === '' ? {} : JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}

function errorOf(text: string, headers: Record<string, string>, status: number): Error {
  // A proxy before the service may answer in HTML.
  const { message, __type: type } = text.startsWith('{') ? recordOf(text) : {};
  const named = headers['x-amzn-errortype'] ?? (typeof type === 'string' ? type : 'Error');
  const error = new Error(typeof message === 'string' ? message : 'no message');
  error.name = named.split(':')[0]?.split('#').pop() ?? named;
  return Object.assign(error, { $metadata: { httpStatusCode: status } });
}

/** SHA-256 with the interface that the signer expects. */
class Sha256 {
  private readonly hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
}

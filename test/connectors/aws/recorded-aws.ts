import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { z } from 'zod';
import { SOURCE_ROOT } from '../../../src/platform/source-root.js';
import { OutgoingRequests } from '../refusals/outgoing-requests.js';
import { Refusals, sendOr, type RefusalForm } from '../refusals/refusals.js';
import { encoded, errorBody, PROTOCOLS, type Protocol } from './wire.js';

/** A recorded response of AWS. The first match of a service is sent; those that a test adds have priority. */
const Answer = z.strictObject({
  /** `ListUsers`; for REST services, the method and the path: `GET /restapis/{id}`, where `{…}` is any segment. */
  action: z.string(),
  /** Region; by default any. */
  region: z.string().optional(),
  /** Parameters that the call must have: fields of the form, the query or the JSON body, as text or JSON. */
  when: z.record(z.string(), z.unknown()).default({}),
  status: z.number().optional(),
  /** Error code: `AccessDenied`. */
  error: z.string().optional(),
  message: z.string().default('recorded'),
  /** Text unchanged; anything else as JSON. */
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  /** Number of times it is sent. */
  times: z.number().default(Infinity),
});

/** `answers/*.yaml`: responses by service (as named in signatures). */
const AnswerFile = z.array(
  z.strictObject({ service: z.string(), protocol: z.enum(PROTOCOLS), answers: z.array(Answer) }),
);

export type AnswerGiven = z.input<typeof Answer> & { service: string };

/** A received call. */
export interface Call {
  service: string;
  region: string;
  action: string;
  accessKey: string;
  parameters: Record<string, unknown>;
}

const HERE = join(SOURCE_ROOT, '../test/connectors/aws');

/** A server that answers the calls of AWS's clients with recorded responses, whatever the service. */
export class RecordedAws {
  readonly calls: Call[] = [];
  /** Calls without a recorded response. A test expects none. */
  readonly unanswered: string[] = [];
  /** What it refuses, by operation as `operationOf` names it. */
  readonly refusals = new Refusals();
  private readonly outgoing = new OutgoingRequests();
  private readonly protocols = new Map<string, Protocol>();
  private readonly answers: (z.output<typeof Answer> & { service: string })[] = [];
  private readonly server: Server;
  /** Its URL, also after it has stopped. */
  endpoint = '';

  private constructor(directory: string) {
    for (const file of readdirSync(directory).sort()) {
      for (const { service, protocol, answers } of AnswerFile.parse(
        load(readFileSync(join(directory, file), 'utf8')),
      )) {
        this.protocols.set(service, protocol);
        this.answers.push(...answers.map((answer) => ({ ...answer, service })));
      }
    }
    this.server = createServer((req, res) => {
      this.answer(req, res).catch((err: unknown) => res.destroy(err instanceof Error ? err : undefined));
    });
  }

  /** @param folder of the responses, beside this file */
  static async start(folder = 'answers'): Promise<RecordedAws> {
    const aws = new RecordedAws(join(HERE, folder));
    await new Promise<void>((resolve) => aws.server.listen(0, '127.0.0.1', resolve));
    // A host name: S3 prefixes it with the account, which is impossible for an IP address.
    aws.endpoint = `http://localhost:${String((aws.server.address() as AddressInfo).port)}`;
    return aws;
  }

  /** Sends this response before all others. */
  first({ service, ...answer }: AnswerGiven): void {
    this.answers.unshift({ ...Answer.parse(answer), service });
  }

  async stop(): Promise<void> {
    this.outgoing.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const call = await callOf(req);
    this.calls.push(call);
    const protocol = this.protocols.get(call.service) ?? 'json';
    const answer = this.answers.find((each) => each.times > 0 && fits(each, call));
    if (!answer)
      this.unanswered.push(`${call.service} ${call.action} in ${call.region} ${JSON.stringify(call.parameters)}`);
    const code = answer ? answer.error : 'NotRecorded';
    const body =
      code === undefined ? encoded(answer?.body ?? '', protocol) : errorBody(code, answer?.message ?? '', protocol);
    if (answer) answer.times -= 1;
    const headers = {
      'content-type': body.type,
      'x-amzn-requestid': 'recorded',
      ...(code === undefined ? {} : { 'x-amzn-errortype': code }),
      ...answer?.headers,
    };
    const status = answer?.status ?? (code === undefined ? 200 : 400);
    const way = this.refusals.wayOf(operationOf(call, answer?.action ?? call.action));
    if (way === 'silent' && this.refusals.endsSilence) this.outgoing.timeOut(req);
    sendOr(res, { status, headers, text: body.bytes }, { way, form: refusalForm(protocol) });
  }
}

/** `iam ListUsers`; for REST services method, path and flags: `s3 GET /{bucket}/ encryption`. */
function operationOf({ service, action, parameters }: Call, recorded: string): string {
  if (!action.includes(' ')) return `${service} ${action}`;
  const path = service === 's3' ? recorded.replace(/ \/(?!v2018)[^/]+\//, ' /{bucket}/') : recorded;
  const flags = Object.keys(parameters).filter((name) => parameters[name] === '');
  return [service, path, ...flags].join(' ');
}

function refusalForm(protocol: Protocol): RefusalForm {
  return (way) => {
    const [status, code] = way === 'denied' ? [403, 'AccessDenied'] : [500, 'InternalError'];
    const { type, bytes } = errorBody(code, 'recorded', protocol);
    return { status, headers: { 'content-type': type, 'x-amzn-errortype': code }, text: bytes };
  };
}

async function callOf(req: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const scope = /Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\//.exec(req.headers.authorization ?? '') ?? [];
  const [, accessKey = '', region = '', service = ''] = scope;
  const url = new URL(req.url ?? '/', 'http://aws');
  const type = req.headers['content-type'] ?? '';
  const parameters: Record<string, unknown> = {
    ...Object.fromEntries(url.searchParams),
    ...(type.includes('json') && text ? (JSON.parse(text) as Record<string, unknown>) : {}),
    ...(type.includes('x-www-form-urlencoded') ? Object.fromEntries(new URLSearchParams(text)) : {}),
  };
  const target = req.headers['x-amz-target'];
  const operation = /\/operation\/(\w+)$/.exec(url.pathname)?.[1];
  const named = typeof target === 'string' ? target.split('.').pop() : (parameters.Action ?? operation);
  const action = typeof named === 'string' ? named : `${req.method ?? ''} ${decodeURIComponent(url.pathname)}`;
  return { service, region, action, accessKey, parameters };
}

function fits(answer: z.output<typeof Answer> & { service: string }, call: Call): boolean {
  if (answer.service !== call.service) return false;
  if (answer.region !== undefined && answer.region !== call.region) return false;
  if (!pathOf(answer.action).test(call.action)) return false;
  return Object.entries(answer.when).every(
    ([name, value]) => JSON.stringify(call.parameters[name] ?? null) === JSON.stringify(value),
  );
}

function pathOf(action: string): RegExp {
  const escaped = action.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{[^{}]*\}/g, '[^/]+')}$`);
}

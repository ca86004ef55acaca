import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { load, mergeTag, CORE_SCHEMA } from 'js-yaml';
import { z } from 'zod';
import { SOURCE_ROOT } from '../../../src/platform/source-root.js';
import { Refusals, sendOr } from '../refusals/refusals.js';
import { operationOf } from '../rest/json-server.js';
import { answerGraph, type GraphRepository } from './github-graph.js';

const ANSWERS = join(SOURCE_ROOT, '../test/connectors/github/answers');

const Answer = z.strictObject({
  status: z.number().default(200),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.unknown().optional(),
});
export type Answer = z.input<typeof Answer>;
const AnswerFile = z.record(z.string(), Answer);

export const TOKEN = 'github_pat_of_the_test';

/**
 * A GitHub Enterprise Server with the organization of the files under answers/: REST with pages, executed GraphQL,
 * tokens, installations of Apps.
 */
export class GitHubServer {
  /** `GET /orgs/acme`, in order. */
  readonly requests: string[] = [];
  /** What it refuses, by operation as `operationOf` names it. */
  readonly refusals = new Refusals();
  /** Address, available after the start. */
  address = '';
  /** Limit of items in a page, whatever the request asks for. */
  pageSize = 100;
  /** Checks the JWT of an App and gives its installation token; none is known unless set. */
  installationToken: (jwt: string, installation: string) => string | null = () => null;
  private readonly answers = new Map<string, Answer>();
  /** Responses that are sent once, before those above. */
  private readonly once = new Map<string, Answer[]>();
  private readonly tokens = new Set([TOKEN]);
  private readonly server = createServer((req, res) => {
    this.serve(req, res).catch((err: unknown) => res.destroy(err instanceof Error ? err : undefined));
  });

  constructor() {
    for (const file of readdirSync(ANSWERS)) {
      const text = readFileSync(join(ANSWERS, file), 'utf8');
      const parsed = AnswerFile.parse(load(text, { schema: CORE_SCHEMA.withTags(mergeTag) }));
      for (const [route, answer] of Object.entries(parsed)) this.answers.set(route, answer);
    }
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.address = `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Replaces the response of a route. */
  set(route: string, answer: Answer): void {
    this.answers.set(route, answer);
  }

  /** Puts responses of a route first, each sent once. */
  first(route: string, ...answers: Answer[]): void {
    this.once.set(route, answers);
  }

  /** Replaces properties of the body of a route. */
  change(route: string, properties: Record<string, unknown>): void {
    const body = z.record(z.string(), z.unknown()).parse(this.answers.get(route)?.body);
    this.answers.set(route, { ...this.answers.get(route), body: { ...body, ...properties } });
  }

  /** Every repository of the list. */
  get repositories(): Record<string, unknown>[] {
    return z.array(z.record(z.string(), z.unknown())).parse(this.answers.get('GET /orgs/acme/repos')?.body);
  }

  /** Replaces properties of every repository of the list. */
  changeRepositories(properties: Record<string, unknown>): void {
    this.answers.set('GET /orgs/acme/repos', { body: this.repositories.map((entry) => ({ ...entry, ...properties })) });
  }

  revoke(): void {
    this.tokens.clear();
  }

  private async serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', this.address);
    const path = url.pathname.replace(/^\/api(?:\/v3)?/, '');
    const route = `${req.method ?? ''} ${path}`;
    this.requests.push(route);
    const way = this.refusals.wayOf(operationOf(req.method ?? '', url));
    const answer = Answer.parse(this.once.get(route)?.shift() ?? (await this.answer(req, route, url)));
    sendOr(res, wireOf(answer), { way, form: (refused) => wireOf(REFUSALS[refused]) });
  }

  private async answer(req: IncomingMessage, route: string, url: URL): Promise<Answer> {
    const installation = /^POST \/app\/installations\/(\d+)\/access_tokens$/.exec(route)?.[1];
    if (installation !== undefined) return this.install(req, installation);
    const token = /^(?:token|bearer) (.+)$/i.exec(req.headers.authorization ?? '')?.[1];
    if (token === undefined || !this.tokens.has(token)) {
      return { status: 401, body: { message: 'Bad credentials', status: '401' } };
    }
    if (route === 'POST /graphql') return { body: await this.graph(req) };
    const answer = this.answers.get(route) ?? { status: 404, body: { message: 'Not Found', status: '404' } };
    return Array.isArray(answer.body) && !answer.headers ? this.page(answer.body, url) : answer;
  }

  private page(entries: unknown[], url: URL): Answer {
    const page = Number(url.searchParams.get('page') ?? 1);
    const body = entries.slice((page - 1) * this.pageSize, page * this.pageSize);
    if (page * this.pageSize >= entries.length) return { body };
    url.searchParams.set('page', String(page + 1));
    return { body, headers: { link: `<${url.href}>; rel="next", <${url.href}>; rel="last"` } };
  }

  private async graph(req: IncomingMessage): Promise<unknown> {
    const asked = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()) }).parse(await json(req));
    return answerGraph(asked, (name) => this.answers.get(`GRAPHQL ${name}`)?.body as GraphRepository | undefined);
  }

  private install(req: IncomingMessage, installation: string): Answer {
    const jwt = /^bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '';
    const token = this.installationToken(jwt, installation);
    if (token === null) return { status: 404, body: { message: 'Integration not found', status: '404' } };
    this.tokens.add(token);
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    return {
      status: 201,
      body: { token, expires_at: expires, permissions: { metadata: 'read' }, repository_selection: 'all' },
    };
  }
}

const REFUSALS = {
  denied: Answer.parse({ status: 403, body: { message: 'Resource not accessible', status: '403' } }),
  failing: Answer.parse({ status: 500, body: { message: 'Server Error', status: '500' } }),
};

function wireOf({ status, headers, body }: z.output<typeof Answer>) {
  const text = body === undefined ? '' : JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, text };
}

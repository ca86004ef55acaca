import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { ACROSS_JSON, CONTROLS_BY_NAME_JSON, CONTROLS_JSON, FRAMEWORKS_JSON } from './raw-json.js';
import { RawLive } from './raw-live.js';
import { BACK, CONTROLS, CONTROLS_BY_NAME, FORTH, FRAMEWORKS, type BackRow, type ForthRow } from './raw-sql.js';

/** Begins the paths whose answers PostgreSQL writes. */
export const JSON_IN_SQL = '/sql';
const CONTROLS_PATH = /^\/api\/compliance\/frameworks\/([\w-]+)\/controls$/;

/**
 * Peer of the service in the benchmark: the same responses to the same requests from `node:http`, `pg` and SQL by hand.
 * It does less on purpose: no token, no limits, no row level security, no parsing of the query.
 */
export class RawPeer {
  private readonly pool: Pool;
  private readonly live: RawLive;
  private readonly server = createServer((req, res) => {
    this.answer(req).then(
      (body) => respond(res, 200, body),
      (err: unknown) => respond(res, 500, String(err)),
    );
  });

  constructor(
    databaseUrl: string,
    private readonly tenantId: string,
  ) {
    // Plans are cached: by default PostgreSQL makes a new one for every run of these joins, which takes half of their time.
    this.pool = new Pool({ connectionString: databaseUrl, options: '-c plan_cache_mode=force_generic_plan' });
    this.live = new RawLive(this.server, databaseUrl, this.pool);
  }

  /** Starts the server. @returns its address */
  async listen(): Promise<string> {
    await this.live.start();
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(0, '127.0.0.1', () => {
        resolve(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}`);
      });
    });
  }

  async close(): Promise<void> {
    await this.live.close();
    this.server.close();
    this.server.closeAllConnections();
    await this.pool.end();
  }

  private async answer(req: IncomingMessage): Promise<string> {
    const url = req.url ?? '';
    if (url === '/limit') {
      await this.pool.query({ name: 'limit', text: 'select 1' });
      return '{}';
    }
    if (url.startsWith(JSON_IN_SQL)) return this.jsonOf(url.slice(JSON_IN_SQL.length), req);
    if (url === '/graphql') return this.crossFramework(await bodyOf(req));
    const [, frameworkId] = CONTROLS_PATH.exec(url) ?? [];
    if (frameworkId !== undefined)
      return enveloped(await this.rows('controls', CONTROLS, [this.tenantId, frameworkId]));
    if (url === '/api/compliance/frameworks')
      return enveloped(await this.rows('frameworks', FRAMEWORKS, [this.tenantId]));
    throw new Error(`nothing is at ${url}`);
  }

  /** The same answer as one statement writes it. */
  private async jsonOf(url: string, req: IncomingMessage): Promise<string> {
    if (url === '/graphql') {
      const { framework, ...rest } = variablesOf(await bodyOf(req));
      if (!('status' in rest)) return this.body('json_by_name', CONTROLS_BY_NAME_JSON, [this.tenantId, framework]);
      return this.body('json_across', ACROSS_JSON, [this.tenantId, framework, rest.status]);
    }
    const [, frameworkId] = CONTROLS_PATH.exec(url) ?? [];
    if (frameworkId !== undefined) return this.body('json_controls', CONTROLS_JSON, [this.tenantId, frameworkId]);
    return this.body('json_frameworks', FRAMEWORKS_JSON, [this.tenantId]);
  }

  private async body(name: string, text: string, values: unknown[]): Promise<string> {
    const [row] = await this.rows<{ body: string }>(name, text, values);
    return row?.body ?? '';
  }

  /**
   * Two statements, so that a universal control reached twice is read once; put together in this process.
   */
  private async crossFramework(body: string): Promise<string> {
    const variables = variablesOf(body);
    if (!('status' in variables)) return this.controlsOf(variables.framework);
    const values = [this.tenantId, variables.framework, variables.status];
    const forth = await this.rows<ForthRow>('forth', FORTH, values);
    const back = await this.rows<BackRow>('back', BACK, [this.tenantId, [...new Set(forth.map((each) => each.u))]]);
    const mappingsOf = Map.groupBy(back, ({ u }) => u);
    const controls = [...Map.groupBy(forth, ({ id }) => id).values()].map((lines) => {
      const [{ control_id, title, status } = { control_id: '', title: '', status: '' }] = lines;
      return {
        controlId: control_id,
        title,
        status,
        mappings: lines.map((line) => forthLine(line, mappingsOf.get(line.u))),
      };
    });
    return JSON.stringify({ data: { framework: { name: variables.framework, controls } } });
  }

  private async controlsOf(framework: string): Promise<string> {
    const controls = await this.rows('controls_by_name', CONTROLS_BY_NAME, [this.tenantId, framework]);
    return JSON.stringify({ data: { framework: { controls } } });
  }

  private async rows<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>({ name, text, values })).rows;
  }
}

function forthLine({ relationship, code, u_title }: ForthRow, back: BackRow[] = []): object {
  const mappings = back.map((line) => ({
    relationship: line.relationship,
    control: {
      controlId: line.control_id,
      title: line.title,
      status: line.status,
      framework: { name: line.framework },
    },
  }));
  return { relationship, universalControl: { code, title: u_title, mappings } };
}

function variablesOf(body: string): { framework: string; status?: string | null } {
  return (JSON.parse(body) as { variables: { framework: string; status?: string | null } }).variables;
}

function enveloped(data: object[]): string {
  return JSON.stringify({ data, meta: { request_id: randomUUID() } });
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function respond(res: ServerResponse, status: number, body: string): void {
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  res.end(body);
}

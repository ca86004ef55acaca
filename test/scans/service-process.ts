import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as Postgres } from 'pg';
import { findEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const START_TIMEOUT_MS = 90_000;

/**
 * The service as operators run it: the compiled program, with its own embedded PostgreSQL below DATA_DIR. Its demo
 * organization has no history unless the settings say so.
 */
export class ServiceProcess {
  readonly baseUrl: string;
  private child: ChildProcess | null = null;
  private output = '';

  constructor(
    readonly dataDir: string,
    private readonly port: number,
    private readonly settings: Record<string, string>,
  ) {
    this.baseUrl = `http://127.0.0.1:${port}`;
  }

  /** Starts it and waits until it is ready. */
  async start(): Promise<void> {
    const { PATH = '', HOME = '' } = process.env;
    const defaults = { LOG_LEVEL: 'warn', DEMO: 'without-history' };
    const env = { PATH, HOME, DATA_DIR: this.dataDir, PORT: String(this.port), ...defaults, ...this.settings };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (this.output += data.toString()));
    this.child = child;
    await eventually(async () => {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`the service ended with ${child.exitCode ?? child.signalCode}:\n${this.output}`);
      }
      const answer = await fetch(`${this.baseUrl}/readyz`).catch(() => null);
      return answer?.status === 200 ? true : null;
    }, START_TIMEOUT_MS);
  }

  /** Sends a signal and waits for the end. @returns the exit code, null where the signal killed it */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (child?.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    const [code] = await exited;
    return code;
  }

  /** Sends a signal and waits for nothing. @returns whether it still runs */
  signal(signal: 'SIGTERM' | 'SIGINT'): boolean {
    const { child } = this;
    return child?.exitCode === null && child.kill(signal);
  }

  /** What it has printed so far. */
  get printed(): string {
    return this.output;
  }

  /** A client with the demo admin's token. */
  async logIn(): Promise<Client> {
    const text = await readFile(join(this.dataDir, 'demo-credentials.json'), 'utf8');
    const { users } = JSON.parse(text) as { users: { email: string; password: string; role: string }[] };
    const { email, password } = users.find(({ role }) => role === 'admin') ?? {};
    const { body } = await new Client(this.baseUrl, null).post('/api/auth/login', { email, password });
    return new Client(this.baseUrl, (body as { data: { access_token: string } }).data.access_token);
  }

  /** Runs one statement as the owner of its database. */
  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const server = await findEmbeddedPostgres(this.dataDir);
    if (!server) throw new Error('its database does not run');
    const { host, port, user, password } = server;
    const client = new Postgres({ host, port, user, password, database: user });
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }
}

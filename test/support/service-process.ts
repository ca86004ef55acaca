import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as Postgres } from 'pg';
import { findEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { announcedAddress } from './announced.js';
import { Client } from './client.js';
import { programEnvironment } from './program-environment.js';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));

/**
 * The service as operators run it: the compiled program, with its own embedded PostgreSQL below DATA_DIR. Its demo
 * organization has no history unless the settings say so.
 */
export class ServiceProcess {
  /** Address of the service, available after the start; another start may use another port. */
  baseUrl = '';
  private child: ChildProcess | null = null;
  private output = '';

  constructor(
    readonly dataDir: string,
    private readonly settings: Record<string, string>,
  ) {}

  /** Starts it and waits until it is ready. */
  async start(): Promise<void> {
    const defaults = { LOG_LEVEL: 'warn', DEMO: 'without-history' };
    const env = programEnvironment({ DATA_DIR: this.dataDir, PORT: '0', ...defaults, ...this.settings });
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (this.output += data.toString()));
    this.child = child;
    this.baseUrl = await announcedAddress(child);
  }

  /** Sends a signal and waits for the end. @returns the exit code, null when the signal killed it */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (child?.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    const [code] = await exited;
    return code;
  }

  /** Sends a signal without waiting. @returns whether it still runs */
  signal(signal: 'SIGTERM' | 'SIGINT'): boolean {
    const { child } = this;
    return child?.exitCode === null && child.kill(signal);
  }

  /** Output so far. */
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

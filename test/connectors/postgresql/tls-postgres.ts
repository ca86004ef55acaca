import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { serverAccount } from '../../../src/platform/database/embedded/account.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../src/platform/database/embedded-postgres.js';
import { eventually } from '../../support/eventually.js';
import { OTHER_CERTIFICATE, OTHER_KEY, SERVER_CERTIFICATE, SERVER_KEY } from '../authority.js';

/** A PostgreSQL server of one test, with TLS as `localhost` and a certificate of another name (`other.crt`). */
export class TlsPostgres {
  /** Content of pg_hba.conf before the first change; a line that is no rule keeps the server at the rules it has. */
  private ownRules: string | undefined;

  private constructor(
    private readonly directory: string,
    private readonly postgres: EmbeddedPostgres,
    private readonly admin: Client,
  ) {}

  static async start(): Promise<TlsPostgres> {
    const directory = await mkdtemp(join(process.env.TEST_DIRECTORY ?? tmpdir(), 'crosswalk-tls-'));
    const postgres = await startEmbeddedPostgres({
      dataDir: directory,
      log: () => undefined,
      // As a server for other machines, whose connections its pg_hba.conf refuses.
      settings: { fsync: 'off', listen_addresses: '*' },
    });
    const { host, port, user, password, dataDirectory } = postgres;
    const account = await serverAccount(dataDirectory);
    const files = {
      'server.crt': SERVER_CERTIFICATE,
      'server.key': SERVER_KEY,
      'other.crt': OTHER_CERTIFICATE,
      'other.key': OTHER_KEY,
    };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(dataDirectory, name), text, { mode: 0o600 });
      if (account) await chown(join(dataDirectory, name), account.uid, account.gid);
    }
    const admin = new Client({ host, port, user, password, database: user });
    await admin.connect();
    const started = new TlsPostgres(directory, postgres, admin);
    await started.set({ ssl: 'on' });
    return started;
  }

  get port(): number {
    return this.postgres.port;
  }

  async query<Row extends object>(text: string): Promise<Row[]> {
    return (await this.admin.query<Row>(text)).rows;
  }

  /** Runs statements in another database, as the superuser. */
  async inDatabase(database: string, text: string): Promise<void> {
    const { host, port, user, password } = this.postgres;
    const client = new Client({ host, port, user, password, database });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  }

  /** Changes settings for new sessions, and waits until they are in effect. */
  async set(settings: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(settings))
      await this.query(`alter system set ${name} = ${literal(value)}`);
    await this.reload();
  }

  /** Puts lines before those of pg_hba.conf that admit the tests; those of an earlier call go. */
  async prependRules(lines: string): Promise<void> {
    const file = join(this.postgres.dataDirectory, 'pg_hba.conf');
    this.ownRules ??= await readFile(file, 'utf8');
    await writeFile(file, `${lines}\n${this.ownRules}`);
    await this.reload();
    // The server notifies its sessions of a reload before it reads this file: the second one comes after that.
    await this.reload();
  }

  async stop(): Promise<void> {
    await this.admin.end();
    await this.postgres.stop();
    await rm(this.directory, { recursive: true, force: true });
  }

  /** A session applies a reload after the server itself, from which new sessions take their settings. */
  private async reload(): Promise<void> {
    const before = await this.loadTime();
    await this.query('select pg_reload_conf()');
    await eventually(async () => ((await this.loadTime()) > before ? true : null));
  }

  private async loadTime(): Promise<number> {
    const [row] = await this.query<{ time: number }>('select extract(epoch from pg_conf_load_time())::float8 as time');
    return row?.time ?? 0;
  }
}

function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

import { openAsBlob } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { NASTY } from '../http/hostile-queries.js';
import { Client } from '../support/client.js';
import { OF_MEMBERS, OF_STRANGERS, type HostileBody } from './hostile-bodies.js';
import { flood, ignoreAnswers } from './hostile-sockets.js';

/** Requests in flight of each caller. */
const IN_FLIGHT = 8;
/** Pause after a refusal, whatever `Retry-After` says. */
const IMPATIENCE_MS = 250;
/** Addresses of the strangers, as a trusted proxy writes them. */
const STRANGERS = ['198.51.100.1', '198.51.100.2', '2001:db8:bad::1'];
const SLOW_INTEGRATIONS = 4;

export interface HostileSettings {
  baseUrl: string;
  adminToken: string;
  memberToken: string;
  /** Report that the admin imports again and again; null for no imports. */
  reportFile: string | null;
}

/** Number of answers by who got them and status. */
export type HostileCounts = Record<string, number>;

/**
 * One hostile tenant and three hostile anonymous addresses, each at its limits until `stop`: a member and an admin with
 * the costliest permitted queries and bodies, imports, and integrations that never answer; strangers with queries whose validation
 * is costly, logins, invented keys, bodies of nothing but brackets, sockets that ping, and connections that read nothing.
 */
export class HostileLoad {
  private readonly counts: HostileCounts = {};
  private readonly ended = new AbortController();
  private readonly silent = new SilentServer();
  private running: Promise<unknown> = Promise.resolve();

  async start(settings: HostileSettings): Promise<void> {
    const [admin, member] = [settings.adminToken, settings.memberToken].map(
      (token) => new Client(settings.baseUrl, token, false),
    );
    if (!admin || !member) throw new Error('both tokens are needed');
    await this.connectSlowIntegrations(admin);
    const { reportFile } = settings;
    const importing = reportFile === null ? Promise.resolve() : this.import(admin, reportFile);
    // While the tenant has units left for it.
    await this.pause(IMPATIENCE_MS);
    this.running = Promise.all([
      importing,
      ...[admin, member].flatMap((client, at) => each(IN_FLIGHT, (no) => this.ask(client, at + 2 * no))),
      this.scan(member),
      ...[admin, member].map((client) => this.burden('tenant', client, OF_MEMBERS)),
      ...STRANGERS.flatMap((address) => each(IN_FLIGHT, (no) => this.harass(settings.baseUrl, address, no))),
      ...STRANGERS.flatMap((address) => [
        this.burden('strangers', new Client(settings.baseUrl, null, false), OF_STRANGERS, {
          'x-forwarded-for': address,
        }),
        flood(settings.baseUrl, { 'x-forwarded-for': address }, this.ended.signal),
        ignoreAnswers(settings.baseUrl, { 'x-forwarded-for': address }, this.ended.signal),
      ]),
    ]);
    this.running.catch(() => undefined);
  }

  async stop(): Promise<HostileCounts> {
    this.ended.abort();
    await this.running;
    this.silent.close();
    return this.counts;
  }

  /** Integrations with a server that accepts connections and never answers, but for the tests when they are connected. */
  private async connectSlowIntegrations(admin: Client): Promise<void> {
    const config = { organization: 'acme', token: 'ghp_hostile', base_url: await this.silent.listen() };
    for (let no = 0; no < SLOW_INTEGRATIONS; no += 1) {
      await admin.data(
        'mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) { integration { id } } }',
        { input: { type: 'github', name: `Slow ${String(no)}`, config } },
      );
    }
    this.silent.fallSilent();
    await admin.data(
      'mutation { connectIntegration(input: { type: "prowler", name: "Reports" }) { integration { id } } }',
    );
  }

  private async ask(client: Client, first: number): Promise<void> {
    const queries = Object.values(NASTY);
    for (let no = first; !this.ended.signal.aborted; no += 1) {
      const { query = '', ...rest } = queries[no % queries.length] ?? {};
      // A new text each time, so that nothing is found in a cache.
      await this.send('tenant', client, '/graphql', { ...rest, query: `${query} #${String(no)}` });
    }
  }

  private async scan(member: Client): Promise<void> {
    while (!this.ended.signal.aborted) {
      await this.send('scans', member, '/api/scans/trigger', { integration_types: ['github'] });
      await this.pause(1_000);
    }
  }

  private async import(admin: Client, file: string): Promise<void> {
    const integrations = await admin.rest<{ id: string; type: string }[]>('/api/org/integrations');
    const id = integrations.find(({ type }) => type === 'prowler')?.id ?? '';
    while (!this.ended.signal.aborted) {
      const form = new FormData();
      form.set('file', await openAsBlob(file), 'report.ocsf.json');
      await this.count('imports', () =>
        admin.send('POST', `/api/org/integrations/${id}/import`, { body: form, signal: this.ended.signal }),
      );
    }
  }

  private async harass(baseUrl: string, address: string, no: number): Promise<void> {
    const headers = { 'x-forwarded-for': address };
    const stranger = new Client(baseUrl, null, false);
    for (let count = no; !this.ended.signal.aborted; count += IN_FLIGHT) {
      const email = `a${String(count)}@b.example`;
      const login = `login(input: { email: "${email}", password: "x" })`;
      const query = `mutation { ${login} { user { ${'id '.repeat(1_500)} } } }`;
      if (count % 3 === 0) await this.send('strangers', stranger, '/graphql', { query }, headers);
      if (count % 3 === 1) await this.send('strangers', stranger, '/api/auth/login', { email, password: 'x' }, headers);
      const authorization = `Bearer ${email}.${email}.${email}`;
      if (count % 3 === 2) await this.send('strangers', stranger, '/graphql', { query }, { ...headers, authorization });
    }
  }

  /** Sends bodies that are costly to read, one after the other. */
  private async burden(
    who: string,
    client: Client,
    bodies: readonly HostileBody[],
    headers: Record<string, string> = {},
  ): Promise<void> {
    for (let no = 0; !this.ended.signal.aborted; no += 1) {
      const { path, body, headers: own = {} } = bodies[no % bodies.length] ?? { path: '/', body: new Uint8Array() };
      const content = { 'content-type': 'application/json', ...headers, ...own };
      await this.count(who, () => client.send('POST', path, { headers: content, body, signal: this.ended.signal }));
    }
  }

  private async send(
    who: string,
    client: Client,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<void> {
    const content = { 'content-type': 'application/json', ...headers };
    const { signal } = this.ended;
    const init = { headers: content, body: JSON.stringify(body), signal };
    await this.count(who, () => client.send('POST', path, init));
  }

  private async count(who: string, send: () => Promise<{ status: number }>): Promise<void> {
    const status = await send().then(
      (answer) => String(answer.status),
      () => 'no answer',
    );
    if (this.ended.signal.aborted) return;
    const name = `${who} ${status}`;
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    if (!status.startsWith('2')) await this.pause(IMPATIENCE_MS);
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.ended.signal }).catch(() => undefined);
  }
}

/** Answer of GitHub to a token without requests left for an hour. */
const EXHAUSTED = [
  'HTTP/1.1 429 Too Many Requests',
  'retry-after: 3600',
  'content-length: 0',
  'connection: close',
  '\r\n',
].join('\r\n');

/** Accepts connections, reads them, and never answers once it has fallen silent; before, it has no request left, as a busy GitHub. */
class SilentServer {
  private readonly open = new Set<Socket>();
  private isSilent = false;
  private readonly server: Server = createServer((socket) => {
    this.open.add(socket);
    socket.on('error', () => undefined).on('close', () => this.open.delete(socket));
    socket.on('data', () => {
      if (!this.isSilent) socket.end(EXHAUSTED);
    });
  });

  fallSilent(): void {
    this.isSilent = true;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  close(): void {
    this.server.close();
    for (const socket of this.open) socket.destroy();
  }
}

function each<T>(count: number, make: (no: number) => T): T[] {
  return Array.from({ length: count }, (_, no) => make(no));
}

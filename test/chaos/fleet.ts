import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Child } from '../bench/child.js';
import type { Cluster } from './cluster.js';
import { Release } from './release.js';
import type { ServiceSettings, Trap, UserAccount } from './service.child.js';

export const WEBS = ['web-1', 'web-2'] as const;
const WORKERS = ['worker-1', 'worker-2'] as const;
export const MEMBERS = [...WEBS, ...WORKERS] as const;
export type Member = (typeof MEMBERS)[number];

interface Running {
  child: Child;
  baseUrl: string;
}

/** Two web and two worker processes of one installation, which die and are started again. */
export class Fleet {
  private readonly running = new Map<Member, Running>();
  /** Starts under way, so that nobody starts a member twice. */
  private readonly starting = new Map<Member, Promise<void>>();
  /** Processes that have died, whoever killed them. */
  deaths = 0;

  private constructor(
    private readonly databaseUrl: string,
    readonly dataDir: string,
    private release: Release,
  ) {}

  /** @param databaseUrl of the owner: each process migrates. @default the address of the cluster behind the relay */
  static async start(cluster: Cluster, release = Release.present(), databaseUrl = cluster.url): Promise<Fleet> {
    const fleet = new Fleet(databaseUrl, await cluster.makeDirectory(), release);
    await writeFile(fleet.sprungFile, '');
    await fleet.ensure();
    return fleet;
  }

  /** Ends one process after the other and starts it as one of `release`. Whoever dies meanwhile comes back as one of it, too. */
  async replace(release: Release): Promise<void> {
    this.release = release;
    for (const name of MEMBERS) {
      await this.starting.get(name);
      const member = this.running.get(name);
      this.running.delete(name);
      const under = (async () => {
        await member?.child[Symbol.asyncDispose]();
        await this.begin(name);
      })().finally(() => this.starting.delete(name));
      this.starting.set(name, under);
      await under;
    }
  }

  /** Address of a web process, or of the other one while it is down; null while both are. */
  addressOf(web: (typeof WEBS)[number]): string | null {
    const other = WEBS.find((name) => name !== web) ?? web;
    return (this.running.get(web) ?? this.running.get(other))?.baseUrl ?? null;
  }

  /** Starts whoever is down. */
  async ensure(): Promise<void> {
    await Promise.all(MEMBERS.map((name) => this.revive(name)));
  }

  /** Starts a member that is down. */
  revive(name: Member): Promise<void> {
    if (this.running.has(name)) return Promise.resolve();
    const under = this.starting.get(name) ?? this.begin(name).finally(() => this.starting.delete(name));
    this.starting.set(name, under);
    return under;
  }

  /** Kills a member, whatever it is doing. */
  kill(name: Member): Promise<void> {
    const member = this.running.get(name);
    if (member) process.kill(member.child.pid, 'SIGKILL');
    return Promise.resolve();
  }

  /** Sets the traps of a member; it has none after its death. */
  async set(name: Member, traps: readonly Trap[]): Promise<void> {
    await this.ask(name, 'set', traps);
  }

  /** Sets how far the clock of a member is ahead. */
  async jump(name: Member, offsetMs: number): Promise<void> {
    await this.ask(name, 'jump', offsetMs);
  }

  /** Creates an organization with one framework. @returns its id */
  addTenant(name: string, users: readonly UserAccount[]): Promise<string> {
    const web = this.running.get('web-1') ?? this.running.get('web-2');
    if (!web) throw new Error('no web process runs');
    return web.child.ask('addTenant', { name, users });
  }

  /** No traps, and clocks that are right. */
  async calm(): Promise<void> {
    for (const name of MEMBERS) {
      await this.set(name, []);
      await this.jump(name, 0);
    }
  }

  /** What traps have done so far, one a line. */
  async sprung(): Promise<string[]> {
    return (await readFile(this.sprungFile, 'utf8')).split('\n').filter((line) => line !== '');
  }

  async stop(): Promise<void> {
    for (const { child } of this.running.values()) await child[Symbol.asyncDispose]();
  }

  private get sprungFile(): string {
    return join(this.dataDir, 'sprung');
  }

  private async begin(name: Member): Promise<void> {
    const child = this.release.start();
    const settings: ServiceSettings = {
      databaseUrl: this.databaseUrl,
      dataDir: this.dataDir,
      role: name.startsWith('web') ? 'web' : 'worker',
      sprungFile: this.sprungFile,
    };
    void child.ended.then(() => {
      if (this.running.get(name)?.child !== child) return;
      this.running.delete(name);
      this.deaths += 1;
    });
    const baseUrl = await child.ask<string>('start', settings);
    this.running.set(name, { child, baseUrl });
  }

  private async ask(name: Member, what: string, argument: unknown): Promise<void> {
    // Who has died meanwhile has no traps.
    await this.running
      .get(name)
      ?.child.ask(what, argument)
      .catch(() => undefined);
  }
}

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config/config.js';
import { SCOPES } from '../access/scopes.js';
import { ApiKeyService } from '../modules/api-keys/api-key.service.js';
import { SYSTEM } from '../access/actor.js';
import { ROLES, type Role } from '../access/roles.js';
import type { UploadService } from '../modules/evidence/upload.service.js';
import { IntegrationEntity } from '../modules/integrations/integration.entity.js';
import { createTenants } from '../modules/organizations/create-tenants.js';
import { newId } from '../platform/crypto/uuid.js';
import type { Vault } from '../platform/crypto/vault.js';
import { DAY, type Clock } from '../platform/clock.js';
import { query, type Database } from '../platform/database/database.js';
import type { Log } from '../platform/log.js';
import type { PublicUrl } from '../platform/public-url.js';
import type { AppContext } from '../context.js';
import { recordFirstDay } from './demo-first-day.js';
import { DemoPeople } from './demo-people.js';
import type { DemoHistory } from './demo-history.js';
import { historyBegins } from './demo-history.rules.js';
import { clockAt } from './past-clock.js';

/** People of the organization, by role. */
const NAMES: Readonly<Record<Role, string>> = { admin: 'Nora Lindqvist', auditor: 'Ben Okafor', member: 'Jana Weber' };

export interface DemoOrganizationOptions {
  context: AppContext;
  config: Config;
  publicUrl: PublicUrl;
  database: Database;
  uploads: UploadService;
  vault: Vault;
  history: DemoHistory;
  clock: Clock;
  log: Log;
}

/** Part of the credentials' file about the history. */
const HistoryFacts = z.object({ tenant_id: z.string(), history_from: z.iso.datetime().nullish() });

/** The organization for trying out the service. */
export class DemoOrganization {
  private readonly file: string;
  private readonly stopping = new AbortController();
  private writing: Promise<void> | null = null;

  constructor(private readonly options: DemoOrganizationOptions) {
    this.file = join(options.config.dataDir, 'demo-credentials.json');
  }

  /**
   * On an empty database: an organization with everything in it, a user for each role, a connected demo integration, first uploads and
   * assessments, and 30 days of history. The users' passwords and the admin's API key are generated here and written to
   * `demo-credentials.json` (mode 0600), and nowhere else. Resolves with the organization and its first scan there; the rest of
   * the history is written behind it, and again from its beginning after a start that was stopped. Call it before the service
   * works.
   * @returns the path of that file, or null where there is no demo organization of this DATA_DIR
   */
  async ensure(signal: AbortSignal): Promise<string | null> {
    if (await this.isDatabaseEmpty()) await this.create();
    if (!existsSync(this.file)) return null;
    await this.startHistory(AbortSignal.any([signal, this.stopping.signal]));
    return this.file;
  }

  /** Whether the history is being written now. */
  get isHistoryPending(): boolean {
    return this.writing !== null;
  }

  /** Resolves when writing has ended: the history is complete, or was given up. */
  async settled(): Promise<void> {
    await this.writing;
  }

  /** Stops writing the history, and resolves when no work is left. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.writing;
  }

  private isDatabaseEmpty(): Promise<boolean> {
    const { database } = this.options;
    return database.within({ kind: 'system' }, async () => {
      const first = await query(database.fork()).selectFrom('tenants').select('id').limit(1).executeTakeFirst();
      return first === undefined;
    });
  }

  private async create(): Promise<void> {
    const { config, publicUrl, database, vault, clock } = this.options;
    const begin = config.hasDemoHistory ? historyBegins(clock.now()) : clock.now();
    const then = clockAt(begin);
    const { tenants } = createTenants({ database, clock: then, vault, publicUrl });
    const users = ROLES.map((role) => ({
      email: `${role}@northwind.example`,
      name: NAMES[role],
      role,
      password: randomBytes(15).toString('base64url'),
    }));
    const demo = { name: 'Northwind Clinics', tier: 'ENTERPRISE' as const, frameworks: null, users };
    const { tenantId } = await tenants.create(demo, SYSTEM);
    await database.within({ kind: 'tenant', tenantId }, async () => {
      const em = database.fork();
      const name = 'Northwind cloud account';
      const integration = { type: 'demo', name, status: 'connected', config: {}, createdAt: begin } as const;
      em.create(IntegrationEntity, { id: newId(), tenantId, ...integration });
      await em.flush();
    });
    await recordFirstDay(this.options, { tenantId, at: begin });
    // A key in a file is for the first steps.
    const key = await this.createKey(tenantId, begin, new Date(clock.now().getTime() + DAY));
    const credentials = {
      base_url: publicUrl.href,
      tenant_id: tenantId,
      users: users.map(({ email, password, role }) => ({ email, password, role })),
      api_key: key,
      ...(config.hasDemoHistory ? { history_from: begin.toISOString() } : {}),
    };
    writeFileSync(this.file, JSON.stringify(credentials, null, 2) + '\n', { mode: 0o600 });
  }

  /** Creates a key of the admin, who is its author in the audit trail too. @returns the secret */
  private createKey(tenantId: string, at: Date, expiresAt: Date): Promise<string> {
    const { context, database } = this.options;
    return database.within({ kind: 'tenant', tenantId }, () =>
      database.fork().transactional(async (em) => {
        const ctx = await new DemoPeople(context, tenantId).contextOf(em, 'admin', at);
        const { key } = await new ApiKeyService(null).create(ctx, { name: 'Demo', scopes: SCOPES, expiresAt });
        return key;
      }),
    );
  }

  /** Starts the history. A failure is logged only: the service is useful without a complete history. */
  private async startHistory(signal: AbortSignal): Promise<void> {
    const { history, log } = this.options;
    const startedAt = performance.now();
    const giveUp = (err: unknown) => {
      if (signal.aborted) log.info('the history of the demo organization was stopped: the next start writes it');
      else log.warn({ err }, 'cannot write the history of the demo organization');
    };
    try {
      const facts = HistoryFacts.parse(JSON.parse(readFileSync(this.file, 'utf8')));
      if (!facts.history_from) return;
      const tenant = { tenantId: facts.tenant_id, begin: new Date(facts.history_from) };
      const { written } = await history.start(tenant, signal);
      const end = (steps: number) => {
        const durationMs = Math.round(performance.now() - startedAt);
        if (steps > 0) log.info({ steps, durationMs }, 'the history of the demo organization is complete');
      };
      this.writing = written.then(end, giveUp).finally(() => (this.writing = null));
    } catch (err) {
      giveUp(err);
    }
  }
}

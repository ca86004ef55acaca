import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { buildCatalogue } from '../../src/modules/catalogue/catalogue-build.js';
import type { Catalogue, Control } from '../../src/modules/catalogue/catalogue.js';
import { seedCatalogue } from '../../src/modules/catalogue/catalogue-seed.js';
import { loadContent } from '../../src/modules/catalogue/content-load.js';
import { decideStatuses, lockPosture, type Cause, type Decision } from '../../src/modules/posture/status-decision.js';
import type { Database, EntityManager } from '../../src/platform/database/database.js';
import { systemClock } from '../../src/platform/clock.js';
import { createLog } from '../../src/platform/log.js';
import { openPersistence, type Persistence } from '../../src/app/persistence.js';
import { CONTENT_DIRECTORY } from '../catalogue/shipped.js';
import { configFor } from '../support/config.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { isFull } from '../../src/modules/catalogue/relationship.rules.js';

/** The n-th minute of the day on which everything here happens. */
export const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));

/** One byte for each control number. Source: the migration that made the table. */
const STATUS_OF_BYTE = ['not_assessed', 'passed', 'failed', 'not_applicable'];

export interface StoredPosture {
  version: string;
  statusOf(control: Control): string | undefined;
  /** By the bits of its byte. Source: schema/contract/status.md. */
  assuranceOf(control: Control): { level: 'full' | 'partial'; shown: number; isDisputed: boolean };
}

export interface LedgerRow {
  previous_status: string;
  status: string;
  source: string;
  changed_at: Date;
  changed_by: string | null;
  scan_id: string | null;
  assessment_id: string | null;
  reason: string;
}

/** PostgreSQL with the catalogue, for deciding statuses without a service. */
export class PostureBench {
  private constructor(
    readonly owner: TestDatabase,
    private readonly persistence: Persistence,
    readonly catalogue: Catalogue,
  ) {}

  static async open(): Promise<PostureBench> {
    const owner = await createTestDatabase();
    const persistence = await openPersistence(configFor(owner.url), createLog('silent'));
    const client = new Client({ connectionString: owner.url });
    await client.connect();
    const content = loadContent(CONTENT_DIRECTORY);
    const catalogue = buildCatalogue(content, await seedCatalogue(client, content));
    await client.end();
    return new PostureBench(owner, persistence, catalogue);
  }

  get database(): Database {
    return this.persistence.database;
  }

  /** A control that tests can pass, with exactly this many universal controls. */
  controlMappedTo(universalControls: number): Control {
    const found = this.catalogue.controls.find(
      ({ mappings, method }) =>
        mappings.length === universalControls &&
        method !== 'manual' &&
        mappings.some(({ relationship }) => isFull(relationship)),
    );
    if (!found) throw new Error(`no control has ${universalControls} universal controls`);
    return found;
  }

  async addTenant(): Promise<TenantBench> {
    const tenantId = randomUUID();
    const userId = randomUUID();
    await this.owner.query(
      `insert into tenants (id, name, license_tier, frameworks) values ($1, 'Bench', 'ENTERPRISE', '{soc2}')`,
      [tenantId],
    );
    await this.owner.query(`insert into postures (tenant_id) values ($1)`, [tenantId]);
    await this.owner.query(
      `with account as (
         insert into accounts (id, email, email_key, credentials_changed_at, created_at) values ($1, $3, $3, now(), now()) returning id)
       insert into users (id, tenant_id, email, email_key, name, role, account_id)
       select $1, $2, $3, $3, 'Ada', 'auditor', id from account`,
      [userId, tenantId, `${userId}@bench.example`],
    );
    return new TenantBench(this, tenantId, userId);
  }

  async close(): Promise<void> {
    await this.persistence.close();
    await this.owner.drop();
  }
}

/** One tenant of the bench: its votes, its assessments, and what is decided from them. */
export class TenantBench {
  constructor(
    private readonly bench: PostureBench,
    readonly tenantId: string,
    readonly userId: string,
  ) {}

  async addIntegration(status = 'connected'): Promise<string> {
    const id = randomUUID();
    await this.bench.owner.query(
      `insert into integrations (id, tenant_id, type, name, status) values ($1, $2, 'prowler', 'P', $3)`,
      [id, this.tenantId, status],
    );
    return id;
  }

  async vote(
    integrationId: string,
    { universalNo, element }: { universalNo: number; element: number },
    result: string,
    at: Date,
  ): Promise<void> {
    await this.bench.owner.query(
      `insert into element_votes (tenant_id, integration_id, universal_no, element, found, scan_id, evaluated_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (tenant_id, universal_no, element, integration_id) do update
         set found = excluded.found, evaluated_at = excluded.evaluated_at`,
      [this.tenantId, integrationId, universalNo, element, result, randomUUID(), at],
    );
  }

  /** Votes on every element that the control asks for. */
  async voteOn(integrationId: string, { mappings }: Control, result: string, at: Date): Promise<void> {
    for (const { universalControl, covers } of mappings) {
      for (const element of covers) {
        await this.vote(integrationId, { universalNo: universalControl.no, element }, result, at);
      }
    }
  }

  /** Assesses a universal control. @returns the id of the assessment */
  async assess(universalNo: number, status: string, at: Date, details: string | null = null): Promise<string> {
    const id = randomUUID();
    await this.bench.owner.query(
      `insert into assessments (id, tenant_id, universal_no, status, assessed_by, created_at, details, is_supported)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, this.tenantId, universalNo, status, this.userId, at, details, details !== null],
    );
    return id;
  }

  /** Decides as the service does: locked, in one transaction with the `change` that makes it necessary, bound to the tenant. */
  decide(
    controls: Control[],
    cause: Partial<Cause> = {},
    change: (em: EntityManager) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Decision[]> {
    const { tenantId } = this;
    const whole: Cause = {
      tenantId,
      source: 'scan',
      kind: 'resource_changed',
      at: minute(60),
      changedBy: null,
      scanId: null,
      ...cause,
    };
    return this.bench.database.within({ kind: 'tenant', tenantId }, () =>
      this.bench.database.fork().transactional(async (em) => {
        await lockPosture(em, {
          tenantId,
          catalogue: this.bench.catalogue,
          clock: { ...systemClock, now: () => whole.at },
        });
        await change(em);
        const { frameworks } = this.bench.catalogue;
        const decisions = await decideStatuses(em, { controls, cause: whole, frameworks });
        return decisions.filter(({ previousStatus, status }) => previousStatus !== status);
      }),
    );
  }

  async posture(): Promise<StoredPosture> {
    const [stored] = await this.bench.owner.query<{ version: string; statuses: Buffer; assurances: Buffer }>(
      `select version, statuses, assurances from postures where tenant_id = $1`,
      [this.tenantId],
    );
    if (!stored) throw new Error('the tenant has no posture');
    const { version, statuses, assurances } = stored;
    return {
      version,
      statusOf: ({ no }) => STATUS_OF_BYTE[statuses[no] ?? 0],
      assuranceOf: ({ no }) => {
        const byte = assurances[no] ?? 0;
        return { level: byte & 128 ? 'full' : 'partial', isDisputed: (byte & 64) !== 0, shown: byte & 63 };
      },
    };
  }

  /** Changes of a control's status, oldest first. */
  ledger(control: Control): Promise<LedgerRow[]> {
    return this.bench.owner.query<LedgerRow>(
      `select previous_status, status, source, changed_at, changed_by, scan_id, assessment_id, reason
       from status_ledger where tenant_id = $1 and control_no = $2 order by sequence`,
      [this.tenantId, control.no],
    );
  }
}

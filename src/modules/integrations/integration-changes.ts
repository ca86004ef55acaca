import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '../../context.js';
import type { Connectors } from '../../connectors/registry.js';
import { problemsOf } from '../../connectors/probe.js';
import { SECOND } from '../../platform/clock.js';
import { row, rows, sql, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAudit, type AuditEntry } from '../audit/audit.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import type { IntegrationStatus } from './integration.entity.js';
import type { IntegrationSettings, KeptSettings } from './integration-settings.js';

/** A test answers within a request. */
const PROBE_TIMEOUT_MS = 25 * SECOND;

export interface IntegrationChangesOptions {
  connectors: Connectors;
  settings: IntegrationSettings;
  network: GuardedNetwork;
}

interface Stored extends KeptSettings {
  type: string;
  name: string;
  status: IntegrationStatus;
  hasImport: boolean;
}

/** Changes and tests integrations that are there already. */
export class IntegrationChanges {
  constructor(private readonly options: IntegrationChangesOptions) {}

  /**
   * Settings that are left out stay as they are; null takes one away.
   * @throws {AppError} NOT_FOUND; VALIDATION_FAILED for settings that its type does not take
   */
  async update(
    ctx: RequestContext,
    id: string,
    { name, config }: { name?: string | null; config?: Record<string, unknown> | null },
  ): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      const stored = await findStored(em, tenantId, id);
      const trimmed = name?.trim() ?? stored.name;
      const kept = config ? this.options.settings.keep({ id, type: stored.type }, config, stored) : stored;
      const change = changeOf(shown(stored), shown({ ...kept, name: trimmed }));
      if (!change) return;
      await rows(
        em,
        sql`update integrations set name = ${trimmed}, config = ${JSON.stringify(kept.config)}::jsonb,
              credentials = ${kept.credentials}
            where id = ${id} and tenant_id = ${tenantId}`,
      );
      await recordAudit(ctx, em, {
        action: 'integration.updated',
        resourceType: 'integration',
        resourceId: id,
        ...change,
      });
    });
  }

  /**
   * Tries whether a scan could collect. One that was in error and has nothing in its way is connected again.
   * @returns what is in its way, each in a sentence; empty where nothing is
   * @throws {AppError} NOT_FOUND; CONFLICT when it is disconnected
   */
  async test(ctx: RequestContext, id: string): Promise<string[]> {
    const { tenantId } = ctx.viewer;
    const stored = await findStored(ctx.em, tenantId, id);
    const { type, status, hasImport } = stored;
    if (status === 'disconnected') throw new AppError('CONFLICT', 'the integration is disconnected');
    const { connectors, settings, network } = this.options;
    const problems = await problemsOf(connectors.get(type), {
      config: settings.open(id, stored),
      hasImport,
      network,
      clock: ctx.clock,
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    if (problems.length === 0 && status === 'error') await reconnect(ctx, id);
    return problems;
  }
}

/** What the audit trail tells of an integration: of its secrets only whether they are others. */
function shown({ name, config, credentials }: KeptSettings & { name: string }): Record<string, unknown> {
  const digest = credentials === null ? null : createHash('sha256').update(credentials).digest('hex').slice(0, 12);
  return { name, config, credentials: digest };
}

/** What differs, before and after; null where nothing does. */
function changeOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Pick<AuditEntry, 'before' | 'after'> | null {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (names.length === 0) return null;
  const only = (all: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, all[name]]));
  return { before: only(before), after: only(after) };
}

async function findStored(em: EntityManager, tenantId: string, id: string): Promise<Stored> {
  const stored = await row(
    em,
    sql<Stored>`
      select type, name, status, config, credentials, import_key is not null as "hasImport"
      from integrations where id = ${id} and tenant_id = ${tenantId}`,
  );
  if (!stored) throw notFound();
  return stored;
}

/** The vote of one in error was never taken away: no status changes. */
async function reconnect(ctx: RequestContext, id: string): Promise<void> {
  const { tenantId } = ctx.viewer;
  await ctx.em.transactional(async (em) => {
    const changed = await row(
      em,
      sql`update integrations set status = 'connected', error = null
          where id = ${id} and tenant_id = ${tenantId} and status = 'error' returning 1`,
    );
    if (!changed) return;
    await recordAudit(ctx, em, {
      action: 'integration.reconnected',
      resourceType: 'integration',
      resourceId: id,
      before: { status: 'error' },
      after: { status: 'connected' },
    });
  });
}

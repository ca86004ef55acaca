import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { row, rows, sql } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { Connectors } from '../../connectors/registry.js';
import { settingsSchema } from '../../connectors/settings.js';
import { catalogueOf } from '../catalogue/visibility.js';
import { recordAudit, type AuditEntry } from '../audit/audit.js';
import { decideStatuses, lockPosture } from '../posture/status-decision.js';
import { IntegrationEntity } from './integration.entity.js';
import type { IntegrationSettings } from './integration-settings.js';
import type { IntegrationKindType } from './integration.type.js';

/** Connects and disconnects integrations. */
export class IntegrationService {
  constructor(
    private readonly connectors: Connectors,
    private readonly settings: IntegrationSettings,
  ) {}

  /** Every type that can be connected, in the order in which they are offered. */
  kinds(): IntegrationKindType[] {
    return this.connectors.all().map(({ type, title, description, acceptsReports, settings, permissions }) => ({
      type,
      title,
      description,
      acceptsReports,
      settings: settingsSchema(settings),
      permissions,
    }));
  }

  /** @returns the id; @throws {AppError} VALIDATION_FAILED for a type or a config that cannot be connected */
  async connect(
    ctx: RequestContext,
    { type, config, ...input }: { type: string; name: string; config?: Record<string, unknown> | null },
  ): Promise<string> {
    const name = input.name.trim();
    if (!this.connectors.has(type)) {
      throw AppError.invalid('/type', `must be one of ${this.connectors.types().join(', ')}`);
    }
    const id = newId();
    const kept = this.settings.keep({ id, type }, config ?? {});
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      const createdAt = ctx.clock.now();
      em.create(IntegrationEntity, { id, tenantId, type, name, status: 'connected', ...kept, createdAt });
      await em.flush();
      await recordAudit(ctx, em, audited('integration.connected', id, null, { type, name, status: 'connected' }));
    });
    return id;
  }

  /**
   * Disconnects an integration: it loses its vote, and what it decided is decided anew.
   * @throws {AppError} NOT_FOUND; CONFLICT when it is disconnected already
   */
  async disconnect(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId, userId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      // As at the end of a scan: the posture first, and no lock on the integration that its foreign keys would wait for.
      await lockPosture(em, tenantId);
      const found = await row(
        em,
        sql<{ status: string }>`
          select status from integrations where id = ${id} and tenant_id = ${tenantId} for no key update`,
      );
      if (!found) throw notFound();
      if (found.status === 'disconnected') throw new AppError('CONFLICT', 'the integration is disconnected already');
      await rows(em, sql`update integrations set status = 'disconnected' where id = ${id} and tenant_id = ${tenantId}`);
      await rows(em, sql`delete from scan_schedules where tenant_id = ${tenantId} and integration_id = ${id}`);
      const voted = await rows(
        em,
        sql<{ no: number }>`
          select control_no as no from control_votes where tenant_id = ${tenantId} and integration_id = ${id}`,
      );
      // Those that are out of scope or out of their framework keep the status they had.
      const controls = voted
        .flatMap(({ no }) => catalogueOf(ctx).controlByNo.get(no) ?? [])
        .filter(({ isCurrent }) => isCurrent);
      const cause = { tenantId, source: 'scan', at: ctx.clock.now(), changedBy: userId, scanId: null } as const;
      await decideStatuses(em, { controls, cause, frameworks: catalogueOf(ctx).frameworks });
      const status = 'disconnected';
      await recordAudit(ctx, em, audited('integration.disconnected', id, { status: found.status }, { status }));
    });
  }
}

function audited(
  action: string,
  resourceId: string,
  before: AuditEntry['before'],
  after: AuditEntry['after'],
): AuditEntry {
  return { action, resourceType: 'integration', resourceId, before, after };
}

import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query } from '../../platform/database/database.js';
import { AppError } from '../../platform/errors.js';
import type { IdentityFact } from '../../connectors/identity.js';
import type { Connectors } from '../../connectors/registry.js';
import { settingsSchema } from '../../connectors/settings.js';
import { catalogueOf, wholeCatalogueOf } from '../catalogue/visibility.js';
import { recordAudit, type AuditEntry } from '../audit/audit.js';
import type { AuditAction } from '../audit/audit-actions.js';
import { activeControls, mappedTo } from '../posture/active-controls.js';
import { decideStatuses, lockPosture } from '../posture/status-decision.js';
import type { ConnectionTest } from './connection-test.js';
import { EXTERNAL_ID_PLACE, readExternalId } from './external-id.read.js';
import { IntegrationEntity } from './integration.entity.js';
import { lockIntegration } from './integration-lock.js';
import type { IntegrationSettings } from './integration-settings.js';
import type { IntegrationKindType } from './integration.type.js';

/** Connection and disconnection of integrations. */
export class IntegrationService {
  constructor(
    private readonly connectors: Connectors,
    private readonly settings: IntegrationSettings,
    private readonly connectionTest: ConnectionTest,
  ) {}

  /** All integration types, in the order of display, with the external id of the caller's organization. */
  async kinds(ctx: RequestContext): Promise<IntegrationKindType[]> {
    const externalId = await readExternalId(ctx.em, ctx.viewer.tenantId);
    return this.connectors
      .all()
      .map(({ type, title, description, acceptsReports, settings, permissions, grantee = null }) => ({
        type,
        title,
        description,
        acceptsReports,
        grantee,
        settings: settingsSchema(settings, externalId),
        permissions: permissions.map((each) => ({
          ...each,
          way: each.way ?? null,
          text: each.text.replaceAll(EXTERNAL_ID_PLACE, externalId),
        })),
      }));
  }

  /**
   * Tests the settings and stores them: `connected` where the system answered, with parts missing or not, else `error` with the
   * reason. Nothing is stored before the test ends.
   * @returns the id
   * @throws {AppError} VALIDATION_FAILED for an unknown type or invalid settings; RATE_LIMITED
   */
  async connect(
    ctx: RequestContext,
    { type, config, ...input }: { type: string; name: string; config?: Record<string, unknown> | null },
  ): Promise<string> {
    if (ctx.knownEffect !== null) return ctx.knownEffect;
    const name = input.name.trim();
    const { id, stored } = await this.sealed(ctx, type, config);
    const { tenantId } = ctx.viewer;
    const { failure: error, identity: facts } = await this.connectionTest.run(ctx, { id, type, ...stored });
    const status = error === null ? 'connected' : 'error';
    await ctx.em.transactional(async (em) => {
      const createdAt = ctx.clock.now();
      const identity = facts.length === 0 ? null : { facts, foundAt: createdAt.toISOString() };
      em.create(IntegrationEntity, { id, tenantId, type, name, status, error, identity, ...stored, createdAt });
      await em.flush();
      const after = { type, name, status, ...(error && { error }) };
      await recordAudit(ctx, em, auditEntry('integration.connected', id, null, after));
      await ctx.recordEffect(em, id);
    });
    return id;
  }

  /**
   * Problems that a scan with these settings would meet, and whom they reach. Nothing is stored.
   * @throws {AppError} VALIDATION_FAILED for an unknown type or invalid settings; RATE_LIMITED
   */
  async test(
    ctx: RequestContext,
    { type, config }: { type: string; config?: Record<string, unknown> | null },
  ): Promise<{ problems: string[]; identity: IdentityFact[] }> {
    const { id, stored } = await this.sealed(ctx, type, config);
    const { problems, identity } = await this.connectionTest.run(ctx, { id, type, ...stored });
    return { problems, identity };
  }

  /**
   * Disconnects an integration: its votes no longer count, and every control of the active frameworks that it voted on is
   * re-evaluated.
   * @throws {AppError} NOT_FOUND; CONFLICT when it is disconnected already
   */
  async disconnect(ctx: RequestContext, id: string): Promise<void> {
    const { tenantId, userId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      // Locked before the integration, as at the end of a scan, so that the two never wait for each other.
      await lockPosture(em, { tenantId, catalogue: wholeCatalogueOf(ctx), clock: ctx.clock });
      const integration = await lockIntegration(em, tenantId, id);
      const before = { status: integration.status };
      if (before.status === 'disconnected') throw new AppError('CONFLICT', 'the integration is disconnected already');
      integration.status = 'disconnected';
      integration.disconnectedAt = ctx.clock.now();
      await em.flush();
      await query(em)
        .deleteFrom('scan_schedules')
        .where('tenant_id', '=', tenantId)
        .where('integration_id', '=', id)
        .execute();
      const voted = await query(em)
        .selectFrom('element_votes')
        .select('universal_no as no')
        .distinct()
        .where('tenant_id', '=', tenantId)
        .where('integration_id', '=', id)
        .execute();
      // Controls of inactive frameworks, out of scope, or no longer in their framework retain their status.
      const active = await activeControls(em, tenantId, wholeCatalogueOf(ctx));
      const controls = mappedTo(
        active,
        voted.map(({ no }) => no),
      );
      const cause = {
        tenantId,
        source: 'scan',
        kind: 'connection',
        at: ctx.clock.now(),
        changedBy: userId,
        scanId: null,
      } as const;
      await decideStatuses(em, { controls, cause, frameworks: catalogueOf(ctx).frameworks });
      const { status } = integration;
      await recordAudit(ctx, em, auditEntry('integration.disconnected', id, before, { status }));
    });
  }

  /** Valid settings of a new integration in their stored form, and its id. */
  private async sealed(ctx: RequestContext, type: string, config: Record<string, unknown> | null | undefined) {
    if (!this.connectors.has(type)) {
      throw AppError.invalid('/type', `must be one of ${this.connectors.types().join(', ')}`);
    }
    const id = newId();
    const externalId = await readExternalId(ctx.em, ctx.viewer.tenantId);
    return { id, stored: this.settings.toStored({ id, type, externalId }, config ?? {}) };
  }
}

function auditEntry(
  action: AuditAction,
  resourceId: string,
  before: AuditEntry['before'],
  after: AuditEntry['after'],
): AuditEntry {
  return { action, resourceType: 'integration', resourceId, before, after };
}

import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { row, rows, sql } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { Connectors } from '../../connectors/registry.js';
import { decideStatuses, lockPosture } from '../posture/posture.decide.js';
import { IntegrationEntity } from './integration.entity.js';

/** Connects and disconnects integrations. */
export class IntegrationService {
  constructor(private readonly connectors: Connectors) {}

  /** @returns the id; @throws {AppError} VALIDATION_FAILED for a type or a config that cannot be connected */
  async connect(
    ctx: RequestContext,
    { type, name, config }: { type: string; name: string; config?: Record<string, unknown> | null },
  ): Promise<string> {
    if (!this.connectors.has(type)) {
      throw AppError.invalid('/type', `must be one of ${this.connectors.types().join(', ')}`);
    }
    const [unknown] = Object.keys(config ?? {});
    if (unknown !== undefined)
      throw AppError.invalid(`/config/${unknown}`, `integrations of type ${type} take no settings`);
    const id = newId();
    ctx.em.create(IntegrationEntity, {
      id,
      tenantId: ctx.viewer.tenantId,
      type,
      name,
      status: 'connected',
      config: {},
      createdAt: ctx.clock.now(),
    });
    await ctx.em.flush();
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
      const voted = await rows(
        em,
        sql<{ no: number }>`
          select control_no as no from control_votes where tenant_id = ${tenantId} and integration_id = ${id}`,
      );
      const controls = voted.flatMap(({ no }) => ctx.catalogue.controlByNo.get(no) ?? []);
      const cause = { tenantId, source: 'scan', at: ctx.clock.now(), changedBy: userId, scanId: null } as const;
      await decideStatuses(em, controls, cause);
    });
  }
}

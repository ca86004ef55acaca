import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Probed } from '../../connectors/probe.js';
import type { RequestContext } from '../../context.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { actorOf, recordAudit, type AuditEntry } from '../audit/audit.js';
import { loseConnection } from './connection.js';
import type { ConnectionTest } from './connection-test.js';
import { readExternalId } from './external-id.read.js';
import { IntegrationEntity, type Integration } from './integration.entity.js';
import { lockIntegration } from './integration-lock.js';
import type { IntegrationSettings } from './integration-settings.js';

/** Changes and tests connected integrations. */
export class IntegrationChanges {
  constructor(
    private readonly settings: IntegrationSettings,
    private readonly connectionTest: ConnectionTest,
  ) {}

  /**
   * Changes the given name and settings; null removes a setting.
   * @throws {AppError} NOT_FOUND; PRECONDITION_FAILED; VALIDATION_FAILED for settings that its type does not accept
   */
  async update(
    ctx: RequestContext,
    id: string,
    { name, config }: { name?: string | null; config?: Record<string, unknown> | null },
  ): Promise<void> {
    const { tenantId } = ctx.viewer;
    await ctx.em.transactional(async (em) => {
      const integration = await lockIntegration(em, tenantId, id);
      await ctx.requireMatch(em);
      const before = shown(integration);
      if (config) {
        const externalId = await readExternalId(em, tenantId);
        const { id: integrationId, type } = integration;
        const place = { id: integrationId, type, externalId };
        Object.assign(integration, this.settings.toStored(place, config, integration));
        // Other settings may lead to another system: a test says which.
        integration.identity = null;
      }
      integration.name = name?.trim() ?? integration.name;
      const change = changeOf(before, shown(integration));
      if (!change) return;
      await recordAudit(ctx, em, {
        action: 'integration.updated',
        resourceType: 'integration',
        resourceId: id,
        ...change,
      });
    });
  }

  /**
   * Checks whether a scan could collect, and records it: one in error that answers is reconnected, one that cannot be reached or
   * refuses the credentials is in error. Parts that it does not show are problems and leave it connected, as a scan does.
   * @returns the problems, each as a sentence; empty when there are none
   * @throws {AppError} NOT_FOUND; CONFLICT when it is disconnected, and where its settings changed during the test; RATE_LIMITED
   */
  async test(ctx: RequestContext, id: string): Promise<string[]> {
    const { tenantId } = ctx.viewer;
    const integration = await findIntegration(ctx.em, tenantId, id);
    refuseDisconnected(integration);
    const tested = settingsOf(integration);
    const found = await this.connectionTest.run(ctx, integration);
    await ctx.em.transactional(async (em) => {
      const now = await lockIntegration(em, tenantId, id);
      refuseDisconnected(now);
      if (!isDeepStrictEqual(settingsOf(now), tested)) {
        throw new AppError('CONFLICT', 'the settings of the integration changed during the test: test it again');
      }
      await recordTest(ctx.withEntityManager(em), now, found);
    });
    return found.problems;
  }
}

function refuseDisconnected({ status }: Integration): void {
  if (status === 'disconnected') throw new AppError('CONFLICT', 'the integration is disconnected');
}

/** What decides which system a test reaches, and as whom. */
function settingsOf({ config, credentials }: Integration): Pick<Integration, 'config' | 'credentials'> {
  return { config: structuredClone(config), credentials };
}

/**
 * The fields of an integration in the audit trail, with a digest of its secrets, which shows only whether they changed.
 */
function shown({
  name,
  config,
  credentials = null,
}: Pick<Integration, 'name' | 'config' | 'credentials'>): Record<string, unknown> {
  const digest = credentials === null ? null : createHash('sha256').update(credentials).digest('hex').slice(0, 12);
  return { name, config, credentials: digest };
}

/** The fields that differ, before and after; null for none. */
function changeOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Pick<AuditEntry, 'before' | 'after'> | null {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (names.length === 0) return null;
  const only = (all: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, all[name]]));
  return { before: only(before), after: only(after) };
}

/** Integration of the tenant. @throws {AppError} NOT_FOUND */
async function findIntegration(em: EntityManager, tenantId: string, id: string): Promise<Integration> {
  const integration = await em.findOne(IntegrationEntity, { id, tenantId });
  if (!integration) throw notFound();
  return integration;
}

/** Records, in the transaction of the context, what a test of an integration found, which it holds locked. */
async function recordTest(ctx: RequestContext, integration: Integration, found: Probed): Promise<void> {
  const { em, clock } = ctx;
  const { id, tenantId } = integration;
  const { failure, identity: facts } = found;
  if (failure !== null) {
    const lost = { tenantId, integrationId: id, by: `test ${newId()}`, actor: actorOf(ctx), error: failure };
    await loseConnection(em, { ...lost, at: clock.now() });
    return;
  }
  const identity = JSON.stringify({ facts, foundAt: clock.now().toISOString() });
  await query(em)
    .updateTable('integrations')
    // Where it was in error its votes still counted, so that no status of a control changes.
    .set({ status: 'connected', error: null, ...(facts.length > 0 && { identity }) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  if (integration.status !== 'error') return;
  await recordAudit(ctx, em, {
    action: 'integration.reconnected',
    resourceType: 'integration',
    resourceId: id,
    before: { status: 'error' },
    after: { status: 'connected' },
  });
}

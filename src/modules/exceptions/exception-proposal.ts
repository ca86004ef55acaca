import type { RequestContext } from '../../context.js';
import type { Scanner } from '../../connectors/finding.js';
import { newId } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { ruleResolver } from '../custom-checks/rule-resolve.js';
import { likeOf, type AcceptedResource } from './exception.rules.js';
import { failingRule } from './exception.sql.js';
import { OPEN_STATUSES } from './exception-states.js';
import { recordMatches } from '../acceptance/acceptance.sql.js';

/** Open exceptions that an organization may have. */
const OPEN_MAX = 2_000;

/** The findings that one exception is to accept. */
export interface ProposedFindings extends AcceptedResource {
  scanner: string;
  ruleId: string;
  /** Null for every integration. */
  integrationId: string | null;
}

/** What all exceptions of one proposal share. */
export interface ExceptionTerms {
  reason: string;
  compensatingMeasure: string | null;
  evidenceIds: readonly string[];
  ownerId: string;
  /** Last day, `YYYY-MM-DD` in the organization's time zone. */
  expiresOn: string;
}

/**
 * Proposes one exception, with the resources that fail now. In the transaction of `ctx.em`, which has locked the posture and the
 * tenant and is undone where it throws.
 * @returns its id
 * @throws {AppError} NOT_FOUND where nothing that fails matches, and for an integration that is not the tenant's; CONFLICT for one
 * that is proposed already or in force as long, and at the limit
 */
export async function proposeException(
  ctx: RequestContext,
  findings: ProposedFindings,
  terms: ExceptionTerms,
): Promise<string> {
  const { em } = ctx;
  const { tenantId, userId } = ctx.viewer;
  if (findings.integrationId !== null) await findIntegration(em, tenantId, findings.integrationId);
  const rule = await failingRule.one(em, { tenantId, scanner: findings.scanner, ruleId: findings.ruleId });
  if (!rule) throw nothingFails();
  await assertNew(em, tenantId, findings, terms.expiresOn);
  const id = newId();
  const at = ctx.clock.now();
  const named = { scanner: findings.scanner as Scanner, ruleId: findings.ruleId, title: rule.title };
  const check = (await ruleResolver(ctx, [named], em))(named);
  await query(em)
    .insertInto('exceptions')
    .values({
      id,
      tenant_id: tenantId,
      scanner: findings.scanner,
      rule_id: findings.ruleId,
      title: rule.title,
      control_nos: [...new Set([...rule.controlNos, ...(check?.controls ?? []).map(({ no }) => no)])],
      integration_id: findings.integrationId,
      resource: findings.resource,
      is_pattern: findings.isPattern,
      resource_like: likeOf(findings),
      reason: terms.reason,
      compensating_measure: terms.compensatingMeasure,
      evidence_ids: [...terms.evidenceIds],
      owner_id: terms.ownerId,
      expires_on: terms.expiresOn,
      status: 'proposed',
      proposed_by: userId,
      proposed_at: at,
    })
    .execute();
  // None is undone with the item: see `itemByItem`.
  if ((await recordMatches.all(em, { tenantId, exceptionIds: [id], at })).length === 0) throw nothingFails();
  const after = { ...findings, ...terms, status: 'proposed' };
  await recordAudit(ctx, em, { action: 'exception.proposed', resourceType: 'exception', resourceId: id, after });
  return id;
}

function nothingFails(): AppError {
  return new AppError('NOT_FOUND', 'no failing finding of the latest scans matches');
}

/** One in force may be renewed: by a later last day. @throws {AppError} CONFLICT */
async function assertNew(
  em: EntityManager,
  tenantId: string,
  findings: ProposedFindings,
  expiresOn: string,
): Promise<void> {
  const { count, same } = await query(em)
    .selectFrom('exceptions')
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'integer').as('count'),
      eb
        .cast<number>(
          eb.fn
            .countAll()
            .filterWhere('scanner', '=', findings.scanner)
            .filterWhere('rule_id', '=', findings.ruleId)
            .filterWhere('resource', '=', findings.resource)
            .filterWhere('is_pattern', '=', findings.isPattern)
            .filterWhere('integration_id', 'is not distinct from', findings.integrationId)
            .filterWhere((of) =>
              of.or([of('status', '=', 'proposed'), of(of.cast<string>('expires_on', 'text'), '>=', expiresOn)]),
            ),
          'integer',
        )
        .as('same'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', OPEN_STATUSES)
    .executeTakeFirstOrThrow();
  if (same > 0)
    throw new AppError(
      'CONFLICT',
      'an open exception is about the same findings: one in force is renewed by a later last day',
    );
  if (count >= OPEN_MAX) throw new AppError('CONFLICT', `an organization has at most ${OPEN_MAX} open exceptions`);
}

/** Checks that somebody is a member. @throws {AppError} NOT_FOUND */
export async function findOwner(em: EntityManager, tenantId: string, id: string): Promise<void> {
  const found = await query(em)
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw notFound();
}

/** @throws {AppError} NOT_FOUND */
async function findIntegration(em: EntityManager, tenantId: string, id: string): Promise<void> {
  const found = await query(em)
    .selectFrom('integrations')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound('/integration_id');
}

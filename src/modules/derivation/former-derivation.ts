import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import type { StatementRow } from '../../platform/database/statement.js';
import type { Catalogue, Control, UniversalControl } from '../catalogue/catalogue.js';
import { decidedCodes, elementCode } from '../catalogue/tested-elements.rules.js';
import { wholeCatalogueOf } from '../catalogue/visibility.js';
import { assuranceOf, isDisputed } from '../posture/assurance.rules.js';
import { byMoment } from '../posture/by-moment.js';
import { checkPast } from '../posture/posture-at.js';
import type { ElementResult } from '../scans/element-result.rules.js';
import { assessmentOf } from './derivation.loader.js';
import {
  derivationOf,
  NOTHING_KNOWN,
  type Derivation,
  type UniversalControlFacts,
  type Vote,
} from './derivation.rules.js';
import { formerDecisions, formerFacts, type FormerCheck } from './former-facts.sql.js';

/** A derivation as of a moment, with what the ledger says of it. */
type FormerDerivation = Derivation & { since: Date | null; reason: string | null };

/**
 * Why a control had its status at a moment. Status, assurance, dispute and what decided are the ledger's; assessments are those that were in force;
 * votes are worked out from the checks of the last scan of each integration before it, and where one of these could not look, from the last that
 * could, complete by what decides an element today. Nothing is `missing`
 * of what is past.
 * @throws {AppError} VALIDATION_FAILED for a moment that is still to come
 */
export async function formerDerivation(ctx: RequestContext, control: Control, at: Date): Promise<FormerDerivation> {
  checkPast(ctx, at, '/as_of');
  const { facts, decisions } = ctx.once(formerLoaders)(at);
  const [decision, ...known] = await Promise.all([
    decisions.load(control.no),
    ...control.mappings.map(async ({ universalControl }) => {
      return [universalControl.no, await facts.load(universalControl)] as const;
    }),
  ]);
  const byNo = new Map(known);
  const derivation = derivationOf(control, { factsOf: (no) => byNo.get(no) ?? NOTHING_KNOWN, isInScope: true });
  return { ...derivation, ...byLedger(control, derivation, decision), missing: [] };
}

type Decision = StatementRow<typeof formerDecisions>;

/** For `ctx.once`: what is known of a moment, in one statement for all universal controls and one for all controls that are asked together. */
function formerLoaders(ctx: RequestContext) {
  const { tenantId } = ctx.viewer;
  return byMoment((at: Date) => {
    return {
      facts: new DataLoader<UniversalControl, UniversalControlFacts>(async (universal) => {
        const found = await formerFacts.all(ctx.em, { tenantId, nos: universal.map(({ no }) => no), at });
        const byNo = new Map(found.map((each) => [each.universalNo, each]));
        return universal.map((each) => factsOf(wholeCatalogueOf(ctx), each, byNo.get(each.no)));
      }),
      decisions: new DataLoader<number, Decision | null>(async (nos) => {
        const found = await formerDecisions.all(ctx.em, { tenantId, nos, at });
        const byNo = new Map(found.map((each) => [each.controlNo, each]));
        return nos.map((no) => byNo.get(no) ?? null);
      }),
    };
  });
}

function factsOf(
  catalogue: Catalogue,
  universalControl: UniversalControl,
  found: StatementRow<typeof formerFacts> | undefined,
): UniversalControlFacts {
  if (!found) return NOTHING_KNOWN;
  const { checks, assessment, partialAssessments } = found;
  return {
    votes: votesOf(catalogue, checks, universalControl),
    assessment: assessment && assessmentOf(assessment),
    partialAssessments: partialAssessments ?? NOTHING_KNOWN.partialAssessments,
  };
}

function byLedger(control: Control, { mappings }: Derivation, decision: Decision | null) {
  if (!decision)
    return {
      status: 'not_assessed' as const,
      assurance: null,
      isDisputed: false,
      decidedBy: null,
      assessment: null,
      since: null,
      reason: null,
    };
  const { status, assuranceByte, assessmentId, since, reason } = decision;
  const inForce = mappings.find(({ assessment }) => assessment?.id === assessmentId)?.assessment ?? null;
  // The ledger also names an assessment that was recorded while failing tests decided.
  const assessment = inForce !== null && (inForce.status === 'compliant') === (status === 'passed') ? inForce : null;
  const decider = assessment === null ? ('tests' as const) : ('assessment' as const);
  return {
    status,
    assurance: status === 'passed' ? assuranceOf(assuranceByte, control) : null,
    isDisputed: isDisputed(assuranceByte),
    decidedBy: status === 'not_assessed' ? null : status === 'not_applicable' ? ('scope' as const) : decider,
    assessment,
    since,
    reason,
  };
}

/** Votes on the elements of a universal control, from the checks that ran. */
function votesOf(catalogue: Catalogue, checks: readonly FormerCheck[], universalControl: UniversalControl): Vote[] {
  return universalControl.elements.flatMap((_, index) => {
    const element = index + 1;
    const code = elementCode(universalControl, element);
    const deciding = checks.filter(({ decides }) => decides.includes(code));
    return [...Map.groupBy(deciding, ({ integrationId }) => integrationId).values()].flatMap((ofIntegration) => {
      // The newest scan first: where a check could not look, the one before that could.
      const scans = [...Map.groupBy(ofIntegration, ({ scanJobId }) => scanJobId).values()];
      const ran = scans.find((each) => resultOf(catalogue, each, code) !== 'held') ?? scans[0] ?? [];
      const [first] = ran;
      if (!first) return [];
      const { integrationId, integrationName, scanJobId, evaluatedAt, lastScanAt } = first;
      const result = resultOf(catalogue, ran, code);
      return {
        element,
        integrationId,
        integrationName,
        scanJobId,
        evaluatedAt: new Date(evaluatedAt),
        laterScanAt: lastScanAt === evaluatedAt ? null : new Date(lastScanAt),
        result,
        isAccepted: result !== 'fail' && ran.some(({ resourcesAccepted }) => resourcesAccepted > 0),
        checks: ran,
      };
    });
  });
}

function resultOf(catalogue: Catalogue, ran: readonly FormerCheck[], code: number): ElementResult {
  if (ran.some(({ resourcesFailed, resourcesAccepted }) => resourcesFailed > resourcesAccepted)) return 'fail';
  if (ran.some(({ isPartial }) => isPartial)) return 'held';
  const known = ran.flatMap(({ scanner, ruleId }) => catalogue.resolveRule(scanner, ruleId) ?? []);
  const ids = new Set(known.map(({ id }) => id));
  const providers = new Set(known.map(({ provider }) => provider));
  const isComplete = [...catalogue.checkById.values()]
    .filter((check) => providers.has(check.provider) && decidedCodes(check).includes(code))
    .every(({ id, canShow }) => canShow && ids.has(id));
  return isComplete && ran.some(({ resourcesPassed }) => resourcesPassed > 0) ? 'pass' : 'incomplete';
}

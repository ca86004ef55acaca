import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import type { PartialAssessments } from '../posture/partial-assessments.js';
import type { AssessmentInForce } from '../ucf/assessment.sql.js';
import { NOTHING_KNOWN, type UniversalControlFacts } from './derivation.rules.js';
import { universalControlFacts, type StoredAssessment, type StoredVote } from './derivation.sql.js';

/** For `ctx.once`: what is known of universal controls by their numbers, in one statement for all that are asked together. */
export function universalControlFactsLoader({ em, viewer }: RequestContext): DataLoader<number, UniversalControlFacts> {
  return new DataLoader(async (nos) => {
    const found = await universalControlFacts.all(em, { tenantId: viewer.tenantId, nos });
    const byNo = new Map(found.map((facts) => [facts.universalNo, factsOf(facts)]));
    return nos.map((no) => byNo.get(no) ?? NOTHING_KNOWN);
  });
}

interface StoredFacts {
  votes: StoredVote[];
  assessment: StoredAssessment | null;
  partialAssessments: PartialAssessments | null;
}

/** With dates instead of the texts that JSON has for them. */
function factsOf({ votes, assessment, partialAssessments }: StoredFacts): UniversalControlFacts {
  return {
    votes: votes.map((vote) => ({
      ...vote,
      evaluatedAt: new Date(vote.evaluatedAt),
      laterScanAt: vote.laterScanAt === null ? null : new Date(vote.laterScanAt),
      checks: vote.checks.map((check) => ({ ...check, scanJobId: vote.scanJobId })),
    })),
    assessment: assessment && assessmentOf(assessment),
    partialAssessments: partialAssessments ?? NOTHING_KNOWN.partialAssessments,
  };
}

/** With dates. */
export function assessmentOf({ assessedAt, expiresAt, ...assessment }: StoredAssessment): AssessmentInForce {
  return {
    ...assessment,
    assessedAt: new Date(assessedAt),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  };
}

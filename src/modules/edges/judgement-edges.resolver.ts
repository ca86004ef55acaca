import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { EvidenceType } from '../evidence/evidence.type.js';
import { ExceptionType } from '../exceptions/exception.type.js';
import { ControlStatusChangeType } from '../posture/posture-live.type.js';
import { StatusChangeType } from '../posture/posture.type.js';
import { FailingResourceType } from '../scans/finding.type.js';
import { ScorePointType } from '../scores/score.type.js';
import { AssessmentType } from '../ucf/assessment.type.js';
import { AssessmentInForceType } from '../ucf/ucf.type.js';
import { edge, edges } from './edge.js';
import { ASSESSMENT, EVIDENCE, EXCEPTION } from './targets.js';

@Resolver(() => AssessmentType)
export class AssessmentJudgementEdges {
  @FieldResolver(() => AssessmentType, { nullable: true, description: 'The assessment whose expiry this records.' })
  expiredAssessment(
    @Root() { expiredAssessmentId: id }: { expiredAssessmentId: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, ASSESSMENT);
  }

  @FieldResolver(() => [EvidenceType], { description: 'The artifacts that it rests on.' })
  evidence(
    @Root() { evidenceIds: ids }: { evidenceIds: readonly string[] },
    @Ctx() ctx: RequestContext,
  ): Promise<object[]> {
    return edges<object>(ctx, ids, EVIDENCE);
  }
}

@Resolver(() => ControlStatusChangeType)
export class ControlStatusChangeJudgementEdges {
  @FieldResolver(() => AssessmentType, { nullable: true, description: 'The assessment behind the change.' })
  assessment(
    @Root() { assessmentId: id }: { assessmentId: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, ASSESSMENT);
  }
}

@Resolver(() => StatusChangeType)
export class StatusChangeJudgementEdges {
  @FieldResolver(() => AssessmentType, { nullable: true, description: 'The assessment behind the change.' })
  assessment(
    @Root() { assessmentId: id }: { assessmentId: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, ASSESSMENT);
  }
}

@Resolver(() => ScorePointType)
export class ScorePointJudgementEdges {
  @FieldResolver(() => AssessmentType, { nullable: true, description: 'The assessment that moved the score.' })
  assessment(
    @Root() { assessmentId: id }: { assessmentId: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, ASSESSMENT);
  }
}

@Resolver(() => FailingResourceType)
export class FailingResourceJudgementEdges {
  @FieldResolver(() => ExceptionType, { nullable: true, description: 'The exception that accepts the finding.' })
  exception(
    @Root() { exceptionId: id }: { exceptionId: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, EXCEPTION);
  }
}

@Resolver(() => AssessmentInForceType)
export class AssessmentInForceJudgementEdges {
  @FieldResolver(() => [EvidenceType], { description: 'Those of its artifacts that were withdrawn since.' })
  withdrawnEvidence(
    @Root() { withdrawnEvidenceIds: ids }: { withdrawnEvidenceIds: readonly string[] },
    @Ctx() ctx: RequestContext,
  ): Promise<object[]> {
    return edges<object>(ctx, ids, EVIDENCE);
  }
}

@Resolver(() => ExceptionType)
export class ExceptionJudgementEdges {
  @FieldResolver(() => [EvidenceType], { description: 'The artifacts that support it.' })
  evidence(
    @Root() { evidenceIds: ids }: { evidenceIds: readonly string[] },
    @Ctx() ctx: RequestContext,
  ): Promise<object[]> {
    return edges<object>(ctx, ids, EVIDENCE);
  }
}

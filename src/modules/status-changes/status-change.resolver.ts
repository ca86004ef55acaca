import { Arg, Args, Ctx, FieldResolver, GraphQLISODateTime, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { pageRequest } from '../../platform/api/connection.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError } from '../../platform/errors.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import { controlsOfDomain } from '../catalogue/domain.rules.js';
import {
  controlsEver,
  findActiveFramework,
  findControl,
  findDomain,
  visibleFrameworks,
} from '../catalogue/visibility.js';
import { postureOfRequest } from '../posture/posture.js';
import { scanLoader } from '../scans/scan.loader.js';
import type { ScanRow } from '../scans/scan.read.js';
import { ScanType } from '../scans/scan.type.js';
import { exclusionOf } from '../scope/framework-scope.js';
import type { ScopeDecisionRow } from '../scope/scope.sql.js';
import { ScopeDecisionType } from '../scope/scope.type.js';
import { storedAssessmentLoader } from '../ucf/assessment.loader.js';
import type { AssessmentRow } from '../ucf/assessment.sql.js';
import { AssessmentType } from '../ucf/assessment.type.js';
import { comparePostures } from './comparison.js';
import { PostureComparisonType } from './comparison.type.js';
import { deciderLoader } from './decider.loader.js';
import { readStatusChanges } from './status-change.read.js';
import {
  StatusChangesArgs,
  StatusDeciderType,
  StatusFeedChangeType,
  StatusFeedConnection,
} from './status-change.type.js';

@Resolver(() => StatusFeedChangeType)
export class StatusChangeResolver {
  @Query(() => StatusFeedConnection, {
    description: 'Changes of the statuses of the active frameworks’ controls, newest first, each with its cause.',
  })
  async statusChanges(
    @Args(() => StatusChangesArgs) args: StatusChangesArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    const { from = null, to = null, status = null, cause = null } = args;
    if (from && to && from >= to) throw AppError.invalid('/to', 'must be after from');
    const filter = { controls: controlsOf(ctx, args), from, to, status, cause };
    return StatusFeedConnection.from(await readStatusChanges(ctx, filter, request), request);
  }

  @Query(() => PostureComparisonType, {
    description:
      'Statuses and scores of the active frameworks at two moments, where they differ, each with the cause of its last change.',
  })
  compare(
    @Arg('from', () => GraphQLISODateTime, { description: 'The earlier moment.' }) from: Date,
    @Arg('to', () => GraphQLISODateTime, { description: 'After `from`, not in the future.' }) to: Date,
    @Ctx() ctx: RequestContext,
    @Arg('framework', () => String, {
      nullable: true,
      description: 'Name, slug or id of an active framework. Default all of them.',
    })
    framework?: string | null,
  ): Promise<PostureComparisonType> {
    return comparePostures(ctx, { from, to, framework: framework ?? null });
  }

  @FieldResolver(() => ScanType, {
    nullable: true,
    description: 'The scan that caused it; null where none did, and where retention has removed it.',
  })
  scan(@Root() { scanJobId }: StatusFeedChangeType, @Ctx() ctx: RequestContext): Promise<ScanRow | null> | null {
    return scanJobId === null ? null : ctx.once(scanLoader).load(scanJobId);
  }

  @FieldResolver(() => AssessmentType, {
    nullable: true,
    description: 'The assessment that decides since, or that was recorded; null where there is none.',
  })
  assessment(
    @Root() { assessmentId }: StatusFeedChangeType,
    @Ctx() ctx: RequestContext,
  ): Promise<AssessmentRow | null> | null {
    return assessmentId === null ? null : ctx.once(storedAssessmentLoader).load(assessmentId);
  }
}

@Resolver(() => ControlType)
export class ControlDeciderResolver {
  @FieldResolver(() => StatusDeciderType, {
    nullable: true,
    description:
      'What decides its status now; null where nothing does, and where a release of the content has not been decided by yet.',
  })
  async decidedBy(@Root() control: Control, @Ctx() ctx: RequestContext): Promise<object | null> {
    const posture = await ctx.once(postureOfRequest).get();
    const exclusion = await exclusionOf(ctx, control);
    const none = { scanJobId: null, assessmentId: null, control };
    if (exclusion) return { ...none, by: 'scope', at: exclusion.decidedAt };
    const decider = await ctx.once(deciderLoader).load(control);
    if (decider?.status !== posture.statusOf(control)) return null;
    const { assessmentId, assessedAt, scanJobId, evaluatedAt } = decider;
    if (assessmentId !== null) return { ...none, by: 'assessment', at: assessedAt, assessmentId };
    return { ...none, by: 'scan', at: evaluatedAt, scanJobId };
  }
}

@Resolver(() => StatusDeciderType)
export class StatusDeciderResolver {
  @FieldResolver(() => ScanType, {
    nullable: true,
    description: 'Null where none decides, and where retention has removed it.',
  })
  scan(@Root() { scanJobId }: StatusDeciderType, @Ctx() ctx: RequestContext): Promise<ScanRow | null> | null {
    return scanJobId === null ? null : ctx.once(scanLoader).load(scanJobId);
  }

  @FieldResolver(() => AssessmentType, {
    nullable: true,
    description: 'The assessment; null where something else decides.',
  })
  assessment(
    @Root() { assessmentId }: StatusDeciderType,
    @Ctx() ctx: RequestContext,
  ): Promise<AssessmentRow | null> | null {
    return assessmentId === null ? null : ctx.once(storedAssessmentLoader).load(assessmentId);
  }

  @FieldResolver(() => ScopeDecisionType, {
    nullable: true,
    description: 'The decision that leaves the control out of scope; null where something else decides.',
  })
  scopeDecision(
    @Root() { by, control }: StatusDeciderType & { control: Control },
    @Ctx() ctx: RequestContext,
  ): Promise<ScopeDecisionRow | null> | null {
    return by === 'scope' ? exclusionOf(ctx, control) : null;
  }
}

/** The controls, with former ones, that the arguments select. */
function controlsOf(ctx: RequestContext, { framework, control: id, domain: code }: StatusChangesArgs): Control[] {
  const frameworks = framework === undefined ? visibleFrameworks(ctx) : [findActiveFramework(ctx, framework)];
  if (id !== undefined && !isUuid(id)) throw AppError.invalid('/control', 'is not a UUID');
  const only = id === undefined ? null : findControl(ctx, id);
  const ofDomain = code === undefined ? null : controlsOfDomain(findDomain(ctx, code));
  return controlsEver(ctx, frameworks).filter(
    (control) => (only === null || control.id === only.id) && (ofDomain?.has(control) ?? true),
  );
}

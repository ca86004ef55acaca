import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import type { ItemOutcome } from '../../feature/item-by-item.js';
import { pageRequest } from '../../platform/api/connection.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import { ControlType, FrameworkType } from '../catalogue/catalogue.type.js';
import {
  catalogueOf,
  findActiveFramework,
  findControl,
  findCurrentControl,
  visibleFrameworks,
} from '../catalogue/visibility.js';
import { postureOfRequest } from '../posture/posture.js';
import { approvalVerdict, type ApprovalVerdict } from '../organizations/approval.rules.js';
import { ApprovalVerdictEnum } from '../organizations/approval.type.js';
import { exclusionOf, frameworkScopeOf, ownDecisionOf } from './framework-scope.js';
import { openScopeDecisionsOf, readScopeDecisions } from './scope.read.js';
import { isExcludable, type ScopeDecisionStatus } from './scope.rules.js';
import type { ScopeService } from './scope.service.js';
import { scopeDecisionsById, type ScopeDecisionRow } from './scope.sql.js';
import {
  ProposeExclusionsInput,
  ProposeInclusionsInput,
  ProposeScopeSelectionInput,
  SettleScopeDecisionsInput,
} from './scope-inputs.type.js';
import {
  ControlScopeType,
  FrameworkScopeType,
  ScopeDecisionConnection,
  ScopeDecisionsArgs,
  ScopeDecisionsPayload,
  ScopeDecisionType,
  ScopeSelectionPayload,
} from './scope.type.js';

@Resolver()
export class ScopeResolver {
  constructor(private readonly service: ScopeService) {}

  @Query(() => ScopeDecisionConnection, { description: 'Decisions of every status, newest proposal first.' })
  async scopeDecisions(
    @Args(() => ScopeDecisionsArgs) args: ScopeDecisionsArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    const { framework, controlId, status = null } = args;
    const frameworks = framework === undefined ? visibleFrameworks(ctx) : [findActiveFramework(ctx, framework)];
    const control = controlId === undefined ? null : findControl(ctx, checkedUuid(controlId, '/control_id'));
    return ScopeDecisionConnection.from(
      await readScopeDecisions(ctx, { frameworks, control, status }, request),
      request,
    );
  }

  @Mutation(() => ScopeSelectionPayload, {
    description: 'Proposes which values of a framework’s attribute are in scope.',
  })
  async proposeScopeSelection(
    @Arg('input', () => ProposeScopeSelectionInput) input: ProposeScopeSelectionInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ScopeSelectionPayload> {
    const { framework: name, values, reason, reviewAt = null } = input;
    const framework = findActiveFramework(ctx, name);
    const id = await this.service.proposeSelection(ctx, { framework, values, reason, reviewAt });
    const [decision] = await byIds(ctx, [id]);
    if (!decision) throw notFound();
    return { decision };
  }

  @Mutation(() => ScopeDecisionsPayload, {
    description:
      'Proposes to leave controls out of scope, or says what was decided on addressable specifications, each as if it were the only one.',
  })
  async proposeExclusions(
    @Arg('input', () => ProposeExclusionsInput) input: ProposeExclusionsInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ScopeDecisionsPayload> {
    const { controlIds: items, ...decision } = input;
    const { outcome = null, reason, reviewAt = null } = decision;
    const controlOf = (id: string) => findCurrentControl(ctx, checkedUuid(id));
    const proposed = { controlOf, outcome, reason, reviewAt };
    return payloadOf(ctx, await this.service.proposeExclusions(ctx, { list: 'controlIds', items }, proposed));
  }

  @Mutation(() => ScopeDecisionsPayload, {
    description:
      'Proposes why controls are in scope, or that CMMC requirements are implemented in part, each as if it were the only one.',
  })
  async proposeInclusions(
    @Arg('input', () => ProposeInclusionsInput) input: ProposeInclusionsInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ScopeDecisionsPayload> {
    const { controlIds: items, isPartlyImplemented = null, reason, reviewAt = null } = input;
    const controlOf = (id: string) => findCurrentControl(ctx, checkedUuid(id));
    const proposed = { controlOf, isPartlyImplemented: isPartlyImplemented ?? false, reason, reviewAt };
    return payloadOf(ctx, await this.service.proposeInclusions(ctx, { list: 'controlIds', items }, proposed));
  }

  @Mutation(() => ScopeDecisionsPayload, {
    description:
      'Approves proposals of others, each as if it were the only one; their controls are decided again at once.',
  })
  approveScopeDecisions(
    @Arg('input', () => SettleScopeDecisionsInput) input: SettleScopeDecisionsInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ScopeDecisionsPayload> {
    return this.settle(ctx, input, 'approved');
  }

  @Mutation(() => ScopeDecisionsPayload, { description: 'Rejects proposals, each by itself.' })
  rejectScopeDecisions(
    @Arg('input', () => SettleScopeDecisionsInput) input: SettleScopeDecisionsInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ScopeDecisionsPayload> {
    return this.settle(ctx, input, 'rejected');
  }

  @Mutation(() => ScopeDecisionsPayload, {
    description:
      'Withdraws proposals and approved decisions, each by itself. What comes back into scope is decided again at once. Members withdraw their own proposals.',
  })
  withdrawScopeDecisions(
    @Arg('input', () => SettleScopeDecisionsInput) input: SettleScopeDecisionsInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ScopeDecisionsPayload> {
    return this.settle(ctx, input, 'withdrawn');
  }

  private async settle(
    ctx: RequestContext,
    { ids, note = null }: SettleScopeDecisionsInput,
    to: Exclude<ScopeDecisionStatus, 'proposed'>,
  ): Promise<ScopeDecisionsPayload> {
    return payloadOf(ctx, await this.service.settle(ctx, { list: 'ids', items: ids }, { to, note }));
  }
}

@Resolver(() => ScopeDecisionType)
export class ScopeDecisionResolver {
  @FieldResolver(() => FrameworkType, { description: 'The framework whose scope it is about.' })
  framework(@Root() { framework }: ScopeDecisionRow, @Ctx() ctx: RequestContext): Framework {
    const found = catalogueOf(ctx).frameworkBySlug.get(framework);
    if (!found) throw notFound();
    return found;
  }

  @FieldResolver(() => ControlType, { nullable: true, description: 'Null of a selection.' })
  control(@Root() { controlNo }: ScopeDecisionRow, @Ctx() ctx: RequestContext): Control | null {
    return controlNo === null ? null : (catalogueOf(ctx).controlByNo.get(controlNo) ?? null);
  }

  @FieldResolver(() => Boolean, { description: 'Whether its proposer approved it alone, because nobody else could.' })
  isSelfApproved(@Root() { decidedBy, proposedBy, status }: ScopeDecisionRow): boolean {
    return status !== 'rejected' && decidedBy !== null && decidedBy.id === proposedBy.id;
  }

  @FieldResolver(() => Boolean, { description: 'Whether the date of its review has come while it is in force.' })
  isReviewDue(@Root() { reviewAt, status }: ScopeDecisionRow, @Ctx() { clock }: RequestContext): boolean {
    return status === 'approved' && reviewAt <= clock.now();
  }

  @FieldResolver(() => ApprovalVerdictEnum, { nullable: true, description: 'Null of what is not a proposal any more.' })
  async approval(
    @Root() { status, proposedBy }: ScopeDecisionRow,
    @Ctx() ctx: RequestContext,
  ): Promise<ApprovalVerdict | null> {
    if (status !== 'proposed') return null;
    const approvers = await ctx.once(openScopeDecisionsOf).approvers();
    return approvalVerdict({ proposedBy: proposedBy.id, viewer: ctx.viewer, approvers });
  }
}

@Resolver(() => FrameworkType)
export class FrameworkScopeResolver {
  @FieldResolver(() => FrameworkScopeType, { description: 'What of it is in scope.' })
  scope(@Root() framework: Framework, @Ctx() ctx: RequestContext): Promise<FrameworkScopeType> {
    return frameworkScopeOf(ctx, framework);
  }
}

@Resolver(() => ControlType)
export class ScopeOfControlResolver {
  @FieldResolver(() => ControlScopeType, { description: 'Whether it is in scope, and by which decision.' })
  scope(@Root() control: Control): ControlScopeType {
    return { control, isExcludable: isExcludable(control), pointsInPart: control.points?.partial ?? null };
  }
}

@Resolver(() => ControlScopeType)
export class ControlScopeResolver {
  @FieldResolver(() => Boolean, { description: 'Whether the control counts; the score leaves others out.' })
  async isInScope(@Root() { control }: ControlScopeType, @Ctx() ctx: RequestContext): Promise<boolean> {
    return (await ctx.once(postureOfRequest).get()).isInScope(control);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Why it is out of scope; null where it is in scope.' })
  async reason(@Root() { control }: ControlScopeType, @Ctx() ctx: RequestContext): Promise<string | null> {
    return (await exclusionOf(ctx, control))?.reason ?? null;
  }

  @FieldResolver(() => ScopeDecisionType, { nullable: true, description: 'The decision that puts it out of scope.' })
  decision(@Root() { control }: ControlScopeType, @Ctx() ctx: RequestContext): Promise<object | null> {
    return exclusionOf(ctx, control);
  }

  @FieldResolver(() => ScopeDecisionType, {
    nullable: true,
    description:
      'The decision in force on this control itself: of an addressable specification also one that leaves it in scope.',
  })
  own(@Root() { control }: ControlScopeType, @Ctx() ctx: RequestContext): Promise<object | null> {
    return ownDecisionOf(ctx, control, 'approved');
  }

  @FieldResolver(() => ScopeDecisionType, {
    nullable: true,
    description: 'A decision on it that waits for an approval.',
  })
  proposal(@Root() { control }: ControlScopeType, @Ctx() ctx: RequestContext): Promise<object | null> {
    return ownDecisionOf(ctx, control, 'proposed');
  }
}

/** @throws {AppError} VALIDATION_FAILED */
function checkedUuid(id: string, field = ''): string {
  if (!isUuid(id)) throw AppError.invalid(field, 'is not a UUID');
  return id;
}

async function payloadOf(
  ctx: RequestContext,
  outcomes: readonly ItemOutcome<string>[],
): Promise<ScopeDecisionsPayload> {
  const decisions = await byIds(
    ctx,
    outcomes.flatMap(({ done }) => done ?? []),
  );
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  return {
    results: outcomes.map(({ index, done, error }) => ({ index, decision: byId.get(done ?? '') ?? null, error })),
  };
}

/** Decisions in the order of their ids. */
async function byIds(ctx: RequestContext, ids: readonly string[]): Promise<ScopeDecisionRow[]> {
  const found = await scopeDecisionsById.all(ctx.em, { tenantId: ctx.viewer.tenantId, ids });
  return ids.flatMap((id) => found.find((decision) => decision.id === id) ?? []);
}

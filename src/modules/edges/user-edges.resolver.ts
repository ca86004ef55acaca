import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { UserSummaryType } from '../auth/user-summary.type.js';
import { CustomCheckType } from '../custom-checks/custom-check.type.js';
import { EvidenceType } from '../evidence/evidence.type.js';
import { EvidenceWithdrawalType } from '../evidence/withdrawal.type.js';
import { InvitationType } from '../organizations/invitation.type.js';
import { StatusChangeType } from '../posture/posture.type.js';
import { ScanType } from '../scans/scan.type.js';
import { SecurityEventType } from '../security-events/security-event.type.js';
import { IdentityConnectionType } from '../single-sign-on/identity-connection.type.js';
import { AssessmentInForceType } from '../ucf/ucf.type.js';
import { edge } from './edge.js';
import { USER } from './targets.js';

@Resolver(() => AssessmentInForceType)
export class AssessmentInForceUserEdges {
  @FieldResolver(() => UserSummaryType, { nullable: true, description: 'Its author.' })
  assessedByUser(
    @Root() { assessedBy: id }: { assessedBy: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, USER);
  }
}

@Resolver(() => CustomCheckType)
export class CustomCheckUserEdges {
  @FieldResolver(() => UserSummaryType, { nullable: true, description: 'Who wrote it.' })
  createdByUser(
    @Root() { createdBy: id }: { createdBy: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, USER);
  }
}

@Resolver(() => EvidenceType)
export class EvidenceUserEdges {
  @FieldResolver(() => UserSummaryType, { nullable: true, description: 'Who uploaded it, or triggered the scan.' })
  createdByUser(
    @Root() { createdBy: id }: { createdBy: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, USER);
  }
}

@Resolver(() => EvidenceWithdrawalType)
export class EvidenceWithdrawalUserEdges {
  @FieldResolver(() => UserSummaryType, { nullable: true, description: 'Who withdrew it.' })
  withdrawnByUser(
    @Root() { withdrawnBy: id }: { withdrawnBy: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, USER);
  }
}

@Resolver(() => InvitationType)
export class InvitationUserEdges {
  @FieldResolver(() => UserSummaryType, { nullable: true, description: 'Who invited.' })
  invitedByUser(
    @Root() { invitedBy: id }: { invitedBy: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, USER);
  }
}

@Resolver(() => ScanType)
export class ScanUserEdges {
  @FieldResolver(() => UserSummaryType, { nullable: true, description: 'Who triggered it; null for a schedule.' })
  triggeredByUser(
    @Root() { triggeredBy: id }: { triggeredBy: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, USER);
  }
}

@Resolver(() => StatusChangeType)
export class StatusChangeUserEdges {
  @FieldResolver(() => UserSummaryType, {
    nullable: true,
    description: 'Who assessed, triggered the scan or decided on the scope.',
  })
  changedByUser(
    @Root() { changedBy: id }: { changedBy: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, USER);
  }
}

@Resolver(() => SecurityEventType)
export class SecurityEventUserEdges {
  @FieldResolver(() => UserSummaryType, { nullable: true, description: 'The user that it is about.' })
  user(@Root() { userId: id }: { userId: string | null }, @Ctx() ctx: RequestContext): Promise<object | null> {
    return edge<object>(ctx, id, USER);
  }
}

@Resolver(() => IdentityConnectionType)
export class IdentityConnectionUserEdges {
  @FieldResolver(() => UserSummaryType, { nullable: true, description: 'The admin whose password still logs in.' })
  breakGlassUser(
    @Root() { breakGlassUserId: id }: { breakGlassUserId: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, USER);
  }
}

import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { DryRunType } from '../custom-checks/dry-run.type.js';
import { DerivationVoteType } from '../derivation/derivation.type.js';
import { ControlStatusChangeType } from '../posture/posture-live.type.js';
import { StatusChangeType } from '../posture/posture.type.js';
import { ControlFindingType } from '../scans/finding.type.js';
import { ScanProgressEventType, ScanType } from '../scans/scan.type.js';
import { ScorePointType } from '../scores/score.type.js';
import { edge } from './edge.js';
import { SCAN } from './targets.js';

@Resolver(() => ScanType)
export class ScanScanEdges {
  @FieldResolver(() => ScanType, { nullable: true, description: 'The scan that has to end before this one begins.' })
  queuedBehindScan(
    @Root() { queuedBehind: id }: { queuedBehind: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, SCAN);
  }
}

@Resolver(() => ControlStatusChangeType)
export class ControlStatusChangeScanEdges {
  @FieldResolver(() => ScanType, { nullable: true, description: 'The scan behind the change.' })
  scan(@Root() { scanJobId: id }: { scanJobId: string | null }, @Ctx() ctx: RequestContext): Promise<object | null> {
    return edge<object>(ctx, id, SCAN);
  }
}

@Resolver(() => StatusChangeType)
export class StatusChangeScanEdges {
  @FieldResolver(() => ScanType, { nullable: true, description: 'The scan behind the change.' })
  scan(@Root() { scanJobId: id }: { scanJobId: string | null }, @Ctx() ctx: RequestContext): Promise<object | null> {
    return edge<object>(ctx, id, SCAN);
  }
}

@Resolver(() => DerivationVoteType)
export class DerivationVoteScanEdges {
  @FieldResolver(() => ScanType, { nullable: true, description: 'The scan that voted.' })
  scan(@Root() { scanJobId: id }: { scanJobId: string | null }, @Ctx() ctx: RequestContext): Promise<object | null> {
    return edge<object>(ctx, id, SCAN);
  }
}

@Resolver(() => DryRunType)
export class DryRunScanEdges {
  @FieldResolver(() => ScanType, { nullable: true, description: 'The scan whose resources it read.' })
  scan(@Root() { scanId: id }: { scanId: string | null }, @Ctx() ctx: RequestContext): Promise<object | null> {
    return edge<object>(ctx, id, SCAN);
  }
}

@Resolver(() => ControlFindingType)
export class ControlFindingScanEdges {
  @FieldResolver(() => ScanType, { nullable: true, description: 'The scan that found it.' })
  scan(@Root() { scanJobId: id }: { scanJobId: string | null }, @Ctx() ctx: RequestContext): Promise<object | null> {
    return edge<object>(ctx, id, SCAN);
  }
}

@Resolver(() => ScanProgressEventType)
export class ScanProgressEventScanEdges {
  @FieldResolver(() => ScanType, { nullable: true, description: 'The scan.' })
  scan(@Root() { scanId: id }: { scanId: string | null }, @Ctx() ctx: RequestContext): Promise<object | null> {
    return edge<object>(ctx, id, SCAN);
  }
}

@Resolver(() => ScorePointType)
export class ScorePointScanEdges {
  @FieldResolver(() => ScanType, { nullable: true, description: 'The scan that moved the score.' })
  scan(@Root() { scanJobId: id }: { scanJobId: string | null }, @Ctx() ctx: RequestContext): Promise<object | null> {
    return edge<object>(ctx, id, SCAN);
  }
}

import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { DerivationVoteType } from '../derivation/derivation.type.js';
import { ExceptionResourceType } from '../exceptions/exception.type.js';
import { IntegrationType } from '../integrations/integration.type.js';
import { CheckChangeType } from '../scans/comparison.type.js';
import { FailingResourceType } from '../scans/finding.type.js';
import { UnknownRuleType } from '../scans/report-rule.type.js';
import { ScanGapType } from '../scans/scan.type.js';
import { ResourceChangeType } from '../snapshots/snapshot.type.js';
import { edge } from './edge.js';
import { INTEGRATION } from './targets.js';

@Resolver(() => CheckChangeType)
export class CheckChangeIntegrationEdges {
  @FieldResolver(() => IntegrationType, { nullable: true, description: 'The integration that the check read.' })
  integration(
    @Root() { integrationId: id }: { integrationId: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, INTEGRATION);
  }
}

@Resolver(() => DerivationVoteType)
export class DerivationVoteIntegrationEdges {
  @FieldResolver(() => IntegrationType, { nullable: true, description: 'The integration that voted.' })
  integration(
    @Root() { integrationId: id }: { integrationId: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, INTEGRATION);
  }
}

@Resolver(() => ExceptionResourceType)
export class ExceptionResourceIntegrationEdges {
  @FieldResolver(() => IntegrationType, { nullable: true, description: 'The integration that has the resource.' })
  integration(
    @Root() { integrationId: id }: { integrationId: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, INTEGRATION);
  }
}

@Resolver(() => FailingResourceType)
export class FailingResourceIntegrationEdges {
  @FieldResolver(() => IntegrationType, { nullable: true, description: 'The integration that has the resource.' })
  integration(
    @Root() { integrationId: id }: { integrationId: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, INTEGRATION);
  }
}

@Resolver(() => ResourceChangeType)
export class ResourceChangeIntegrationEdges {
  @FieldResolver(() => IntegrationType, { nullable: true, description: 'The integration that has the resource.' })
  integration(
    @Root() { integrationId: id }: { integrationId: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, INTEGRATION);
  }
}

@Resolver(() => ScanGapType)
export class ScanGapIntegrationEdges {
  @FieldResolver(() => IntegrationType, { nullable: true, description: 'The integration that could not be read.' })
  integration(
    @Root() { integrationId: id }: { integrationId: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, INTEGRATION);
  }
}

@Resolver(() => UnknownRuleType)
export class UnknownRuleIntegrationEdges {
  @FieldResolver(() => IntegrationType, {
    nullable: true,
    description: 'The integration that the report was imported for.',
  })
  integration(
    @Root() { integrationId: id }: { integrationId: string | null },
    @Ctx() ctx: RequestContext,
  ): Promise<object | null> {
    return edge<object>(ctx, id, INTEGRATION);
  }
}

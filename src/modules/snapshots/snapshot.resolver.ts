import { Arg, Ctx, GraphQLISODateTime, ID, Int, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { AppError } from '../../platform/errors.js';
import { findResource } from '../findings/resource.read.js';
import { findCompletedScan } from '../scans/scan-find.js';
import { ResourceConfigurationType } from './configuration.type.js';
import type { SnapshotService } from './snapshot.service.js';
import { ReevaluationType, SnapshotComparisonType } from './snapshot.type.js';

const CHANGES_MAX = 100;

@Resolver()
export class SnapshotResolver {
  constructor(private readonly service: SnapshotService) {}

  @Query(() => SnapshotComparisonType, { description: 'Differences between the resources of two completed scans.' })
  async compareSnapshots(
    @Arg('from', () => ID, { description: 'Id of the earlier scan.' }) from: string,
    @Arg('to', () => ID, { description: 'Id of the later scan.' }) to: string,
    @Arg('first', () => Int, { defaultValue: 50, description: 'At most 100.' }) first: number,
    @Ctx() ctx: RequestContext,
  ): Promise<SnapshotComparisonType> {
    if (first < 0 || first > CHANGES_MAX) throw AppError.invalid('/first', `must be 0 to ${String(CHANGES_MAX)}`);
    const [earlier, later] = [await findCompletedScan(ctx, from), await findCompletedScan(ctx, to)];
    return this.service.compare(ctx, { from: earlier, to: later, first });
  }

  @Query(() => ResourceConfigurationType, {
    description: 'The properties of a resource that the last scan which saw it read.',
  })
  async resourceConfiguration(
    @Arg('id', () => ID, { description: 'Id of the resource, as `Resource.id`.' }) id: string,
    @Arg('asOf', () => GraphQLISODateTime, {
      nullable: true,
      description: 'As the last scan up to this moment read it. Default the last one that saw it.',
    })
    asOf: Date | null,
    @Ctx() ctx: RequestContext,
  ): Promise<ResourceConfigurationType> {
    return this.service.configuration(ctx, await findResource(ctx, id), asOf);
  }

  @Query(() => ReevaluationType, {
    description: 'Runs the current checks on the stored resources of a completed scan. Stores nothing.',
  })
  async reevaluateScan(
    @Arg('scanId', () => ID, { description: 'Id of a completed scan with a snapshot.' }) scanId: string,
    @Ctx() ctx: RequestContext,
  ): Promise<ReevaluationType> {
    return this.service.reevaluate(ctx, await findCompletedScan(ctx, scanId));
  }
}

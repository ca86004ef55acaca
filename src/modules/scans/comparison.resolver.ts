import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { readResultChanges } from './comparison.read.js';
import { ScanComparisonType } from './comparison.type.js';
import { isNewlyFailing, isNoLongerDecided, isNoLongerFailing, severityCounts } from './difference.rules.js';
import { findCompletedScan } from './scan-find.js';

@Resolver()
export class ScanComparisonResolver {
  @Query(() => ScanComparisonType, { description: 'What differs between the results of two completed scans.' })
  async compareScans(
    @Arg('from', () => ID, { description: 'Id of the earlier scan.' }) from: string,
    @Arg('to', () => ID, { description: 'Id of the later scan.' }) to: string,
    @Ctx() ctx: RequestContext,
  ): Promise<ScanComparisonType> {
    const [earlier, later] = [await findCompletedScan(ctx, from), await findCompletedScan(ctx, to)];
    const changes = await readResultChanges(ctx, earlier, later);
    const failing = changes.filter(isNewlyFailing);
    return {
      from: earlier,
      to: later,
      changes,
      newlyFailed: failing.length,
      newlyFailedSeverities: severityCounts(failing.flatMap(({ severity }) => severity ?? [])),
      noLongerFailing: changes.filter(isNoLongerFailing).length,
      noLongerDecided: changes.filter(isNoLongerDecided).length,
      newlyPassed: changes.filter(({ previousStatus, status }) => status === 'pass' && previousStatus === 'fail')
        .length,
      isCatalogueChanged: earlier.catalogueVersion !== later.catalogueVersion,
    };
  }
}

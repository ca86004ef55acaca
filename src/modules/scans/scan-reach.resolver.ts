import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { wholeCatalogueOf } from '../catalogue/visibility.js';
import { ScanDifferenceType } from './difference.type.js';
import { checkedControlsLoader, scanDifferenceLoader } from './scan.loader.js';
import type { ScanRow } from './scan.read.js';
import { ScannedTypeType, ScanType } from './scan.type.js';
import { scannedTypes } from './scanned-types.rules.js';

/** What a scan was about, what it read, and what differs from the one before. */
@Resolver(() => ScanType)
export class ScanReachResolver {
  @FieldResolver(() => [String], {
    description: 'Names of the frameworks that it reports on, in the order of the catalogue.',
  })
  frameworks(@Root() { frameworkSlugs }: ScanRow, @Ctx() ctx: RequestContext): string[] {
    return wholeCatalogueOf(ctx)
      .frameworks.filter(({ slug }) => frameworkSlugs.includes(slug))
      .map(({ name }) => name);
  }

  @FieldResolver(() => [ScannedTypeType], {
    description:
      'Types of resources that it read, by integration. Empty until the scan is completed, and where only findings were imported; what it could not read is in `gaps`.',
  })
  resourceTypes(@Root() { snapshot }: ScanRow): ScannedTypeType[] {
    return scannedTypes(snapshot);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Controls that a check looked at, whether or not it decides them; the scan did not reach the others. Null until it is completed.',
  })
  async checkedControls(@Root() { id, status }: ScanRow, @Ctx() ctx: RequestContext): Promise<number | null> {
    return status === 'completed' ? ctx.once(checkedControlsLoader).load(id) : null;
  }

  @FieldResolver(() => ScanDifferenceType, {
    nullable: true,
    description:
      'What fails in it and did not in the scan before, and the reverse. Null until it is completed, and without one before.',
  })
  async sinceBefore(@Root() { id, status }: ScanRow, @Ctx() ctx: RequestContext): Promise<ScanDifferenceType | null> {
    return status === 'completed' ? ctx.once(scanDifferenceLoader).load(id) : null;
  }
}

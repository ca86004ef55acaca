import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { checksThatFail } from './failing-check.loader.js';
import { FailingCheckType } from './failing-check.type.js';
import { findingParts } from './finding-parts.rules.js';
import { flatParts, FindingPartsType } from './finding-parts.type.js';
import type { ScanResultRow } from './result.read.js';
import { ScanResultType } from './result.type.js';

@Resolver(() => ScanResultType)
export class ScanResultResolver {
  @FieldResolver(() => FindingPartsType, {
    nullable: true,
    description: 'What `finding` says, in parts; null of a sentence of a former release.',
  })
  findingParts(@Root() { finding }: ScanResultRow): FindingPartsType | null {
    const parts = findingParts(finding);
    return parts && flatParts(parts);
  }

  @FieldResolver(() => [FailingCheckType], {
    description:
      'The checks that fail it, the worst first; empty of any other result, and where exceptions have accepted since what failed it.',
  })
  failingChecks(@Root() result: ScanResultRow, @Ctx() ctx: RequestContext): Promise<FailingCheckType[]> {
    return checksThatFail(ctx, result);
  }
}

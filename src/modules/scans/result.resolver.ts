import { FieldResolver, Resolver, Root } from 'type-graphql';
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
}

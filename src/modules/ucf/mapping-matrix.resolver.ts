import { Ctx, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { visibleFrameworks } from '../catalogue/visibility.js';
import { mappingMatrixOf } from './mapping-matrix.rules.js';
import { MappingMatrixType } from './mapping-matrix.type.js';

@Resolver()
export class MappingMatrixResolver {
  @Query(() => MappingMatrixType, { description: 'How far each active framework covers each other one.' })
  mappingMatrix(@Ctx() ctx: RequestContext): MappingMatrixType {
    return { cells: mappingMatrixOf(visibleFrameworks(ctx)) };
  }
}

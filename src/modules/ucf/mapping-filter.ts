import { ArgsType, Field } from 'type-graphql';
import { z } from 'zod';
import type { RequestContext } from '../../context.js';
import type { Framework, Mapping } from '../catalogue/catalogue.js';
import type { Relationship } from '../catalogue/relationship.rules.js';
import { findActiveFramework, FRAMEWORKS_NAMED_MAX } from '../catalogue/visibility.js';
import { RELATIONS_MAX, RelationshipEnum } from './ucf.type.js';

@ArgsType()
export class MappingsArgs {
  static readonly rules = z.object({
    frameworks: z.array(z.string()).max(FRAMEWORKS_NAMED_MAX).nullish(),
    relationships: z.array(z.string()).max(RELATIONS_MAX).nullish(),
  });

  @Field(() => String, {
    nullable: true,
    description: 'Mappings to controls of this active framework: name, slug or id.',
  })
  framework?: string;

  @Field(() => [String], { nullable: true, description: 'Mappings to controls of any of these active frameworks.' })
  frameworks?: string[];

  @Field(() => RelationshipEnum, { nullable: true, description: 'Mappings with this relationship.' })
  relationship?: Relationship;

  @Field(() => [RelationshipEnum], { nullable: true, description: 'Mappings with any of these relationships.' })
  relationships?: Relationship[];
}

/** For `ctx.once`: the frameworks that the request named so far, by their names in it. */
const namedFrameworks = (): Map<string, Framework> => new Map();

/**
 * Whether a mapping matches the arguments; an empty list filters nothing.
 * @throws {AppError} NOT_FOUND or FRAMEWORK_NOT_ACTIVE as `findActiveFramework`
 */
export function mappingFilter(ctx: RequestContext, args: MappingsArgs): (mapping: Mapping) => boolean {
  const names = [...(args.framework === undefined ? [] : [args.framework]), ...(args.frameworks ?? [])];
  const frameworks = new Set(names.map((name) => frameworkNamed(ctx, name)));
  const relationships = new Set(args.relationships);
  if (args.relationship !== undefined) relationships.add(args.relationship);
  return ({ control, relationship }) =>
    (frameworks.size === 0 || frameworks.has(control.framework)) &&
    (relationships.size === 0 || relationships.has(relationship));
}

/** Found once for the request: the same argument stands on the mappings of a thousand controls. */
function frameworkNamed(ctx: RequestContext, name: string): Framework {
  const known = ctx.once(namedFrameworks);
  const framework = known.get(name) ?? findActiveFramework(ctx, name);
  known.set(name, framework);
  return framework;
}

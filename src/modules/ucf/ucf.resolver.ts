import { Arg, Args, Ctx, FieldResolver, Float, GraphQLISODateTime, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { pageRequest } from '../../platform/api/connection.js';
import { notFound } from '../../platform/errors.js';
import { catalogueOf, findActiveFramework, isVisible } from '../catalogue/visibility.js';
import type { Control, Domain, Mapping, UniversalControl } from '../catalogue/catalogue.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import { postureOfRequest } from '../posture/posture.js';
import { assessmentLoader, newestAssessmentsLoader } from './assessment.loader.js';
import type { AssessmentRow } from './assessment.sql.js';
import { AssessmentType } from './assessment.type.js';
import { AS_OF, controlsAt, postureAt } from '../posture/posture-at.js';
import { coverageOf } from './coverage.rules.js';
import { summarizeDomain } from './domain-summary.js';
import { MappingsArgs, mappingFilter } from './mapping-filter.js';
import { listUniversalControls, UniversalControlsArgs } from './universal-control-list.js';
import { DomainType } from '../catalogue/domain.type.js';
import { AssessmentInForceType, CoverageType, MappingType, UniversalControlType } from './ucf.type.js';

@Resolver(() => DomainType)
export class DomainResolver {
  @Query(() => [DomainType], { description: 'Domains of the Unified Control Framework.' })
  ucfDomains(@Ctx() ctx: RequestContext): Domain[] {
    return catalogueOf(ctx).domains;
  }

  @FieldResolver(() => Int, { description: 'Universal controls in the domain.' })
  controlCount(@Root() domain: Domain): number {
    return domain.universalControls.length;
  }

  @FieldResolver(() => Int, { description: 'Those with an assessment in force.' })
  async assessedCount(@Root() domain: Domain, @Ctx() ctx: RequestContext): Promise<number> {
    return (await summarizeDomain(ctx, domain)).assessedCount;
  }

  @FieldResolver(() => Int, { description: 'Number of its universal controls that are assessed as compliant.' })
  async compliantCount(@Root() domain: Domain, @Ctx() ctx: RequestContext): Promise<number> {
    return (await summarizeDomain(ctx, domain)).compliantCount;
  }

  @FieldResolver(() => Float, { description: '100 × compliant / universal controls, one decimal.' })
  async score(@Root() domain: Domain, @Ctx() ctx: RequestContext): Promise<number> {
    return (await summarizeDomain(ctx, domain)).score;
  }

  @FieldResolver(() => Float, { description: 'Counts only those of which a note or evidence says what it rests on.' })
  async assuredScore(@Root() domain: Domain, @Ctx() ctx: RequestContext): Promise<number> {
    return (await summarizeDomain(ctx, domain)).assuredScore;
  }

  @FieldResolver(() => [UniversalControlType], { description: 'The universal controls of the domain.' })
  universalControls(@Root() domain: Domain): UniversalControl[] {
    return domain.universalControls;
  }
}

@Resolver(() => UniversalControlType)
export class UniversalControlResolver {
  @Query(() => [UniversalControlType], { description: 'Universal controls that match every given filter.' })
  universalControls(
    @Args(() => UniversalControlsArgs) args: UniversalControlsArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<UniversalControl[]> {
    return listUniversalControls(ctx, args);
  }

  @Query(() => UniversalControlType, { description: 'One universal control.' })
  universalControl(
    @Arg('id', () => ID, { description: 'UUID of the universal control.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): UniversalControl {
    const universalControl = catalogueOf(ctx).universalControlById.get(id.toLowerCase());
    if (!universalControl) throw notFound();
    return universalControl;
  }

  @Query(() => UniversalControlType, { description: 'The universal control with that code, without case.' })
  universalControlByCode(
    @Arg('code', () => String, { description: '`UCF-IAM-03`.' }) code: string,
    @Ctx() ctx: RequestContext,
  ): UniversalControl {
    const wanted = code.toUpperCase();
    const universalControl = catalogueOf(ctx).universalControls.find((each) => each.code === wanted);
    if (!universalControl) throw notFound();
    return universalControl;
  }

  @FieldResolver(() => [MappingType], { description: 'Its controls in the active frameworks.' })
  async mappings(
    @Root() universalControl: UniversalControl,
    @Args(() => MappingsArgs) args: MappingsArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<Mapping[]> {
    // Field resolvers read the status of each mapped control next, from the posture that is read here once.
    await ctx.once(postureOfRequest).get();
    const visible = universalControl.mappings.filter(({ control }) => isVisible(ctx, control));
    return visible.filter(mappingFilter(ctx, args));
  }

  @FieldResolver(() => AssessmentInForceType, {
    nullable: true,
    description: 'The assessment in force; null where there is none.',
  })
  assessment(
    @Root() universalControl: UniversalControl,
    @Ctx() ctx: RequestContext,
  ): Promise<AssessmentInForceType | null> {
    return ctx.once(assessmentLoader).load(universalControl.no);
  }

  @FieldResolver(() => [AssessmentType], { description: 'Its assessments, newest first.' })
  async assessments(
    @Root() { no: universalNo }: UniversalControl,
    @Ctx() ctx: RequestContext,
    @Arg('first', () => Int, { nullable: true, description: 'The newest so many, 1 to 100. Default 20.' })
    wanted?: number | null,
  ): Promise<AssessmentRow[]> {
    const { first } = pageRequest({ first: wanted ?? undefined }, ctx.pageSizeMax);
    return ctx.once(newestAssessmentsLoader).load({ universalNo, first });
  }
}

@Resolver(() => ControlType)
export class ControlMappingResolver {
  @FieldResolver(() => [MappingType], { description: 'Its universal controls.' })
  mappings(
    @Root() control: Control,
    @Args(() => MappingsArgs) args: MappingsArgs,
    @Ctx() ctx: RequestContext,
  ): Mapping[] {
    return control.mappings.filter(mappingFilter(ctx, args));
  }
}

@Resolver(() => MappingType)
export class MappingResolver {
  @FieldResolver(() => String, { description: 'Name of the framework.' })
  framework(@Root() { control }: Mapping): string {
    return control.framework.name;
  }

  @FieldResolver(() => String, { description: 'Version of the framework.' })
  frameworkVersion(@Root() { control }: Mapping): string {
    return control.framework.version;
  }
}

@Resolver()
export class CoverageResolver {
  @Query(() => CoverageType, { description: 'Universal controls that cover a framework.' })
  async coverage(
    @Arg('framework', () => String, { description: 'Name or slug of an active framework.' }) name: string,
    @Ctx() ctx: RequestContext,
    @Arg('asOf', () => GraphQLISODateTime, { nullable: true, description: AS_OF }) asOf?: Date,
  ): Promise<CoverageType> {
    const framework = findActiveFramework(ctx, name);
    const posture = await postureAt(ctx, asOf);
    return coverageOf(catalogueOf(ctx), framework, (controls) => controlsAt(controls, posture, asOf));
  }
}

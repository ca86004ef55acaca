import { Field, Float, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import type { Control } from '../catalogue/catalogue.js';
import { DomainType } from '../catalogue/domain.type.js';

/** Controls by status. */
@ObjectType({ simpleResolvers: true })
abstract class StatusCounts {
  @Field(() => Int, { description: 'Controls in scope.' })
  totalControls!: number;

  @Field(() => Int, { description: 'Controls that passed, in full or in part.' })
  passedControls!: number;

  @Field(() => Int, { description: 'Passed controls of which all is shown.' })
  assuredControls!: number;

  @Field(() => Int, { description: 'Controls that failed.' })
  failedControls!: number;

  @Field(() => Int, { description: 'Controls out of scope, which are not in the total.' })
  notApplicableControls!: number;

  @Field(() => Int, { description: 'Controls in scope that nothing decides.' })
  notAssessedControls!: number;
}

@ObjectType('FrameworkScorecard', { description: 'Where a framework stands now.', simpleResolvers: true })
export class FrameworkScorecardType extends StatusCounts {
  @Field(() => String, { description: 'Name of the framework.' })
  framework!: string;

  @Field(() => String, { description: 'Version of the framework.' })
  version!: string;

  @Field(() => Float, {
    nullable: true,
    description: '100 × passed / total, one decimal; null while nothing decides any of its controls.',
  })
  score!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      '100 × assured / total, one decimal: counts only passed controls of which all is shown. Null where the score is.',
  })
  assuredScore!: number | null;

  @Field(() => Float, { description: 'Share of its controls that have a status.' })
  coveragePercentage!: number;
}

@ObjectType('Scorecard', {
  description: 'Assessments of universal controls, and every active framework.',
  simpleResolvers: true,
})
export class ScorecardType {
  @Field(() => Float, {
    nullable: true,
    description:
      'Score of the universal controls by assessments alone, without what scans show: 100 × compliant / all, one decimal. Null while none is in force.',
  })
  overallScore!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'The same of those assessed as compliant with a note or evidence. Null while no assessment is in force.',
  })
  assuredOverallScore!: number | null;

  @Field(() => Int, { description: 'Universal controls.' })
  totalControls!: number;

  @Field(() => Int, { description: 'Universal controls assessed as compliant.' })
  compliant!: number;

  @Field(() => Int, { description: 'Universal controls assessed as partially compliant.' })
  partiallyCompliant!: number;

  @Field(() => Int, { description: 'Universal controls assessed as non-compliant.' })
  nonCompliant!: number;

  @Field(() => Int, { description: 'Universal controls without an assessment in force.' })
  notAssessed!: number;

  @Field(() => [DomainType], { description: 'Every domain, with the assessments of its universal controls.' })
  domains!: DomainType[];

  @Field(() => [FrameworkScorecardType], { description: 'Every active framework, with its score.' })
  frameworks!: FrameworkScorecardType[];

  @Field(() => GraphQLISODateTime, { description: 'When the facts were read.' })
  generatedAt!: Date;
}

@ObjectType('ScorePoint', { description: 'A score from one moment on.', simpleResolvers: true })
export class ScorePointType {
  @Field(() => GraphQLISODateTime, { description: 'Since when the score holds.' })
  at!: Date;

  @Field(() => Float, { description: '100 × passed / total, one decimal.' })
  score!: number;

  @Field(() => Float, { description: 'The score until then.' })
  previousScore!: number;

  @Field(() => Float, { description: 'Counts only passed controls of which all is shown.' })
  assuredScore!: number;

  @Field(() => Float, { description: 'The assured score until then.' })
  previousAssuredScore!: number;

  @Field(() => Int, { description: 'Controls that passed.' })
  passedControls!: number;

  @Field(() => Int, { description: 'Passed controls of which all is shown.' })
  assuredControls!: number;

  @Field(() => Int, { description: 'Controls in scope.' })
  totalControls!: number;

  @Field(() => ID, { nullable: true, description: 'The scan that moved it.' })
  scanJobId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The assessment that moved it.' })
  assessmentId!: string | null;
}

@ObjectType('ScoreSeries', { description: 'How a score moved.', simpleResolvers: true })
export class ScoreSeriesType {
  @Field(() => String, { description: '`overall` or `framework`.' })
  scope!: string;

  @Field(() => String, { nullable: true, description: 'Name of the framework.' })
  framework!: string | null;

  @Field(() => [ScorePointType], { description: 'Oldest first, at most 500: the newest.' })
  points!: ScorePointType[];

  @Field(() => Boolean, {
    description: 'Whether the period has earlier points: ask again with `to` at the first of these.',
  })
  hasEarlier!: boolean;
}

@ObjectType('HeatmapCell', { description: 'A framework’s controls in one domain.', simpleResolvers: true })
export class HeatmapCellType extends StatusCounts {
  @Field(() => String, { description: 'Code of the domain.' })
  domain!: string;

  @Field(() => Float, {
    nullable: true,
    description: '100 × passed / total; null where the framework has no control here.',
  })
  score!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: '100 × assured / total; null where the framework has no control here.',
  })
  assuredScore!: number | null;

  /** Not a field: what the cell counts. */
  controls!: readonly Control[];

  /** Not a field: whether it is of a former moment. */
  isPast!: boolean;
}

@ObjectType('HeatmapRow', { simpleResolvers: true, description: 'A framework over all domains.' })
export class HeatmapRowType {
  @Field(() => String, { description: 'Name of the framework.' })
  framework!: string;

  @Field(() => [HeatmapCellType], { description: 'One for each domain, in the order of `domains`.' })
  cells!: HeatmapCellType[];
}

@ObjectType('Heatmap', {
  description: 'Framework × domain, from the statuses now or at a moment.',
  simpleResolvers: true,
})
export class HeatmapType {
  @Field(() => [DomainType], { description: 'Columns: every domain.' })
  domains!: DomainType[];

  @Field(() => [HeatmapRowType], { description: 'Rows: the active frameworks.' })
  frameworks!: HeatmapRowType[];
}

import { ArgsType, Field } from 'type-graphql';
import { z } from 'zod';
import type { RequestContext } from '../../context.js';
import type { UniversalControl } from '../catalogue/catalogue.js';
import { catalogueOf, findActiveFramework, findDomain, FRAMEWORKS_NAMED_MAX } from '../catalogue/visibility.js';
import type { AssessmentStatus } from '../posture/assessment-status.js';
import { assessmentLoader } from './assessment.loader.js';
import { AssessmentStatusEnum } from './ucf.type.js';

/** More than there are cannot change what is selected. */
const STATUSES_MAX = 20;

@ArgsType()
export class UniversalControlsArgs {
  static readonly rules = z.object({
    covers: z.array(z.string()).max(FRAMEWORKS_NAMED_MAX).nullish(),
    statuses: z.array(z.string()).max(STATUSES_MAX).nullish(),
  });

  @Field(() => String, { nullable: true, description: 'Code of a domain: `IAM`.' })
  domain?: string;

  @Field(() => String, {
    nullable: true,
    description: 'An active framework, by name, slug or id: those that are mapped to a control of it.',
  })
  framework?: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Active frameworks, by name, slug or id: those that are mapped to a control of every one of them.',
  })
  covers?: string[];

  @Field(() => AssessmentStatusEnum, {
    nullable: true,
    description: 'Status of the assessment in force; `not_assessed` also where there is none.',
  })
  status?: AssessmentStatus;

  @Field(() => [AssessmentStatusEnum], { nullable: true, description: 'Any of these statuses, and `status`.' })
  statuses?: AssessmentStatus[];
}

/**
 * Universal controls that match every argument, in the order of the framework; an empty list filters nothing.
 * @throws {AppError} VALIDATION_FAILED for an unknown domain; NOT_FOUND and FRAMEWORK_NOT_ACTIVE as `findActiveFramework`
 */
export async function listUniversalControls(
  ctx: RequestContext,
  { domain, framework, covers = [], status, statuses = [] }: UniversalControlsArgs,
): Promise<UniversalControl[]> {
  const { universalControls } = domain === undefined ? catalogueOf(ctx) : findDomain(ctx, domain);
  const names = [...(framework === undefined ? [] : [framework]), ...covers];
  const frameworks = [...new Set(names.map((name) => findActiveFramework(ctx, name)))];
  const reaching = universalControls.filter(({ mappings }) =>
    frameworks.every((wanted) => mappings.some(({ control }) => control.framework === wanted)),
  );
  const wanted = new Set([...(status === undefined ? [] : [status]), ...statuses]);
  if (wanted.size === 0) return reaching;
  const assessments = await ctx.once(assessmentLoader).loadMany(reaching.map(({ no }) => no));
  return reaching.filter((_, at) => {
    const assessment = assessments[at];
    if (assessment instanceof Error) throw assessment;
    return wanted.has(assessment?.status ?? 'not_assessed');
  });
}

import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { visibleFrameworks } from '../catalogue/visibility.js';
import { postureOfRequest } from '../posture/posture.js';
import { countStatuses, scoresOfCounts } from '../posture/count.rules.js';
import type { ReportService } from './report.service.js';
import { GenerateReportInput, ReportFrameworksType, ReportPayload } from './report.type.js';

@Resolver()
export class ReportResolver {
  constructor(private readonly reports: ReportService) {}

  @Query(() => ReportFrameworksType, { description: 'The active frameworks with their score now.' })
  async reportFrameworks(@Ctx() ctx: RequestContext): Promise<ReportFrameworksType> {
    const posture = await ctx.once(postureOfRequest).get();
    return {
      frameworks: visibleFrameworks(ctx).map(({ name: framework, version, controls }) => {
        const counts = countStatuses(controls, posture);
        return { framework, version, totalControls: counts.totalControls, ...scoresOfCounts(counts) };
      }),
    };
  }

  @Mutation(() => ReportPayload, { description: 'Makes a report and answers the address of its file.' })
  async generateReport(
    @Arg('input', () => GenerateReportInput) input: GenerateReportInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ReportPayload> {
    return { report: await this.reports.generate(ctx, input) };
  }
}

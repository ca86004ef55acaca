import { Arg, Args, Ctx, FieldResolver, GraphQLISODateTime, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { pageRequest } from '../../platform/api/connection.js';
import { SECOND } from '../../platform/clock.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { LINK_LIFETIME_MS, type DownloadLinks } from '../../platform/storage/download-links.js';
import { userSummaryLoader } from '../auth/user-summary.loader.js';
import { UserSummaryType } from '../auth/user-summary.type.js';
import { findActiveFramework, visibleFrameworks, wholeCatalogueOf } from '../catalogue/visibility.js';
import { securityEvents } from '../security-events/security-events.js';
import { comparePostures } from '../status-changes/comparison.js';
import { PostureComparisonType } from '../status-changes/comparison.type.js';
import type { ReportLibrary } from './report-library.service.js';
import { previousReportLoader, readReport, readReports } from './report.read.js';
import type { ReportService } from './report.service.js';
import type { ReportRow } from './report.sql.js';
import {
  DeleteReportPayload,
  GenerateReportInput,
  ReportConnection,
  ReportInput,
  ReportObjectType,
  ReportPayload,
  ReportsArgs,
  UpdateReportInput,
} from './report.type.js';

export interface ReportResolverParts {
  reports: ReportService;
  library: ReportLibrary;
  links: DownloadLinks;
}

@Resolver(() => ReportObjectType)
export class ReportResolver {
  constructor(private readonly parts: ReportResolverParts) {}

  @Query(() => ReportObjectType, { description: 'One report of the library.' })
  report(
    @Arg('id', () => ID, { description: 'Id of the report.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<ReportRow> {
    return found(ctx, id);
  }

  @Query(() => ReportConnection, { description: 'Reports of the library, newest first.' })
  async reports(@Args(() => ReportsArgs) args: ReportsArgs, @Ctx() ctx: RequestContext): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    const { frameworks = null, reportTypes: types = null, formats = null, mine } = args.where ?? {};
    const slugs = frameworks?.map((name) => findActiveFramework(ctx, name).slug) ?? null;
    const generatedById = mine === true ? ctx.viewer.userId : null;
    const page = await readReports(ctx, { frameworks: slugs, types, formats, generatedById }, request);
    return ReportConnection.from(page, request);
  }

  @Mutation(() => ReportPayload, { description: 'Makes a report and answers the address of its file.' })
  async generateReport(
    @Arg('input', () => GenerateReportInput) input: GenerateReportInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ReportPayload> {
    return { report: await found(ctx, await this.parts.reports.generate(ctx, input)) };
  }

  @Mutation(() => ReportPayload, {
    description:
      'Makes a report with the settings of another: of now what was of now, else of the same scan or moment.',
  })
  async regenerateReport(
    @Arg('input', () => ReportInput) { reportId }: ReportInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ReportPayload> {
    assertUuid(reportId);
    return { report: await found(ctx, await this.parts.reports.regenerate(ctx, reportId)) };
  }

  @Mutation(() => ReportPayload, {
    description: 'Keeps the file of a report until another moment. By who generated it, and by admins.',
  })
  async updateReport(
    @Arg('input', () => UpdateReportInput) { reportId, keptUntil }: UpdateReportInput,
    @Ctx() ctx: RequestContext,
  ): Promise<ReportPayload> {
    assertUuid(reportId);
    await this.parts.library.keepUntil(ctx, reportId, keptUntil);
    return { report: await found(ctx, reportId) };
  }

  @Mutation(() => DeleteReportPayload, {
    description: 'Deletes a report with its file. By who generated it, and by admins.',
  })
  async deleteReport(
    @Arg('input', () => ReportInput) { reportId }: ReportInput,
    @Ctx() ctx: RequestContext,
  ): Promise<DeleteReportPayload> {
    assertUuid(reportId);
    await this.parts.library.delete(ctx, reportId);
    return { report: { id: reportId.toLowerCase() } };
  }

  @FieldResolver(() => String, { description: 'Name of its framework.' })
  framework(@Root() { framework: slug }: ReportRow, @Ctx() ctx: RequestContext): string {
    return wholeCatalogueOf(ctx).frameworks.find((each) => each.slug === slug)?.name ?? slug;
  }

  @FieldResolver(() => UserSummaryType, {
    nullable: true,
    description: 'Who generated it; null where the account is gone.',
  })
  generatedBy(@Root() { generatedById }: ReportRow, @Ctx() ctx: RequestContext): Promise<UserSummaryType | null> {
    return ctx.once(userSummaryLoader).load(generatedById);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Address of the file, good until `expiresAt`, without a token; null where it is not stored any more.',
  })
  async reportUrl(@Root() { id, objectKey, keptUntil }: ReportRow, @Ctx() ctx: RequestContext): Promise<string | null> {
    const { links } = this.parts;
    if (keptUntil <= ctx.clock.now()) return null;
    if (!links.isServedHere(objectKey)) {
      securityEvents(ctx).count(ctx, { kind: 'report.link_issued', resourceType: 'report', resourceId: id });
    }
    return links.urlOf(objectKey, objectKey.slice(objectKey.lastIndexOf('/') + 1));
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When `reportUrl` stops to work: 15 minutes from now; null where there is none.',
  })
  expiresAt(@Root() { keptUntil }: ReportRow, @Ctx() ctx: RequestContext): Date | null {
    const now = ctx.clock.now();
    return keptUntil <= now ? null : new Date(Math.floor((now.getTime() + LINK_LIFETIME_MS) / SECOND) * SECOND);
  }

  @FieldResolver(() => ReportObjectType, {
    nullable: true,
    description: 'The last one of the same framework and type of an earlier moment; null for the first.',
  })
  previous(@Root() { id }: ReportRow, @Ctx() ctx: RequestContext): Promise<ReportRow | null> {
    return ctx.once(previousReportLoader).load(id);
  }

  @FieldResolver(() => PostureComparisonType, {
    nullable: true,
    description:
      'What differs from the moment of `previous` to its own, by the ledger; null without one, and where the framework is not active.',
  })
  async comparison(
    @Root() { id, asOf: to, framework: slug }: ReportRow,
    @Ctx() ctx: RequestContext,
  ): Promise<PostureComparisonType | null> {
    const framework = visibleFrameworks(ctx).find((each) => each.slug === slug);
    const previous = framework && (await ctx.once(previousReportLoader).load(id));
    return previous ? comparePostures(ctx, { from: previous.asOf, to, framework: slug }) : null;
  }
}

/** @throws {AppError} NOT_FOUND */
async function found(ctx: RequestContext, id: string): Promise<ReportRow> {
  const report = isUuid(id) ? await readReport(ctx, id) : null;
  if (!report) throw notFound();
  return report;
}

/** @throws {AppError} VALIDATION_FAILED naming `/report_id` */
function assertUuid(id: string): void {
  if (!isUuid(id)) throw AppError.invalid('/report_id', 'is not a UUID');
}

import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { MINUTE, SECOND } from '../../platform/clock.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { DownloadLinks } from '../../platform/storage/download-links.js';
import {
  auditedControl,
  readAuditedControl,
  readAuditedEvidence,
  readAuditedFramework,
  readAuditedReports,
} from './audited.read.js';
import { AuditedControlDetailsType, AuditedFileType, AuditedFrameworkType } from './audited.type.js';
import type { AuditorCommentService } from './auditor-comment.service.js';
import { readAuditorComments } from './auditor-link.read.js';
import { AddAuditorCommentInput, AuditorCommentPayload, AuditorCommentType } from './auditor-link.type.js';
import { grantOf, recordView } from './auditor-view.js';

/** Time for which the address of a file works: it needs no token, so it outlives a revoked link by this. */
const FILE_LIFETIME_MS = MINUTE;

/** Everything that the token of an auditor link opens. */
@Resolver()
export class AuditedResolver {
  constructor(
    private readonly links: DownloadLinks,
    private readonly comments: AuditorCommentService,
  ) {}

  @Query(() => AuditedFrameworkType, { description: 'The framework and the period of the link. By auditors alone.' })
  async auditedFramework(@Ctx() ctx: RequestContext): Promise<object> {
    const framework = await readAuditedFramework(ctx);
    await recordView(ctx, { action: 'viewed', of: { view: 'framework' } });
    return framework;
  }

  @Query(() => AuditedControlDetailsType, { description: 'A control of that framework. By auditors alone.' })
  async auditedControl(
    @Arg('id', () => ID, { description: 'Id of the control.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<object> {
    const control = await readAuditedControl(ctx, id);
    await recordView(ctx, { action: 'viewed', of: { view: 'control', control: control.controlId } });
    return control;
  }

  @Query(() => AuditedFileType, { description: 'Address of the file of evidence of a control. By auditors alone.' })
  async auditedEvidenceFile(
    @Arg('controlId', () => ID, { description: 'Id of the control.' }) controlId: string,
    @Arg('id', () => ID, { description: 'Id of the evidence.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<AuditedFileType> {
    const control = auditedControl(ctx, controlId);
    const evidence = (await readAuditedEvidence(ctx, control)).find((each) => each.id === id.toLowerCase());
    if (!evidence) throw notFound();
    if (evidence.withdrawalReason !== null) throw new AppError('GONE', 'this evidence was withdrawn');
    await recordView(ctx, { action: 'downloaded', of: { evidence: evidence.id, control: control.controlId } });
    return this.file(ctx, evidence.fileReference, evidence);
  }

  @Query(() => AuditedFileType, {
    description: 'Address of the file of evidence that an answer names. By auditors alone.',
  })
  async auditedAnswerFile(
    @Arg('commentId', () => ID, { description: 'Id of the comment or request, written by this link.' })
    commentId: string,
    @Arg('id', () => ID, { description: 'Id of the evidence.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<AuditedFileType> {
    if (!isUuid(commentId)) throw notFound();
    const [comment] = await readAuditorComments(ctx, { id: commentId, linkId: grantOf(ctx).id });
    const evidence = comment?.evidence.find((each) => each.id === id.toLowerCase());
    if (!comment || !evidence) throw notFound();
    if (evidence.withdrawalReason !== null) throw new AppError('GONE', 'this evidence was withdrawn');
    await recordView(ctx, { action: 'downloaded', of: { evidence: evidence.id, comment: comment.id } });
    return this.file(ctx, evidence.fileReference, evidence);
  }

  @Query(() => AuditedFileType, { description: 'Address of the file of a report. By auditors alone.' })
  async auditedReportFile(
    @Arg('id', () => ID, { description: 'Id of the report.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<AuditedFileType> {
    const report = (await readAuditedReports(ctx)).find((each) => each.id === id.toLowerCase());
    if (!report) throw notFound();
    await recordView(ctx, { action: 'downloaded', of: { report: report.id } });
    const { objectKey, sha256 } = report;
    return this.file(ctx, objectKey, { fileName: objectKey.slice(objectKey.lastIndexOf('/') + 1), sha256 });
  }

  @Query(() => [AuditorCommentType], {
    description: 'What was written by this link, with the answers, newest first. By auditors alone.',
  })
  async auditedComments(@Ctx() ctx: RequestContext): Promise<object[]> {
    const comments = await readAuditorComments(ctx, { linkId: grantOf(ctx).id });
    await recordView(ctx, { action: 'viewed', of: { view: 'comments' } });
    return comments;
  }

  @Mutation(() => AuditorCommentPayload, {
    description: 'Comments, or asks for evidence, of the framework or a control. By auditors alone.',
  })
  async addAuditorComment(
    @Arg('input', () => AddAuditorCommentInput) { kind, controlId = null, text }: AddAuditorCommentInput,
    @Ctx() ctx: RequestContext,
  ): Promise<AuditorCommentPayload> {
    if (controlId !== null && !isUuid(controlId)) throw AppError.invalid('/control_id', 'is not a UUID');
    const controlNo = controlId === null ? null : auditedControl(ctx, controlId).no;
    const id = await this.comments.add(ctx, { controlNo, kind, text: text.trim() });
    const [auditorComment] = await readAuditorComments(ctx, { id });
    if (!auditorComment) throw notFound();
    return { auditorComment };
  }

  private async file(
    { clock }: RequestContext,
    reference: string,
    { fileName, sha256 }: { fileName: string; sha256: string },
  ): Promise<AuditedFileType> {
    const expiresAt = new Date(Math.floor((clock.now().getTime() + FILE_LIFETIME_MS) / SECOND) * SECOND);
    return { url: await this.links.urlOf(reference, fileName, FILE_LIFETIME_MS), expiresAt, sha256 };
  }
}

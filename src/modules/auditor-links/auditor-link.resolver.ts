import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { AuditorCommentService } from './auditor-comment.service.js';
import { readAuditorComments, readLinks } from './auditor-link.read.js';
import type { AuditorLinkService } from './auditor-link.service.js';
import {
  AnswerAuditorCommentInput,
  AuditorCommentPayload,
  AuditorCommentType,
  AuditorLinkPayload,
  AuditorLinkType,
  CreateAuditorLinkInput,
  CreateAuditorLinkPayload,
  ExtendAuditorLinkInput,
  OpenAuditorLinkInput,
  OpenAuditorLinkPayload,
  RevokeAuditorLinkInput,
} from './auditor-link.type.js';

/** Default lifetime of a link. Days. */
const LIFETIME_DAYS = 30;

@Resolver()
export class AuditorLinkResolver {
  constructor(
    private readonly links: AuditorLinkService,
    private readonly comments: AuditorCommentService,
  ) {}

  @Query(() => [AuditorLinkType], { description: 'Links of auditors, newest first, at most 100.' })
  auditorLinks(@Ctx() ctx: RequestContext): Promise<object[]> {
    return readLinks(ctx);
  }

  @Mutation(() => CreateAuditorLinkPayload, {
    description: 'Makes a link for an external auditor and answers its address, this once.',
  })
  async createAuditorLink(
    @Arg('input', () => CreateAuditorLinkInput) { label, expiresInDays, ...input }: CreateAuditorLinkInput,
    @Ctx() ctx: RequestContext,
  ): Promise<CreateAuditorLinkPayload> {
    const wanted = { ...input, label: label.trim(), expiresInDays: expiresInDays ?? LIFETIME_DAYS };
    const { id, url } = await this.links.create(ctx, wanted);
    return { auditorLink: await found(ctx, id), url };
  }

  @Mutation(() => AuditorLinkPayload, {
    description: 'Lets a link end later under the same address, also one that has expired; none that is revoked.',
  })
  async extendAuditorLink(
    @Arg('input', () => ExtendAuditorLinkInput) { auditorLinkId: id, expiresInDays }: ExtendAuditorLinkInput,
    @Ctx() ctx: RequestContext,
  ): Promise<AuditorLinkPayload> {
    if (!isUuid(id)) throw AppError.invalid('/auditor_link_id', 'is not a UUID');
    await this.links.extend(ctx, id, expiresInDays);
    return { auditorLink: await found(ctx, id) };
  }

  @Mutation(() => AuditorLinkPayload, { description: 'Ends a link at once; what was written by it stays.' })
  async revokeAuditorLink(
    @Arg('input', () => RevokeAuditorLinkInput) { auditorLinkId: id }: RevokeAuditorLinkInput,
    @Ctx() ctx: RequestContext,
  ): Promise<AuditorLinkPayload> {
    if (!isUuid(id)) throw AppError.invalid('/auditor_link_id', 'is not a UUID');
    await this.links.revoke(ctx, id);
    return { auditorLink: await found(ctx, id) };
  }

  @Query(() => [AuditorCommentType], {
    description: 'What auditors said and asked by links of the organization, newest first, at most 200.',
  })
  auditorComments(
    @Arg('isOpen', () => Boolean, { nullable: true, description: 'Without an answer, or with one. Default both.' })
    isOpen: boolean | null | undefined,
    @Ctx() ctx: RequestContext,
  ): Promise<object[]> {
    return readAuditorComments(ctx, { isOpen: isOpen ?? null });
  }

  @Mutation(() => AuditorCommentPayload, {
    description:
      'Answers what an auditor said or asked; the auditor sees it, and the files of the evidence that it names.',
  })
  async answerAuditorComment(
    @Arg('input', () => AnswerAuditorCommentInput)
    { auditorCommentId: id, answer, evidenceIds }: AnswerAuditorCommentInput,
    @Ctx() ctx: RequestContext,
  ): Promise<AuditorCommentPayload> {
    if (!isUuid(id)) throw AppError.invalid('/auditor_comment_id', 'is not a UUID');
    const named = [...new Set((evidenceIds ?? []).map((each) => each.toLowerCase()))];
    const malformed = named.findIndex((each) => !isUuid(each));
    if (malformed >= 0) throw AppError.invalid(`/evidence_ids/${malformed}`, 'is not a UUID');
    await this.comments.answer(ctx, id, { answer: answer.trim(), evidenceIds: named });
    const [auditorComment] = await readAuditorComments(ctx, { id });
    if (!auditorComment) throw notFound();
    return { auditorComment };
  }

  @Mutation(() => OpenAuditorLinkPayload, {
    description:
      'Exchanges the secret of a link for a token of 15 minutes, which opens the operations of auditors alone.',
  })
  openAuditorLink(
    @Arg('input', () => OpenAuditorLinkInput) { secret }: OpenAuditorLinkInput,
    @Ctx() ctx: RequestContext,
  ): Promise<OpenAuditorLinkPayload> {
    return this.links.open(ctx, secret);
  }
}

/** @throws {AppError} NOT_FOUND */
async function found(ctx: RequestContext, id: string): Promise<object> {
  const [link] = await readLinks(ctx, id);
  if (!link) throw notFound();
  return link;
}

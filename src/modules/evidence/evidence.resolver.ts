import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { pageRequest } from '../../platform/api/connection.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { DownloadLinks } from '../../platform/storage/download-links.js';
import { catalogueOf, findControl, isVisible } from '../catalogue/visibility.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import { linkedEvidenceLoader } from './evidence.loader.js';
import { readEvidence, readEvidenceList } from './evidence.read.js';
import type { EvidenceRow } from './evidence.sql.js';
import { EvidenceConnection, EvidenceListArgs, EvidenceType } from './evidence.type.js';

@Resolver(() => EvidenceType)
export class EvidenceResolver {
  constructor(private readonly links: DownloadLinks) {}

  @Query(() => EvidenceType, { description: 'One artifact.' })
  async evidence(@Arg('id', () => ID) id: string, @Ctx() ctx: RequestContext): Promise<EvidenceType> {
    const evidence = isUuid(id) ? await readEvidence(ctx, id) : null;
    if (!evidence) throw notFound();
    return evidence;
  }

  @Query(() => EvidenceConnection, { description: 'Artifacts, newest first.' })
  async evidenceList(
    @Args(() => EvidenceListArgs) args: EvidenceListArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    if (args.controlId !== undefined && !isUuid(args.controlId)) throw AppError.invalid('/control_id', 'is not a UUID');
    const control = args.controlId === undefined ? null : findControl(ctx, args.controlId);
    const { type = null, expiresFrom = null, expiresBefore = null } = args;
    const filter = { control, type, expiresFrom, expiresBefore };
    return EvidenceConnection.from(await readEvidenceList(ctx, filter, request), request);
  }

  @FieldResolver(() => ID, { nullable: true, description: 'UUID of the first of its controls.' })
  controlId(@Root() evidence: EvidenceRow, @Ctx() ctx: RequestContext): string | null {
    return controlsOf(ctx, evidence).at(0)?.id ?? null;
  }

  @FieldResolver(() => [ControlType], { description: 'Its controls in the active frameworks.' })
  controls(@Root() evidence: EvidenceRow, @Ctx() ctx: RequestContext): Control[] {
    return controlsOf(ctx, evidence);
  }

  @FieldResolver(() => String, { description: 'Address of the file, valid for 15 minutes without a token.' })
  downloadUrl(@Root() { fileReference, fileName }: EvidenceRow): Promise<string> {
    return this.links.urlOf(fileReference, fileName);
  }
}

@Resolver(() => ControlType)
export class ControlEvidenceResolver {
  @FieldResolver(() => [EvidenceType], { description: 'Its newest artifacts, at most 20.' })
  evidence(@Root() control: Control, @Ctx() ctx: RequestContext): Promise<EvidenceRow[]> {
    return ctx.once(linkedEvidenceLoader).load(control.no);
  }
}

function controlsOf(ctx: RequestContext, { controlNos }: EvidenceRow): Control[] {
  const controls = controlNos.flatMap((no) => catalogueOf(ctx).controlByNo.get(no) ?? []);
  return controls.filter((control) => isVisible(ctx, control));
}

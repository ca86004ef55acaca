import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { pageRequest } from '../../platform/api/connection.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import type { DownloadLinks } from '../../platform/storage/download-links.js';
import { catalogueOf, findControl, findControlByCode, isVisible } from '../catalogue/visibility.js';
import type { Control } from '../catalogue/catalogue.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import { securityEvents } from '../security-events/security-events.js';
import { linkedEvidenceLoader, uploadCountLoader, versionsLoader, VERSIONS_LISTED } from './evidence.loader.js';
import {
  findIntegrations,
  readEvidence,
  readEvidenceList,
  readScanGroups,
  readUploadsByExpiry,
  type ShownEvidence,
} from './evidence.read.js';
import { EvidenceConnection, EvidenceListArgs, EvidencePayload, EvidenceType } from './evidence.type.js';
import type { LinkService } from './link.service.js';
import { EvidenceLinksInput } from './link.type.js';
import { EvidenceOfScansArgs, EvidenceOfScansType, GROUPS_LISTED } from './scan-group.type.js';
import type { WithdrawalService } from './withdrawal.service.js';
import { WithdrawEvidenceInput } from './withdrawal.type.js';

/** Controls of an artifact that are shown unless a client asks for more; that of a scan has hundreds. */
const CONTROLS_SHOWN = 20;
const CONTROLS_MAX = 2_000;

@Resolver(() => EvidenceType)
export class EvidenceResolver {
  constructor(
    private readonly links: DownloadLinks,
    private readonly withdrawals: WithdrawalService,
    private readonly linking: LinkService,
  ) {}

  @Query(() => EvidenceType, { description: 'One artifact.' })
  evidence(
    @Arg('id', () => ID, { description: 'Id of the artifact.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<ShownEvidence> {
    return found(ctx, id);
  }

  @Mutation(() => EvidencePayload, {
    description:
      'Withdraws an uploaded artifact: its file can no longer be downloaded, and is deleted after 7 days, in which `restoreEvidence` undoes it.',
  })
  async withdrawEvidence(
    @Arg('evidenceId', () => ID, { description: 'Id of the artifact.' }) id: string,
    @Arg('input', () => WithdrawEvidenceInput) { reasonCode, reason }: WithdrawEvidenceInput,
    @Ctx() ctx: RequestContext,
  ): Promise<{ evidence: ShownEvidence }> {
    if (!isUuid(id)) throw notFound();
    await this.withdrawals.withdraw(ctx, id, { code: reasonCode, text: reason.trim() });
    return { evidence: await found(ctx, id) };
  }

  @Mutation(() => EvidencePayload, { description: 'Undoes a withdrawal, while its file is stored.' })
  async restoreEvidence(
    @Arg('evidenceId', () => ID, { description: 'Id of the artifact.' }) id: string,
    @Ctx() ctx: RequestContext,
  ): Promise<{ evidence: ShownEvidence }> {
    if (!isUuid(id)) throw notFound();
    await this.withdrawals.restore(ctx, id);
    return { evidence: await found(ctx, id) };
  }

  @Mutation(() => EvidencePayload, {
    description:
      'Says that an artifact is evidence for controls and universal controls. No status and no assessment changes by it: the next assessment of a universal control begins with the artifact.',
  })
  async linkEvidence(
    @Arg('evidenceId', () => ID, { description: 'Id of the artifact, or of a part of one.' }) id: string,
    @Arg('input', () => EvidenceLinksInput) input: EvidenceLinksInput,
    @Ctx() ctx: RequestContext,
  ): Promise<{ evidence: ShownEvidence }> {
    await this.linking.link(ctx, id, linkedTo(input));
    return { evidence: await found(ctx, id) };
  }

  @Mutation(() => EvidencePayload, {
    description: 'Takes back what an artifact is evidence for. Assessments keep the evidence that they rest on.',
  })
  async unlinkEvidence(
    @Arg('evidenceId', () => ID, { description: 'Id of the artifact, or of a part of one.' }) id: string,
    @Arg('input', () => EvidenceLinksInput) input: EvidenceLinksInput,
    @Ctx() ctx: RequestContext,
  ): Promise<{ evidence: ShownEvidence }> {
    await this.linking.unlink(ctx, id, linkedTo(input));
    return { evidence: await found(ctx, id) };
  }

  @Query(() => [EvidenceOfScansType], {
    description: `The artifacts of scans, folded by the integrations that were scanned together: the first ${GROUPS_LISTED}, those with the newest artifact first.`,
  })
  evidenceOfScans(
    @Args(() => EvidenceOfScansArgs) args: EvidenceOfScansArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<EvidenceOfScansType[]> {
    return readScanGroups(ctx, controlNamed(ctx, args));
  }

  @Query(() => EvidenceConnection, { description: 'Artifacts, newest first unless `orderBy` says otherwise.' })
  async evidenceList(
    @Args(() => EvidenceListArgs) args: EvidenceListArgs,
    @Ctx() ctx: RequestContext,
  ): Promise<object> {
    const request = pageRequest(args, ctx.pageSizeMax);
    const { type = null, evidenceKey: fileReference = null, expiresFrom = null, expiresBefore = null } = args;
    const { allVersions } = args;
    const integrationIds = await findIntegrations(ctx, args.integrationIds ?? null);
    const filter = {
      ...{ control: controlNamed(ctx, args), type, fileReference, expiresFrom, expiresBefore },
      ...{ integrationIds, allVersions },
    };
    const isByExpiry = args.orderBy === 'expiry';
    if (isByExpiry && type !== 'manual') throw AppError.invalid('/order_by', 'expiry requires type manual');
    const page = await (isByExpiry ? readUploadsByExpiry : readEvidenceList)(ctx, filter, request);
    return EvidenceConnection.from(page, request);
  }

  @FieldResolver(() => ID, { nullable: true, description: 'UUID of the first of its controls.' })
  controlId(@Root() evidence: ShownEvidence, @Ctx() ctx: RequestContext): string | null {
    return controlsOf(ctx, evidence).at(0)?.id ?? null;
  }

  @FieldResolver(() => ControlType, { nullable: true, description: 'The first of its controls.' })
  control(@Root() evidence: ShownEvidence, @Ctx() ctx: RequestContext): Control | null {
    return controlsOf(ctx, evidence).at(0) ?? null;
  }

  @FieldResolver(() => [ControlType], {
    description: 'Its controls in the active frameworks: the first of `controlsTotal`.',
  })
  controls(
    @Arg('first', () => Int, { defaultValue: CONTROLS_SHOWN, description: `At most, 1 to ${CONTROLS_MAX}.` })
    first: number,
    @Root() evidence: ShownEvidence,
    @Ctx() ctx: RequestContext,
  ): Control[] {
    if (first < 1 || first > CONTROLS_MAX) throw AppError.invalid('/first', `must be from 1 to ${CONTROLS_MAX}`);
    return controlsOf(ctx, evidence).slice(0, first);
  }

  @FieldResolver(() => Int, { description: 'Number of its controls in the active frameworks.' })
  controlsTotal(@Root() evidence: ShownEvidence, @Ctx() ctx: RequestContext): number {
    return controlsOf(ctx, evidence).length;
  }

  @FieldResolver(() => [EvidenceType], {
    description: `The versions of its document, newest first, itself among them: the first ${VERSIONS_LISTED} of \`versionsTotal\`.`,
  })
  versions(@Root() evidence: ShownEvidence, @Ctx() ctx: RequestContext): Promise<ShownEvidence[]> | ShownEvidence[] {
    return evidence.versionsTotal === 1 ? [evidence] : ctx.once(versionsLoader).load(evidence.documentId);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Address of the file, valid for 15 minutes without a token; null of withdrawn evidence.',
  })
  async downloadUrl(
    @Root() { id, fileReference, fileName, withdrawal }: ShownEvidence,
    @Ctx() ctx: RequestContext,
  ): Promise<string | null> {
    if (withdrawal) return null;
    if (!this.links.isServedHere(fileReference)) {
      securityEvents(ctx).count(ctx, { kind: 'evidence.link_issued', resourceType: 'evidence', resourceId: id });
    }
    return this.links.urlOf(fileReference, fileName);
  }
}

@Resolver(() => ControlType)
export class ControlEvidenceResolver {
  @FieldResolver(() => [EvidenceType], { description: 'Its newest artifacts, at most 20.' })
  evidence(@Root() control: Control, @Ctx() ctx: RequestContext): Promise<ShownEvidence[]> {
    return ctx.once(linkedEvidenceLoader).load(control.no);
  }

  @FieldResolver(() => Int, {
    description:
      'How many uploaded artifacts are evidence for it: of each document its current version, none that is withdrawn.',
  })
  uploadedArtifacts(@Root() control: Control, @Ctx() ctx: RequestContext): Promise<number> {
    return ctx.once(uploadCountLoader).load(control.no);
  }
}

/** The control that a filter names, by its UUID or by its code in a framework; null where it names none. */
function controlNamed(ctx: RequestContext, { controlId, framework }: EvidenceOfScansArgs): Control | null {
  if (controlId === undefined) {
    if (framework !== undefined) throw AppError.invalid('/control_id', 'is required with framework');
    return null;
  }
  if (framework !== undefined) return findControlByCode(ctx, framework, controlId);
  if (!isUuid(controlId)) throw AppError.invalid('/control_id', 'is not a UUID; a code needs framework beside it');
  return findControl(ctx, controlId);
}

/** @throws {AppError} NOT_FOUND */
async function found(ctx: RequestContext, id: string): Promise<ShownEvidence> {
  const evidence = isUuid(id) ? await readEvidence(ctx, id) : null;
  if (!evidence) throw notFound();
  return evidence;
}

function linkedTo({ controlIds, universalControlIds }: EvidenceLinksInput) {
  return { controlIds: controlIds ?? [], universalControlIds: universalControlIds ?? [] };
}

function controlsOf(ctx: RequestContext, { controlNos }: ShownEvidence): Control[] {
  const controls = controlNos.flatMap((no) => catalogueOf(ctx).controlByNo.get(no) ?? []);
  return controls.filter((control) => isVisible(ctx, control));
}

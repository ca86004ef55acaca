import type { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { recordAudit } from '../audit/audit.js';
import { catalogueOf, findCurrentControl } from '../catalogue/visibility.js';
import type { Control, UniversalControl } from '../catalogue/catalogue.js';
import { findEvidence, readEvidence, type ShownEvidence } from './evidence.read.js';
import { linkControls, linkUniversalControls, unlinkControls, unlinkUniversalControls } from './link.sql.js';

/** UUIDs of what an artifact is, or is no longer, evidence for. */
export interface LinkedTo {
  controlIds: readonly string[];
  universalControlIds: readonly string[];
}

/**
 * What people say after the upload that an artifact is evidence for. It changes no status and no assessment: of a universal control it is
 * what the next assessment begins with, which a person makes.
 */
export class LinkService {
  /**
   * Links an artifact, or a part of one, to controls and universal controls. What is linked already stays as it is.
   * @throws {AppError} NOT_FOUND; VALIDATION_FAILED; CONFLICT for withdrawn evidence, and for a control where the artifact is of a scan
   */
  async link(ctx: RequestContext, id: string, to: LinkedTo): Promise<void> {
    const { tenantId, userId } = ctx.viewer;
    const [artifact, controls, universalControls] = [await found(ctx, id), ...named(ctx, to)];
    if (controls.length > 0 && artifact.type === 'auto') {
      const message = 'the controls of what a scan stored are those that its checks looked at';
      throw new AppError('CONFLICT', message, { pointer: '/control_ids' });
    }
    const made = { linkedBy: userId, linkedAt: ctx.clock.now() };
    await ctx.em.transactional(async (em) => {
      await findEvidence(ctx, em, [id]);
      const nos = controls.map(({ no }) => no);
      const added = await linkControls.all(em, { tenantId, evidenceId: id, nos, ...made });
      const judged = await linkUniversalControls.all(em, {
        ...{ tenantId, shownId: artifact.id, evidenceId: artifact.partOfId ?? artifact.id, ...made },
        nos: universalControls.map(({ no }) => no),
      });
      const after = changedOf({ controls, universalControls }, { added, judged });
      if (!after) return;
      await recordAudit(ctx, em, { action: 'evidence.linked', resourceType: 'evidence', resourceId: id, after });
    });
  }

  /**
   * Takes links away, those of the upload too. Assessments keep the evidence that they rest on.
   * @throws {AppError} NOT_FOUND; VALIDATION_FAILED
   */
  async unlink(ctx: RequestContext, id: string, from: LinkedTo): Promise<void> {
    const { tenantId } = ctx.viewer;
    const [artifact, controls, universalControls] = [await found(ctx, id), ...named(ctx, from)];
    await ctx.em.transactional(async (em) => {
      const added = await unlinkControls.all(em, {
        tenantId,
        evidenceId: artifact.id,
        nos: controls.map(({ no }) => no),
      });
      const judged = await unlinkUniversalControls.all(em, {
        ...{ tenantId, shownId: artifact.id, nos: universalControls.map(({ no }) => no) },
      });
      const before = changedOf({ controls, universalControls }, { added, judged });
      if (!before) return;
      await recordAudit(ctx, em, { action: 'evidence.unlinked', resourceType: 'evidence', resourceId: id, before });
    });
  }
}

interface Named {
  controls: readonly Control[];
  universalControls: readonly UniversalControl[];
}

interface Changed {
  added: readonly { no: number }[];
  judged: readonly { no: number }[];
}

/** Ids of what was changed, for the audit trail; null where nothing was. */
function changedOf({ controls, universalControls }: Named, { added, judged }: Changed) {
  if (added.length + judged.length === 0) return null;
  const idsOf = (all: readonly { no: number; id: string }[], changed: readonly { no: number }[]) =>
    all.filter(({ no }) => changed.some((each) => each.no === no)).map(({ id }) => id);
  return { controlIds: idsOf(controls, added), universalControlIds: idsOf(universalControls, judged) };
}

/** @throws {AppError} VALIDATION_FAILED where an id is malformed, or where there is none; NOT_FOUND */
function named(
  ctx: RequestContext,
  { controlIds, universalControlIds }: LinkedTo,
): [controls: Control[], universalControls: UniversalControl[]] {
  if (controlIds.length + universalControlIds.length === 0) {
    throw AppError.invalid('/universal_control_ids', 'names nothing, and control_ids neither');
  }
  const check = (id: string, pointer: string) => {
    if (!isUuid(id)) throw AppError.invalid(pointer, 'is not a UUID');
    return id.toLowerCase();
  };
  const controls = controlIds.map((id, index) => findCurrentControl(ctx, check(id, `/control_ids/${index}`)));
  const universalControls = universalControlIds.map((id, index) => {
    const pointer = `/universal_control_ids/${index}`;
    const universalControl = catalogueOf(ctx).universalControlById.get(check(id, pointer));
    if (!universalControl) throw notFound(pointer);
    return universalControl;
  });
  return [[...new Set(controls)], [...new Set(universalControls)]];
}

/** @throws {AppError} NOT_FOUND */
async function found(ctx: RequestContext, id: string): Promise<ShownEvidence> {
  const artifact = isUuid(id) ? await readEvidence(ctx, id.toLowerCase()) : null;
  if (!artifact) throw notFound();
  return artifact;
}

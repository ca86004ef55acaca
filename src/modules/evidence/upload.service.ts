import type { RequestContext } from '../../context.js';
import type { Upload } from '../../feature/rest-row.js';
import { newId } from '../../platform/crypto/uuid.js';
import { AppError } from '../../platform/errors.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { recordAudit } from '../audit/audit.js';
import { findCurrentControl } from '../catalogue/visibility.js';
import type { Control } from '../catalogue/catalogue.js';
import { emitEvent } from '../events/outbox.js';
import { storeEvidence, type NewEvidence } from './evidence.store.js';
import { cleanFileName } from './file-name.rules.js';
import { SniffedFile } from './sniffed-file.js';
import { readDescription, type Described } from './upload.rules.js';

/** What came beside the file, with the controls that it names and when it came. */
type Received = Described & { controls: Control[]; at: Date };

/** Keeps files that people upload as evidence. */
export class UploadService {
  constructor(private readonly objects: ObjectStore) {}

  /**
   * Stores the file while it comes in, then, when the form has ended well, the artifact that names it. Of an upload that is
   * refused or cut off nothing is kept.
   * @returns the id of the artifact
   * @throws {AppError} VALIDATION_FAILED; NOT_FOUND for a control that is unknown or of no active framework
   */
  async store(ctx: RequestContext, upload: Upload): Promise<string> {
    const id = newId();
    const key = `${ctx.viewer.tenantId}/evidence/${id}`;
    const [artifact, described] = await this.receive(ctx, upload, { id, key }).catch(async (err: unknown) => {
      await this.discard(ctx, key);
      throw err;
    });
    // From here on the object stays: a commit whose answer is lost may have been one. Where it was none, the sweeper finds it.
    await this.keep(ctx, artifact, described);
    return id;
  }

  private async receive(
    ctx: RequestContext,
    upload: Upload,
    { id, key }: { id: string; key: string },
  ): Promise<[NewEvidence, Received]> {
    const file = new SniffedFile(upload.file as AsyncIterable<Buffer>);
    const stored = await this.objects.put(key, file.chunks());
    const fields = await upload.finished();
    if (stored.size === 0) throw AppError.invalid('/file', 'is empty');
    const at = ctx.clock.now();
    const described = readDescription(fields, at);
    const controls = described.controlIds.map((controlId) => findCurrentControl(ctx, controlId));
    const fileName = cleanFileName(upload.fileName);
    const { title, description } = described;
    const contentType = await file.contentType();
    const controlNos = controls.map(({ no }) => no);
    const artifact = { id, description, fileName, contentType, controlNos, ...stored };
    return [
      { ...artifact, title: title ?? fileName, fileReference: key },
      { ...described, controls, at },
    ];
  }

  /** The artifact, its event and its audit row: all or none. */
  private async keep(
    ctx: RequestContext,
    artifact: NewEvidence,
    { controls, collectedAt, expiresAt, at }: Received,
  ): Promise<void> {
    const { tenantId, userId } = ctx.viewer;
    const { id, title, description, fileName, contentType, size, sha256 } = artifact;
    const controlIds = controls.map((control) => control.id);
    await ctx.em.transactional(async (em) => {
      await storeEvidence(
        em,
        { tenantId, type: 'manual', scanId: null, createdBy: userId, at, collectedAt, expiresAt },
        [artifact],
      );
      await emitEvent(em, tenantId, {
        event: 'evidence.uploaded',
        subject: `evidence ${id}`,
        data: { evidence_id: id, control_ids: controlIds, type: 'manual', file_name: fileName },
      });
      await recordAudit(ctx, em, {
        action: 'evidence.uploaded',
        resourceType: 'evidence',
        resourceId: id,
        after: { title, description, fileName, contentType, size, sha256, controlIds, collectedAt, expiresAt },
      });
    });
  }

  /** What cannot be deleted now, the sweeper deletes later. */
  private async discard(ctx: RequestContext, key: string): Promise<void> {
    try {
      await this.objects.delete(key);
    } catch (err) {
      ctx.log.warn({ err }, 'cannot delete the object of a refused upload, the sweeper will');
    }
  }
}

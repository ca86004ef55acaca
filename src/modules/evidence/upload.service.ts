import type { RequestContext } from '../../context.js';
import type { Upload } from '../../feature/rest-row.js';
import { newId } from '../../platform/crypto/uuid.js';
import { AppError, notFound } from '../../platform/errors.js';
import { refuseMalware, type MalwareScanner } from '../../platform/malware/malware-scanner.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import { recordAudit } from '../audit/audit.js';
import { findCurrentControl, wholeCatalogueOf } from '../catalogue/visibility.js';
import type { Control } from '../catalogue/catalogue.js';
import { emitEvent } from '../events/outbox.js';
import type { Reservation, StorageQuota } from '../storage/storage-quota.js';
import { EvidenceControlEntity, EvidenceEntity } from './evidence.entity.js';
import { readEvidence, type ShownEvidence } from './evidence.read.js';
import { cleanFileName } from './file-name.rules.js';
import { SniffedFile } from './sniffed-file.js';
import { readDescription, type Described } from './upload.rules.js';
import { addVersion, lockDocument } from './versions.js';

/** A file whose object is stored, with the client's description of it. */
interface ReceivedFile extends Omit<Described, 'controlIds' | 'versionOf'> {
  id: string;
  title: string;
  /** Key of the object. */
  fileReference: string;
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
  controls: Control[];
  /** The version before it that the client names; null for a document of its own. */
  before: ShownEvidence | null;
  receivedAt: Date;
}

/** Storage of files that people upload as evidence. */
export class UploadService {
  constructor(
    private readonly objects: ObjectStore,
    private readonly malware: MalwareScanner | null,
    private readonly quota: StorageQuota,
  ) {}

  /**
   * Stores the file while it is received and, at the end of a valid form, its artifact. A refused or truncated upload
   * leaves nothing, and neither does a file with malware. Room for it is reserved before a byte is stored.
   * @returns the id of the artifact
   * @throws {AppError} LICENSE_LIMIT_REACHED beyond the stored files of the tier; VALIDATION_FAILED; NOT_FOUND for an unknown control or one of an inactive framework,
   * and for an unknown version before it; CONFLICT where that is of a scan; UNAVAILABLE when the file cannot be stored or scanned
   */
  async store(ctx: RequestContext, upload: Upload): Promise<string> {
    const id = newId();
    const key = `${ctx.viewer.tenantId}/evidence/${id}`;
    const reservation = await this.quota.reserve(ctx, upload.bytesMax);
    const file = await this.receive(ctx, upload, { id, key }).catch(async (err: unknown) => {
      await this.discard(ctx, key);
      await this.quota.release(ctx, reservation);
      throw err;
    });
    // From here on the object stays: the commit may have succeeded although its answer was lost. If not, the sweeper removes it.
    await this.record(ctx, file, reservation);
    return id;
  }

  private async receive(
    ctx: RequestContext,
    upload: Upload,
    { id, key }: { id: string; key: string },
  ): Promise<ReceivedFile> {
    const file = new SniffedFile(upload.file as AsyncIterable<Buffer>);
    const stored = await this.objects.put(key, file.chunks());
    const fields = await upload.finished();
    if (stored.size === 0) throw AppError.invalid('/file', 'is empty');
    const receivedAt = ctx.clock.now();
    const { controlIds, versionOf, title, ...description } = readDescription(fields, receivedAt);
    const named = controlIds.map((controlId) => findCurrentControl(ctx, controlId));
    const before = versionOf === null ? null : await versionBefore(ctx, versionOf);
    const controls = named.length > 0 ? named : controlsOf(ctx, before);
    await refuseMalware(this.malware, () => this.objects.get(key));
    const fileName = cleanFileName(upload.fileName);
    const contentType = await file.contentType();
    const { size, sha256 } = stored;
    return {
      ...description,
      id,
      title: title ?? before?.title ?? fileName,
      fileReference: key,
      fileName,
      contentType,
      size,
      sha256,
      controls,
      before,
      receivedAt,
    };
  }

  /** Writes the artifact, its size, its event and its audit entry in one transaction. */
  private async record(
    ctx: RequestContext,
    { controls, before, receivedAt, ...file }: ReceivedFile,
    reservation: Reservation,
  ): Promise<void> {
    const { tenantId, userId } = ctx.viewer;
    const { id, title, description, fileName, contentType, size, sha256, collectedAt, expiresAt } = file;
    const controlIds = controls.map((control) => control.id);
    await ctx.em.transactional(async (em) => {
      if (before) await lockDocument(em, tenantId, before);
      const placed = { tenantId, type: 'manual', createdAt: receivedAt } as const;
      const evidence = em.create(EvidenceEntity, { ...file, ...placed, createdBy: userId, scanId: null });
      for (const { no } of controls) em.create(EvidenceControlEntity, { ...placed, evidence, controlNo: no });
      await em.flush();
      const place = before && (await addVersion(em, ctx, { id, before, at: receivedAt }));
      await this.quota.settle(em, tenantId, reservation, size);
      await emitEvent(em, tenantId, {
        event: 'evidence.uploaded',
        subject: `evidence ${id}`,
        data: { evidence_id: id, control_ids: controlIds, type: 'manual', file_name: fileName },
      });
      await recordAudit(ctx, em, {
        action: 'evidence.uploaded',
        resourceType: 'evidence',
        resourceId: id,
        after: {
          title,
          description,
          fileName,
          contentType,
          size,
          sha256,
          controlIds,
          collectedAt,
          expiresAt,
          ...place,
        },
      });
      await ctx.recordEffect(em, id);
    });
  }

  /** Deletes an object; where that fails, the sweeper does it later. */
  private async discard(ctx: RequestContext, key: string): Promise<void> {
    try {
      await this.objects.delete(key);
    } catch (err) {
      ctx.log.warn({ err }, 'cannot delete the object of a refused upload, the sweeper will');
    }
  }
}

/** @throws {AppError} NOT_FOUND; CONFLICT for an artifact of a scan */
async function versionBefore(ctx: RequestContext, id: string): Promise<ShownEvidence> {
  const before = await readEvidence(ctx, id);
  if (!before) throw notFound('/version_of');
  if (before.type === 'manual') return before;
  throw new AppError('CONFLICT', 'artifacts of scans have no versions', { pointer: '/version_of' });
}

/** Controls of the version before, also those of frameworks that are not active now. */
function controlsOf(ctx: RequestContext, before: ShownEvidence | null): Control[] {
  const { controlByNo } = wholeCatalogueOf(ctx);
  return (before?.controlNos ?? []).flatMap((no) => controlByNo.get(no) ?? []);
}

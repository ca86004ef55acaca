import type { RequestContext } from '../../context.js';
import type { Upload } from '../../feature/rest-row.js';
import type { Connectors } from '../../connectors/registry.js';
import { newId, isUuid } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { isDatabaseBusy, isDatabaseUnavailable } from '../../platform/database/database-errors.js';
import { SECOND } from '../../platform/clock.js';
import { AppError, notFound } from '../../platform/errors.js';
import { FairQueue } from '../../platform/fair-queue.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import type { StorageQuota } from '../storage/storage-quota.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import type { ScanService } from '../scans/scan.service.js';
import { readIntegration } from '../integrations/integration.read.js';
import { readApart } from './report-process.js';
import { receiveInTime } from './upload-patience.js';

/** Reports that are read in this process: each has a process of its own, whose CPU time is limited. */
const READING = { concurrency: 2, perKey: 1, waitingPerKeyMax: 10, waitMsMax: 30 * SECOND };

export interface ImportServiceOptions {
  connectors: Connectors;
  objects: ObjectStore;
  scans: ScanService;
  importQuota: TenantQuota;
  storageQuota: StorageQuota;
}

/** Imports a scanner's report as a scan of its integration. */
export class ImportService {
  private readonly reading = new FairQueue(READING);

  constructor(private readonly options: ImportServiceOptions) {}

  /**
   * Checks an import before its report is read.
   * @throws {AppError} NOT_FOUND; CONFLICT when the integration is disconnected or accepts no reports; RATE_LIMITED
   */
  async prepare(ctx: RequestContext, integrationId: string): Promise<void> {
    const integration = isUuid(integrationId) ? await readIntegration(ctx, integrationId) : null;
    if (!integration) throw notFound();
    if (!this.options.connectors.get(integration.type).acceptsReports) {
      throw new AppError('CONFLICT', `integrations of type ${integration.type} accept no reports`);
    }
    if (integration.status === 'disconnected') throw new AppError('CONFLICT', 'the integration is disconnected');
    await this.options.importQuota.take(ctx);
  }

  /**
   * Reads the report once while it is received, in a process of its own that ends with the client's connection, stores its findings (nothing else of it), and queues the scan at the
   * end of a valid report. Nothing of an unreadable report is stored. Room for a file as long as the report is reserved until its
   * findings, which count as they are from then on, are stored.
   * @returns the id of the scan
   * @throws {AppError} LICENSE_LIMIT_REACHED beyond the storage of the tier; VALIDATION_FAILED with the place; UNAVAILABLE or RATE_LIMITED where others are being
   * read, and it is not its turn in time, or where others wait and its client sends it slowly
   */
  async import(ctx: RequestContext, integrationId: string, upload: Upload): Promise<string> {
    const { tenantId } = ctx.viewer;
    const doOthersWait = () => this.reading.doOthersWait(tenantId);
    return this.reading.run(tenantId, () =>
      receiveInTime(upload, doOthersWait, (inTime) => this.receive(ctx, integrationId, inTime)),
    );
  }

  private async receive(ctx: RequestContext, integrationId: string, upload: Upload): Promise<string> {
    const key = `${ctx.viewer.tenantId}/imports/${newId()}.ndjson.gz`;
    await this.keep(ctx, key, upload);
    try {
      return await this.options.scans.queueImport(ctx, { integrationId, importKey: key }, (em) =>
        this.assign(ctx, em, { integrationId, key }),
      );
    } catch (err) {
      // The commit may have succeeded although its answer was lost: the file stays then, and if it did not, the sweeper removes it.
      if (!isDatabaseUnavailable(err) && !isDatabaseBusy(err)) await this.options.objects.delete(key);
      throw err;
    }
  }

  /** Stores the findings of a report, or nothing. */
  private async keep(ctx: RequestContext, key: string, upload: Upload): Promise<void> {
    const { objects, storageQuota } = this.options;
    const reservation = await storageQuota.reserve(ctx, upload.bytesMax);
    try {
      await objects.put(key, readApart(upload.file, upload), true);
      await upload.finished();
    } catch (err) {
      await objects.delete(key);
      throw err;
    } finally {
      await storageQuota.release(ctx, reservation);
    }
  }

  /**
   * Makes the report the current one of the integration.
   * @throws {AppError} CONFLICT when the integration was disconnected while the report was received
   */
  private async assign(
    { viewer, clock }: RequestContext,
    em: EntityManager,
    { integrationId, key }: { integrationId: string; key: string },
  ): Promise<void> {
    const stored = await query(em)
      .updateTable('integrations')
      .set({ import_key: key, imported_at: clock.now() })
      .where('id', '=', integrationId)
      .where('tenant_id', '=', viewer.tenantId)
      .where('status', '<>', 'disconnected')
      .returning('id')
      .executeTakeFirst();
    if (!stored) throw new AppError('CONFLICT', 'the integration is disconnected');
  }
}

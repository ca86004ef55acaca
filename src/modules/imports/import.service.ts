import type { RequestContext } from '../../context.js';
import type { Upload } from '../../feature/rest-row.js';
import type { Finding } from '../../connectors/finding.js';
import { readReport } from '../../connectors/reports/read-report.js';
import type { Connectors } from '../../connectors/registry.js';
import { newId, isUuid } from '../../platform/crypto/uuid.js';
import { query, type EntityManager } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { inChunks } from '../../platform/storage/lines.js';
import type { ObjectStore } from '../../platform/storage/object-store.js';
import type { TenantQuota } from '../../feature/tenant-quota.js';
import type { ScanService } from '../scans/scan.service.js';
import { readIntegration } from '../integrations/integration.read.js';

/** Imports a scanner's report as a scan of its integration. */
export class ImportService {
  constructor(
    private readonly connectors: Connectors,
    private readonly objects: ObjectStore,
    private readonly scans: ScanService,
    private readonly importQuota: TenantQuota,
  ) {}

  /**
   * Checks an import before its report is read.
   * @throws {AppError} NOT_FOUND; CONFLICT when the integration is disconnected or accepts no reports; RATE_LIMITED
   */
  async prepare(ctx: RequestContext, integrationId: string): Promise<void> {
    const integration = isUuid(integrationId) ? await readIntegration(ctx, integrationId) : null;
    if (!integration) throw notFound();
    if (!this.connectors.get(integration.type).acceptsReports) {
      throw new AppError('CONFLICT', `integrations of type ${integration.type} accept no reports`);
    }
    if (integration.status === 'disconnected') throw new AppError('CONFLICT', 'the integration is disconnected');
    await this.importQuota.take(ctx);
  }

  /**
   * Reads the report once while it is received, stores its findings (nothing else of it), and queues the scan at the
   * end of a valid report. Nothing of an unreadable report is stored.
   * @returns the id of the scan
   * @throws {AppError} VALIDATION_FAILED with the place
   */
  async import(ctx: RequestContext, integrationId: string, upload: Upload): Promise<string> {
    const { tenantId } = ctx.viewer;
    const key = `${tenantId}/imports/${newId()}.ndjson.gz`;
    try {
      await this.objects.put(key, inChunks(toLines(readReport(upload.file))), true);
      await upload.finished();
      return await this.scans.queueImport(ctx, { integrationId, importKey: key }, (em) =>
        this.assign(ctx, em, { integrationId, key }),
      );
    } catch (err) {
      await this.objects.delete(key);
      throw err;
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

async function* toLines(findings: AsyncIterable<Finding>): AsyncGenerator<string> {
  for await (const finding of findings) yield JSON.stringify(finding) + '\n';
}

import type { RestRow } from '../../feature/rest-row.js';
import type { ImportService } from './import.service.js';

/** REST rows, an extension of the specification. Source: schema/contract/report-import.md. */
export function importRoutes(imports: ImportService): RestRow[] {
  return [
    {
      method: 'POST',
      path: '/api/org/integrations/{id}/import',
      summary:
        'Import a scanner’s report (Prowler, Security Hub, OpenSCAP, SARIF, OSCAL) as a scan of the integration.',
      status: 202,
      isIdempotent: true,
      upload: {
        operation: 'Upload.importReport',
        sizeMax: 2 ** 30,
        prepare: (ctx, { id = '' }) => imports.prepare(ctx, id),
        receive: (ctx, { id = '' }, upload) => imports.import(ctx, id, upload),
        variable: 'scanId',
      },
      document: `query ($scanId: ID!) { data: scan(id: $scanId) { id status createdAt } }`,
      // A worker may have begun it meanwhile; what was accepted is a queued scan.
      present: ({ id, created_at }) => ({ scan_job_id: id, status: 'queued', created_at }),
      presented: {
        name: 'QueuedScan',
        members: { scan_job_id: 'id', status: 'status', id: null },
      },
      errors: ['CONFLICT', 'LICENSE_LIMIT_REACHED'],
      extras: (scan) => ({
        headers: { Location: `/api/scans/${String(scan.scan_job_id)}`, 'Retry-After': '10' },
      }),
    },
  ];
}

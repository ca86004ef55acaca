import { ALL, read, scoped } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import type { StorageQuota } from '../storage/storage-quota.js';
import { ReportFiles } from './report-files.js';
import { ReportFrameworkResolver } from './report-framework.resolver.js';
import { ReportLibrary } from './report-library.service.js';
import { reportObjects } from './report-objects.js';
import { ReportResolver } from './report.resolver.js';
import { reportRoutes } from './report.rest.js';
import { ReportPlanner } from './report-plan.js';
import { ReportService } from './report.service.js';
import { AuditPackager } from './package/audit-package.js';
import type { AuditProofs } from '../audit/audit-proofs.js';

/** At the default of 600 requests a minute. */
const REPORTS_PER_600 = 20;

/** Parts of other features that reports need. */
interface ReportParts {
  storageQuota: StorageQuota;
  auditProofs: AuditProofs;
}

/** Reports of a framework, as files that stay. */
export const reportsFeature = feature({
  access: {
    'Query.reportFrameworks': read(ALL),
    'Query.report': read(ALL),
    'Query.reports': read(ALL),
    'Mutation.generateReport': scoped('report', ALL),
    'Mutation.regenerateReport': scoped('report', ALL),
    'Mutation.updateReport': scoped('report', ALL),
    'Mutation.deleteReport': scoped('report', ALL),
  },
  listSizes: ({ frameworks }) => ({ 'ReportFrameworks.frameworks': frameworks }),
  tags: { reports: { name: 'Reports', description: 'Reports of a framework, as files that stay.' } },
  objects: reportObjects,
  create({ storage: { objects, links }, publicUrl, quota }: Platform, { storageQuota, auditProofs }: ReportParts) {
    const reportQuota = quota('reports', REPORTS_PER_600);
    const files = new ReportFiles();
    const packager = new AuditPackager({ objects, proofs: auditProofs, files, publicUrl });
    const planner = new ReportPlanner({ packager, files, publicUrl });
    const reports = new ReportService({ objects, planner, files, reportQuota, storageQuota });
    const library = new ReportLibrary(objects);
    return {
      services: { reports },
      resolvers: [new ReportResolver({ reports, library, links }), new ReportFrameworkResolver()],
      routes: reportRoutes,
      workers: [files.worker()],
    };
  },
});

import { ALL, read, scoped } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { reportObjects } from './report-objects.js';
import { ReportResolver } from './report.resolver.js';
import { reportRoutes } from './report.rest.js';
import { ReportService } from './report.service.js';

/** At the default of 600 requests a minute. */
const REPORTS_PER_600 = 20;

/** Reports of a framework, as files. */
export const reportsFeature = feature({
  access: { 'Query.reportFrameworks': read(ALL), 'Mutation.generateReport': scoped('report', ALL) },
  listSizes: ({ frameworks }) => ({ 'ReportFrameworks.frameworks': frameworks }),
  tags: { reports: { name: 'Reports', description: 'Reports of a framework, as files.' } },
  objects: reportObjects,
  create({ storage: { objects, links }, publicUrl, quota }: Platform) {
    const reports = new ReportService({ objects, links, publicUrl, reportQuota: quota('reports', REPORTS_PER_600) });
    return { services: {}, resolvers: [new ReportResolver(reports)], routes: reportRoutes };
  },
});

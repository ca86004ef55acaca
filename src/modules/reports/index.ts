import type { Feature } from '../../feature/feature.js';
import { ReportResolver } from './report.resolver.js';
import { reportRoutes } from './report.rest.js';
import type { ReportService } from './report.service.js';

export function reportsFeature(reports: ReportService): Feature {
  return { resolvers: [new ReportResolver(reports)], routes: reportRoutes };
}

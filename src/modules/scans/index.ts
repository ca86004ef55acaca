import type { Feature } from '../../feature/feature.js';
import { ScanComparisonResolver } from './comparison.resolver.js';
import { ControlFindingResolver } from './finding.resolver.js';
import { ScanResolver } from './scan.resolver.js';
import { scanRoutes } from './scan.rest.js';
import type { ScanService } from './scan.service.js';

export function scansFeature(scans: ScanService): Feature {
  return {
    resolvers: [new ScanResolver(scans), new ScanComparisonResolver(), new ControlFindingResolver()],
    routes: scanRoutes,
  };
}

import type { Feature } from '../../feature/feature.js';
import { importRoutes } from './import.rest.js';
import type { ImportService } from './import.service.js';

/** Reports of scanners, imported as scans of their integration. */
export function importsFeature(imports: ImportService): Feature {
  return { resolvers: [], routes: importRoutes(imports) };
}

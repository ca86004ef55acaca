import { ADMIN, scoped } from '../../access/access.js';
import type { Connectors } from '../../connectors/registry.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import type { ScanService } from '../scans/scan.service.js';
import type { StorageQuota } from '../storage/storage-quota.js';
import { importObjects } from './import-objects.js';
import { importRoutes } from './import.rest.js';
import { ImportService } from './import.service.js';

/** Imports per minute at the default of 600 requests a minute. */
const IMPORTS_PER_600 = 20;

interface Needs {
  connectors: Connectors;
  scans: ScanService;
  storageQuota: StorageQuota;
}

/** Reports of scanners, imported as scans of their integration. */
export const importsFeature = feature({
  access: { 'Upload.importReport': scoped('import', ADMIN) },
  objects: importObjects,
  create({ storage, quota }: Platform, needs: Needs) {
    const importQuota = quota('imports', IMPORTS_PER_600);
    const imports = new ImportService({ ...needs, objects: storage.objects, importQuota });
    return { services: {}, routes: importRoutes(imports) };
  },
});

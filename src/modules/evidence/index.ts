import type { Feature } from '../../feature/feature.js';
import type { DownloadLinks } from '../../platform/storage/download-links.js';
import { ControlEvidenceResolver, EvidenceResolver } from './evidence.resolver.js';
import { evidenceRoutes } from './evidence.rest.js';
import type { UploadService } from './upload.service.js';

export function evidenceFeature(links: DownloadLinks, uploads: UploadService): Feature {
  return { resolvers: [new EvidenceResolver(links), new ControlEvidenceResolver()], routes: evidenceRoutes(uploads) };
}

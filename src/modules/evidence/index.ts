import type { Feature } from '../../feature.js';
import type { DownloadLinks } from '../../platform/storage/download-links.js';
import { ControlEvidenceResolver, EvidenceResolver } from './evidence.resolver.js';
import { evidenceRoutes } from './evidence.rest.js';

export function evidenceFeature(links: DownloadLinks): Feature {
  return { resolvers: [new EvidenceResolver(links), new ControlEvidenceResolver()], routes: evidenceRoutes };
}

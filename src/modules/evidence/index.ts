import { ADMIN_MEMBER, ALL } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { EvidenceControlEntity, EvidenceEntity } from './evidence.entity.js';
import { evidenceObjects } from './evidence-objects.js';
import { ControlEvidenceResolver, EvidenceResolver } from './evidence.resolver.js';
import { evidenceRoutes } from './evidence.rest.js';
import { UploadService } from './upload.service.js';

/** Artifacts of evidence, uploaded or stored by scans. */
export const evidenceFeature = feature({
  access: {
    'Query.evidence': ALL,
    'Query.evidenceList': ALL,
    'Upload.uploadEvidence': ADMIN_MEMBER,
  },
  listSizes: () => ({ 'Control.evidence': 20, 'Evidence.controls': 10 }),
  tags: {
    evidence: { name: 'Evidence', description: 'Artifacts that show how a control is met or not.' },
  },
  entities: [EvidenceControlEntity, EvidenceEntity],
  objects: evidenceObjects,
  create({ storage }: Platform) {
    return {
      services: {},
      resolvers: [new EvidenceResolver(storage.links), new ControlEvidenceResolver()],
      routes: evidenceRoutes(new UploadService(storage.objects)),
    };
  },
});

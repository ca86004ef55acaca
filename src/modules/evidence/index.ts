import { ADMIN, ADMIN_MEMBER, ALL, read, scoped, stepUp } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { periodic } from '../../platform/jobs/periodic.js';
import { EvidenceControlEntity, EvidenceEntity } from './evidence.entity.js';
import { VERSIONS_LISTED } from './evidence.loader.js';
import { evidenceObjects } from './evidence-objects.js';
import { ControlEvidenceResolver, EvidenceResolver } from './evidence.resolver.js';
import { evidenceRoutes } from './evidence.rest.js';
import { LinkService } from './link.service.js';
import { GROUPS_LISTED } from './scan-group.type.js';
import type { StorageQuota } from '../storage/storage-quota.js';
import { UploadService } from './upload.service.js';
import { WithdrawalPurge } from './withdrawal.jobs.js';
import { WithdrawalService } from './withdrawal.service.js';
import { WithdrawnFiles } from './withdrawn-files.js';

/** Artifacts of evidence, uploaded or stored by scans. */
export const evidenceFeature = feature({
  access: {
    'Query.evidence': read(ALL),
    'Query.evidenceList': read(ALL),
    'Query.evidenceOfScans': read(ALL),
    'Mutation.linkEvidence': scoped('evidence', ADMIN_MEMBER),
    'Mutation.unlinkEvidence': scoped('evidence', ADMIN_MEMBER),
    'Mutation.withdrawEvidence': stepUp(ADMIN),
    'Mutation.restoreEvidence': stepUp(ADMIN),
    'Upload.uploadEvidence': scoped('evidence', ADMIN_MEMBER),
  },
  listSizes: () => ({
    'Control.evidence': 20,
    'Evidence.versions': VERSIONS_LISTED,
    'Query.evidenceOfScans': GROUPS_LISTED,
  }),
  tags: {
    evidence: { name: 'Evidence', description: 'Artifacts that show how a control is met or not.' },
  },
  entities: [EvidenceControlEntity, EvidenceEntity],
  objects: evidenceObjects,
  create({ storage, malware, database, clock, log, jobs }: Platform, quota: StorageQuota) {
    const purge = new WithdrawalPurge({ database, objects: storage.objects, clock, log });
    const uploads = new UploadService(storage.objects, malware, quota);
    return {
      services: { withdrawnFiles: new WithdrawnFiles(database), uploads },
      resolvers: [
        new EvidenceResolver(storage.links, new WithdrawalService(), new LinkService()),
        new ControlEvidenceResolver(),
      ],
      workers: [periodic(jobs, { name: 'evidence.purge', every: '1 hour', run: (signal) => purge.run(signal) })],
      routes: evidenceRoutes(uploads),
    };
  },
});

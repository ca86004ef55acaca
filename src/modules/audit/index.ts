import { createPublicKey } from 'node:crypto';
import { ADMIN_AUDITOR, ALL, read, scoped } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { periodic } from '../../platform/jobs/periodic.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { AuditProofs } from './audit-proofs.js';
import { AuditExporter, exportObjects } from './audit-export.js';
import { AuditExportResolver } from './audit-export.resolver.js';
import { AuditResolver } from './audit.resolver.js';
import { auditRoutes } from './audit.rest.js';
import { EventDigester } from './event-digester.js';
import { EventRetention } from './event-retention.js';
import { headObjects } from './head-objects.js';
import { HeadResolver } from './head.resolver.js';
import { HeadSigner } from './head-signer.js';
import { headKey } from './signed-head.rules.js';

/** At the default of 600 requests a minute. Our choice: an export reads the whole trail. */
const EXPORTS_PER_600 = 6;

/**
 * The audit trail: every change of an organization, chained by hashes, its heads signed every hour. With the digests of security
 * events and their retention, which the trail records.
 */
export const auditFeature = feature({
  access: {
    'Query.auditLog': read(ADMIN_AUDITOR),
    'Mutation.exportAuditLog': scoped('report', ADMIN_AUDITOR),
    'Query.auditKeys': read(ALL),
    'Query.auditHeads': read(ADMIN_AUDITOR),
    'Query.auditProof': read(ADMIN_AUDITOR),
  },
  listSizes: () => ({ 'Query.auditKeys': 2 }),
  tags: {
    'audit-log': { name: 'Audit trail', description: 'Every change, chained by hashes; signed heads and proofs.' },
  },
  objects: [headObjects, exportObjects],
  create({ database, storage, clock, log, jobs, config, quota }: Platform, catalogue: Catalogue) {
    const key = headKey(config.secretKey);
    const publicKeys = [key, ...config.previousSecretKeys.map(headKey)].map((each) => createPublicKey(each));
    const digester = new EventDigester(database, clock);
    const signer = new HeadSigner({ database, objects: storage.objects, clock, log, key, publicKeys, digester });
    const retention = new EventRetention({ database, clock, log, days: config.securityEventDays });
    const exporter = new AuditExporter(storage, quota('audit exports', EXPORTS_PER_600));
    return {
      services: { auditProofs: new AuditProofs(publicKeys) },
      resolvers: [new AuditResolver(catalogue), new AuditExportResolver(exporter), new HeadResolver(publicKeys)],
      routes: auditRoutes,
      workers: [
        periodic(jobs, { name: 'audit.heads', every: '5 minutes', run: (signal) => signer.run(signal) }),
        periodic(jobs, { name: 'security_events.retention', every: '1 day', run: (signal) => retention.run(signal) }),
      ],
    };
  },
});

import { ADMIN_AUDITOR } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import { AuditResolver } from './audit.resolver.js';

/** The audit trail: every change of an organization, chained by hashes. */
export const auditFeature = feature({
  access: { 'Query.auditLog': ADMIN_AUDITOR },
  create() {
    return { services: {}, resolvers: [new AuditResolver()] };
  },
});

import type { Feature } from '../../feature/feature.js';
import { AuditResolver } from './audit.resolver.js';

export function auditFeature(): Feature {
  return { resolvers: [new AuditResolver()], routes: [] };
}

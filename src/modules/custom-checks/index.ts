import type { Feature } from '../../feature/feature.js';
import { CustomCheckResolver } from './custom-check.resolver.js';
import type { CustomCheckService } from './custom-check.service.js';

export function customChecksFeature(customChecks: CustomCheckService): Feature {
  return { resolvers: [new CustomCheckResolver(customChecks)], routes: [] };
}

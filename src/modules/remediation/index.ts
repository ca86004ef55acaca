import type { Feature } from '../../feature/feature.js';
import { RemediationQueueResolver } from './queue.resolver.js';

export function remediationFeature(): Feature {
  return { resolvers: [new RemediationQueueResolver()], routes: [] };
}

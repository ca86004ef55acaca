import type { Feature } from '../../feature/feature.js';
import { ApiKeyResolver } from './api-key.resolver.js';
import type { ApiKeyService } from './api-key.service.js';

/** API keys are made in the dashboard: the specification has no path for them. */
export function apiKeysFeature(apiKeys: ApiKeyService): Feature {
  return { resolvers: [new ApiKeyResolver(apiKeys)], routes: [] };
}

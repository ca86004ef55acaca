import { ALL, notByApiKey } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { ApiKeyCallers } from './api-key-callers.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { ApiKeyResolver } from './api-key.resolver.js';
import { ApiKeyService } from './api-key.service.js';

/** API keys of users. They are created in the dashboard: the specification has no path for them. */
export const apiKeysFeature = feature({
  access: {
    'Query.apiKeys': ALL,
    'Mutation.createApiKey': notByApiKey(ALL),
    'Mutation.revokeApiKey': notByApiKey(ALL),
  },
  listSizes: () => ({ 'Query.apiKeys': 50 }),
  entities: [ApiKeyEntity],
  create({ database, clock }: Platform) {
    return {
      services: { callers: new ApiKeyCallers(database, clock) },
      resolvers: [new ApiKeyResolver(new ApiKeyService(database, clock))],
    };
  },
});

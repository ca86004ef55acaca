import { ADMIN, ALL, inReserve, interactive, read, stepUp } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import type { CredentialServices } from '../auth/create-credentials.js';
import { ApiKeyCallers } from './api-key-callers.js';
import { apiKeyRoutes } from './api-key.rest.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { ApiKeyResolver } from './api-key.resolver.js';
import { ApiKeyService } from './api-key.service.js';
import { ServiceAccountResolver } from './service-account.resolver.js';
import { ServiceAccountService } from './service-account.service.js';

/** API keys, and the service accounts that they belong to. The specification has no path for them: ours are an addition. */
export const apiKeysFeature = feature({
  access: {
    'Query.apiKeys': read(ALL),
    'Mutation.createApiKey': stepUp(ALL),
    'Mutation.revokeApiKey': inReserve(interactive(ALL)),
    'Query.serviceAccounts': read(ALL),
    'Mutation.createServiceAccount': stepUp(ALL),
    'Mutation.updateServiceAccount': stepUp(ADMIN),
    'Mutation.disableServiceAccount': inReserve(interactive(ALL)),
  },
  listSizes: () => ({ 'Query.apiKeys': 50, 'Query.serviceAccounts': 20 }),
  entities: [ApiKeyEntity],
  create({ database, clock }: Platform, { notices }: CredentialServices) {
    return {
      services: { callers: new ApiKeyCallers(database, clock) },
      routes: apiKeyRoutes,
      resolvers: [
        new ApiKeyResolver(new ApiKeyService(notices)),
        new ServiceAccountResolver(new ServiceAccountService(notices)),
      ],
    };
  },
});

import type { Feature } from '../../feature/feature.js';
import type { IntegrationChanges } from './integration.changes.js';
import { IntegrationResolver } from './integration.resolver.js';
import { integrationRoutes } from './integration.rest.js';
import type { IntegrationService } from './integration.service.js';

export function integrationsFeature(integrations: IntegrationService, changes: IntegrationChanges): Feature {
  return { resolvers: [new IntegrationResolver(integrations, changes)], routes: integrationRoutes };
}

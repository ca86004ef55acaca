import type { Feature } from '../../feature.js';
import type { ImportService } from './import.service.js';
import type { IntegrationChanges } from './integration.changes.js';
import { IntegrationResolver } from './integration.resolver.js';
import { integrationRoutes } from './integration.rest.js';
import type { IntegrationService } from './integration.service.js';

export function integrationsFeature(
  integrations: IntegrationService,
  changes: IntegrationChanges,
  imports: ImportService,
): Feature {
  return { resolvers: [new IntegrationResolver(integrations, changes)], routes: integrationRoutes(imports) };
}

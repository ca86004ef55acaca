import { ADMIN, ADMIN_AUDITOR } from '../../access/access.js';
import type { Connectors } from '../../connectors/registry.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { IntegrationChanges } from './integration-changes.js';
import { IntegrationEntity } from './integration.entity.js';
import { IntegrationResolver } from './integration.resolver.js';
import { integrationRoutes } from './integration.rest.js';
import { IntegrationService } from './integration.service.js';
import { IntegrationSettings } from './integration-settings.js';

/** Connections to the systems that an organization scans. */
export const integrationsFeature = feature({
  access: {
    'Query.integrations': ADMIN_AUDITOR,
    'Query.integrationKinds': ADMIN_AUDITOR,
    'Mutation.connectIntegration': ADMIN,
    'Mutation.updateIntegration': ADMIN,
    'Mutation.testIntegration': ADMIN,
    'Mutation.disconnectIntegration': ADMIN,
  },
  listSizes: () => ({
    'Query.integrations': 10,
    'Query.integrationKinds': 20,
    'IntegrationKind.permissions': 2,
    'Integration.withheldChecks': 5,
  }),
  sealedColumns: [{ table: 'integrations', column: 'credentials' }],
  entities: [IntegrationEntity],
  create({ config, vault }: Platform, connectors: Connectors) {
    const network = new GuardedNetwork({ allowsPrivate: config.allowsPrivateIntegrations });
    const settings = new IntegrationSettings(connectors, vault);
    const changes = new IntegrationChanges({ connectors, settings, network });
    return {
      services: { network, settings },
      resolvers: [new IntegrationResolver(new IntegrationService(connectors, settings), changes)],
      routes: integrationRoutes,
    };
  },
});

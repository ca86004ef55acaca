import { ADMIN, ADMIN_AUDITOR, inReserve, interactive, reachingOut, read, stepUp } from '../../access/access.js';
import type { Connectors } from '../../connectors/registry.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { ConnectionTest } from './connection-test.js';
import { IntegrationChanges } from './integration-changes.js';
import { IntegrationEntity } from './integration.entity.js';
import { IntegrationResolver } from './integration.resolver.js';
import { integrationRoutes } from './integration.rest.js';
import { IntegrationService } from './integration.service.js';
import { IntegrationSettings } from './integration-settings.js';

/** At the default of 600 requests a minute. */
const TESTS_PER_600 = 20;
const TESTS = 'integration tests';

/** Connections to the systems that an organization scans. */
export const integrationsFeature = feature({
  access: {
    'Query.integrations': read(ADMIN_AUDITOR),
    'Query.integration': read(ADMIN_AUDITOR),
    'Query.integrationKinds': read(ADMIN_AUDITOR),
    'Mutation.connectIntegration': reachingOut(TESTS, stepUp(ADMIN)),
    'Mutation.updateIntegration': stepUp(ADMIN),
    'Mutation.testConnection': reachingOut(TESTS, interactive(ADMIN)),
    'Mutation.testIntegration': reachingOut(TESTS, interactive(ADMIN)),
    'Mutation.disconnectIntegration': inReserve(stepUp(ADMIN)),
  },
  listSizes: () => ({
    'Query.integrations': 10,
    'Query.integrationKinds': 20,
    'IntegrationKind.permissions': 6,
    'Integration.withheldChecks': 5,
    'IntegrationIdentity.facts': 5,
    'TestConnectionPayload.identity': 5,
  }),
  sealedColumns: [{ table: 'integrations', column: 'credentials' }],
  entities: [IntegrationEntity],
  create({ config, vault, quota }: Platform, connectors: Connectors) {
    const network = new GuardedNetwork({ allowsPrivate: config.allowsPrivateIntegrations });
    const settings = new IntegrationSettings(connectors, vault);
    const tests = new ConnectionTest({
      connectors,
      settings,
      network,
      quota: quota(TESTS, TESTS_PER_600),
    });
    const service = new IntegrationService(connectors, settings, tests);
    return {
      services: { network, settings },
      resolvers: [new IntegrationResolver(service, new IntegrationChanges(settings, tests))],
      routes: integrationRoutes,
    };
  },
});

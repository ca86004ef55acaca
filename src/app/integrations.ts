import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { AzureConnector } from '../connectors/azure/azure.connector.js';
import { AwsConnector } from '../connectors/aws/aws.connector.js';
import { DemoConnector } from '../connectors/demo/demo.connector.js';
import { GitHubConnector } from '../connectors/github/github.connector.js';
import { KubernetesConnector } from '../connectors/kubernetes/kubernetes.connector.js';
import { M365Connector } from '../connectors/m365/m365.connector.js';
import { OktaConnector } from '../connectors/okta/okta.connector.js';
import { GcpConnector } from '../connectors/gcp/gcp.connector.js';
import { OpenscapConnector } from '../connectors/openscap/openscap.connector.js';
import { PostgresqlConnector } from '../connectors/postgresql/postgresql.connector.js';
import { Connectors } from '../connectors/registry.js';
import { ReportImportConnector } from '../connectors/report-import/report-import.connector.js';
import { IntegrationChanges } from '../modules/integrations/integration.changes.js';
import { IntegrationService } from '../modules/integrations/integration.service.js';
import { IntegrationSettings } from '../modules/integrations/integration.settings.js';
import { SECOND } from '../platform/clock.js';
import type { Vault } from '../platform/crypto/vault.js';
import { GuardedNetwork } from '../platform/safe-fetch/guarded-network.js';
import { SOURCE_ROOT } from '../platform/source-root.js';

/** Wires what can be connected, and how its settings are kept. */
export function createIntegrations({ config, vault }: { config: Config; vault: Vault }) {
  const connectors = new Connectors([
    demoConnector(config.demoScanSeconds * SECOND),
    new AwsConnector(config.aws),
    new AzureConnector(),
    new GcpConnector(),
    new GitHubConnector(),
    new KubernetesConnector(),
    new OktaConnector(),
    new M365Connector(),
    new PostgresqlConnector(),
    new OpenscapConnector({ contentDir: config.openscapContentDir }),
    new ReportImportConnector('prowler', 'Prowler', 'Reports of the Prowler scanner, imported in the OCSF format.'),
    new ReportImportConnector(
      'aws-security-hub',
      'AWS Security Hub',
      'Findings exported from AWS Security Hub, imported in ASFF or OCSF.',
    ),
  ]);
  const network = new GuardedNetwork({ allowsPrivate: config.allowsPrivateIntegrations });
  const settings = new IntegrationSettings(connectors, vault);
  return {
    connectors,
    network,
    settings,
    integrations: new IntegrationService(connectors, settings),
    integrationChanges: new IntegrationChanges({ connectors, settings, network }),
  };
}

/** The made-up company that is shipped, collected in so many milliseconds. */
export function demoConnector(paceMs: number): DemoConnector {
  return new DemoConnector({ directory: join(SOURCE_ROOT, 'connectors/demo/snapshot'), paceMs });
}

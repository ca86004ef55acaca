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
import { SECOND } from '../platform/clock.js';
import { SOURCE_ROOT } from '../platform/source-root.js';

/** Creates the connectors of all types of integrations. */
export function createConnectors(config: Config): Connectors {
  return new Connectors([
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
}

/** Connector of the shipped demo company. @param paceMs duration of a collection, in milliseconds */
export function demoConnector(paceMs: number): DemoConnector {
  return new DemoConnector({ directory: join(SOURCE_ROOT, 'connectors/demo/snapshot'), paceMs });
}

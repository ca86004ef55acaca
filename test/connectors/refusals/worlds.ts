import { AwsConnector } from '../../../src/connectors/aws/aws.connector.js';
import { AWS_SERVICES } from '../../../src/connectors/aws/aws-services.js';
import { AzureConnector } from '../../../src/connectors/azure/azure.connector.js';
import type { TimeLimits } from '../../../src/platform/time-limits.js';
import type { Collected, Connector } from '../../../src/connectors/connector.js';
import { GcpConnector } from '../../../src/connectors/gcp/gcp.connector.js';
import { GitHubConnector } from '../../../src/connectors/github/github.connector.js';
import { KubernetesConnector } from '../../../src/connectors/kubernetes/kubernetes.connector.js';
import { M365Connector } from '../../../src/connectors/m365/m365.connector.js';
import { OktaConnector } from '../../../src/connectors/okta/okta.connector.js';
import { PostgresqlConnector } from '../../../src/connectors/postgresql/postgresql.connector.js';
import { checkedSettings } from '../../../src/connectors/settings.js';
import type { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import { KEYS } from '../aws/collect-aws.js';
import { RecordedAws } from '../aws/recorded-aws.js';
import { AzureServer, CLIENT, SECRET, TENANT } from '../azure/azure-server.js';
import { ESTATE as AZURE_ESTATE, NO_BLOBS } from '../azure/estate.js';
import { ESTATE as GCP_ESTATE } from '../gcp/estate.js';
import { GoogleServer } from '../gcp/google-server.js';
import { GitHubServer, TOKEN as GITHUB_TOKEN } from '../github/github-server.js';
import { AUTHORITY } from '../authority.js';
import { ApiServer, TOKEN as KUBERNETES_TOKEN } from '../kubernetes/api-server.js';
import { furnish } from '../kubernetes/cluster.js';
import { CLIENT_ID, CLIENT_SECRET, GraphServer, TENANT_ID } from '../m365/graph-server.js';
import { smallTenant } from '../m365/small-tenant.js';
import { API_TOKEN, OktaServer } from '../okta/okta-server.js';
import { smallOrg } from '../okta/small-org.js';
import { RecordedPostgres } from '../postgresql/recorded-postgres.js';
import { RECORDED_SHOP } from '../postgresql/recorded-shop.js';
import { FrozenClock } from '../rest/collecting.js';
import { NOW } from '../rest/cloud-collecting.js';
import { ObservedConnections, ObservedNetwork } from './observed-network.js';
import type { Refusals } from './refusals.js';

/** A system on this machine, and the connectors that read its parts, each alone. */
export interface Lane {
  refusals: Refusals;
  /** Connectors by part: a part is read alike whether or not the others are. */
  parts: ReadonlyMap<string, { connector: Connector; config: Record<string, unknown> }>;
  /** Its network, where it is not reached by HTTP. */
  network?: () => GuardedNetwork;
  close(): Promise<void>;
}

/** A system with resources that pass and resources that fail. */
export interface World {
  kind: string;
  name: string;
  /** Whether nothing can be read without an operation. */
  isEssential(operation: string): boolean;
  /** Whether the essential operations show what most of its checks look at. */
  showsMost?: boolean;
  /** Whether a sentence names an operation or the permission for it. */
  names(operation: string, sentence: string): boolean;
  /** Starts one more copy of it. */
  open(): Promise<Lane>;
}

/** Collects one part of a system. @throws {AppError} where the scan ends, which then decides nothing */
export async function collectPart(
  lane: Lane,
  name: string,
  timeLimits: Partial<TimeLimits> = {},
): Promise<Collected[]> {
  const part = lane.parts.get(name);
  if (!part) throw new Error(`there is no part ${name}`);
  const { connector, config } = part;
  const network = lane.network?.() ?? new ObservedNetwork(lane.refusals);
  const steps: Collected[] = [];
  try {
    const context = {
      config: checkedSettings(connector.settings, config),
      scansBefore: 0,
      openImport: async () => null,
      network,
      clock: new FrozenClock(NOW),
      signal: new AbortController().signal,
      timeLimits,
    };
    for await (const step of connector.collect(context)) if (step.kind !== 'progress') steps.push(step);
    return steps;
  } finally {
    await network.close();
  }
}

/** Every system that a connector of ours asks anything. */
export const WORLDS: readonly World[] = [
  aws('aws', 'answers'),
  aws('aws, a network', 'accounts/network'),
  aws('aws, an audited account', 'accounts/acme'),
  {
    kind: 'azure',
    name: 'azure',
    isEssential: (operation) => /\/token$|GET \/arm\/subscriptions$/.test(operation),
    names: (_operation, sentence) => /Microsoft\.[\w/]+|\w+\.Read\.\w+/.test(sentence),
    async open() {
      const azure = await AzureServer.open(AZURE_ESTATE);
      azure.refuse(NO_BLOBS.path, NO_BLOBS.answer);
      const config = { tenant_id: TENANT, client_id: CLIENT, client_secret: SECRET };
      const connector = new AzureConnector({ endpoints: azure.endpoints, random: () => 0 });
      return single(azure.operations, { connector, config }, () => azure.close());
    },
  },
  {
    kind: 'gcp',
    name: 'gcp',
    isEssential: (operation) => operation.endsWith('/token'),
    names: (_operation, sentence) => /\b[a-z]\w+\.\w+\.\w+/.test(sentence),
    async open() {
      const google = await GoogleServer.open(GCP_ESTATE);
      const connector = new GcpConnector({ endpoints: google.endpoints, random: () => 0 });
      const config = { service_account_key: google.key() };
      return single(google.operations, { connector, config }, () => google.close());
    },
  },
  {
    kind: 'github',
    name: 'github',
    // One of this and the list of repositories is; where both are refused nothing is left to read.
    isEssential: (operation) => operation.endsWith('GET /api/v3/orgs/acme'),
    names: (_operation, sentence) => /\b(repository|organization) permission \w+: \w+/.test(sentence),
    async open() {
      const github = new GitHubServer();
      await github.start();
      const config = { organization: 'acme', token: GITHUB_TOKEN, base_url: github.address };
      return single(github.refusals, { connector: new GitHubConnector(), config }, () => github.stop());
    },
  },
  {
    kind: 'kubernetes',
    name: 'kubernetes',
    isEssential: (operation) => /^GET \/api\/v1\/pods$/.test(operation),
    showsMost: true,
    names: (_operation, sentence) => /the verb \"\w+\" on \"\w+\"/.test(sentence),
    async open() {
      const api = await ApiServer.start();
      furnish(api);
      const config = { server: api.url, token: KUBERNETES_TOKEN, ca: AUTHORITY, cluster_name: 'edge' };
      return single(api.refusals, { connector: new KubernetesConnector(), config }, () => api.stop());
    },
  },
  {
    kind: 'm365',
    name: 'm365',
    isEssential: (operation) => /\/token$|conditionalAccess\/policies$/.test(operation),
    names: (_operation, sentence) => /\w+\.Read\.\w+/.test(sentence),
    async open() {
      const graph = await GraphServer.start(smallTenant());
      const connector = new M365Connector({ origins: graph.origins });
      const config = { tenant_id: TENANT_ID, client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
      return single(graph.json.refusals, { connector, config }, () => graph.json.close());
    },
  },
  {
    kind: 'okta',
    name: 'okta',
    isEssential: (operation) => operation.endsWith('/policies type=PASSWORD'),
    names: (_operation, sentence) => /okta\.\w+\.read|Administrator/.test(sentence),
    async open() {
      const okta = await OktaServer.start(smallOrg());
      const config = { org_url: okta.json.origin, api_token: API_TOKEN };
      return single(okta.json.refusals, { connector: new OktaConnector({ allowsHttp: true }), config }, () =>
        okta.json.close(),
      );
    },
  },
  {
    kind: 'postgresql',
    name: 'postgresql',
    isEssential: (operation) => ['sign in', 'session'].includes(operation),
    names: (_operation, sentence) => /\bpg_\w+/.test(sentence),
    async open() {
      const postgres = await RecordedPostgres.start(RECORDED_SHOP);
      const { refusals, port } = postgres;
      const access = { host: 'localhost', database: 'shop', user: 'crosswalk_reader', password: 'not-asked-for' };
      const config = { ...access, ca: AUTHORITY };
      const lane = single(refusals, { connector: new PostgresqlConnector(), config }, () => postgres.stop());
      return { ...lane, network: () => new ObservedConnections(refusals, port) };
    },
  },
];

function single(
  refusals: Refusals,
  part: { connector: Connector; config: Record<string, unknown> },
  close: () => Promise<void>,
): Lane {
  return { refusals, parts: new Map([['all', part]]), close };
}

/** A recorded account; its services are read one by one, as far as it has answers for them. */
function aws(name: string, folder: string): World {
  return {
    kind: 'aws',
    name,
    isEssential: (operation) => ['sts GetCallerIdentity', 'ec2 DescribeRegions'].includes(operation),
    // `iam:GetCredentialReport`; the IAM actions of S3 and of REST services are named otherwise than their requests.
    names: (operation, sentence) => {
      const [, action = ''] = operation.split(' ');
      return operation.includes('/') ? /\b[a-z][a-z0-9-]+:[A-Z]\w+/.test(sentence) : sentence.includes(`:${action}`);
    },
    async open() {
      const server = await RecordedAws.start(folder);
      const options = { endpoint: server.endpoint, attemptsMax: 1 };
      const parts = AWS_SERVICES.map(
        (service, index) =>
          [
            `${String(index)} ${service.service}`,
            { connector: new AwsConnector(options, [service]), config: KEYS },
          ] as const,
      );
      return { refusals: server.refusals, parts: new Map(parts), close: () => server.stop() };
    },
  };
}

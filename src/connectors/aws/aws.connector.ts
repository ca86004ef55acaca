import type { CollectContext, Collected, Connector, ProbeContext } from '../connector.js';
import { AwsSettings } from './aws-settings.js';
import type { AwsService } from './aws-service.js';
import { AWS_SERVICES } from './aws-services.js';
import { awsPermissions } from './aws-permissions.js';
import type { AwsOptions } from './aws-session.js';

const ACTIONS = [
  'ec2:DescribeRegions',
  'organizations:ListAccounts',
  ...AWS_SERVICES.flatMap(({ parts }) => Object.values(parts).flatMap(({ actions }) => actions)),
];

/** Reads AWS accounts over its APIs, with read-only permissions. */
export class AwsConnector implements Connector {
  readonly type = 'aws';
  readonly title = 'Amazon Web Services';
  readonly description = `Reads the configuration of an AWS account, or of all accounts of an organization, in every region: ${String(new Set(AWS_SERVICES.map(({ service }) => service)).size)} services, read-only.`;
  readonly settings = AwsSettings;
  readonly permissions;
  readonly grantee;
  readonly acceptsReports = false;

  constructor(
    private readonly options: AwsOptions = {},
    private readonly services: readonly AwsService[] = AWS_SERVICES,
  ) {
    this.grantee = options.principal ?? null;
    this.permissions = awsPermissions(ACTIONS, this.grantee);
  }

  /** Reads every part of every service in one region, up to its first resource. */
  async probe(ctx: ProbeContext): Promise<string[]> {
    const { probeAccounts } = await collector();
    return probeAccounts(ctx, this.options, this.services);
  }

  async *collect(ctx: CollectContext): AsyncGenerator<Collected> {
    const { collectAccounts } = await collector();
    yield* collectAccounts(ctx, this.options, this.services);
  }
}

/** The clients of AWS are large: they are loaded with the first account. */
function collector() {
  return import('./account-collect.js');
}

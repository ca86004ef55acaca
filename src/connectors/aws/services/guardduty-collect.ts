import {
  GetAdministratorAccountCommand,
  GetDetectorCommand,
  GuardDutyClient,
  ListDetectorsCommand,
  paginateListFindings,
  paginateListMembers,
  type GetDetectorCommandOutput,
} from '@aws-sdk/client-guardduty';
import type { Resource } from '../../resource.js';
import type { AwsScope } from '../aws-scope.js';

/** GuardDuty's threshold of high severity. */
const HIGH_SEVERITY = 7;

/** Limit up to which findings are counted. */
const FINDINGS_MAX = 1_000;

/** The detector of the region, or its absence: AWS allows one. */
export async function* detector(scope: AwsScope): AsyncGenerator<Resource> {
  const client = scope.client(GuardDutyClient);
  const { DetectorIds: [id] = [] } = await client.send(new ListDetectorsCommand({}));
  yield scope.resource({
    type: 'AwsGuardDutyDetector',
    id: `arn:${scope.session.partition}:guardduty:${scope.region}:${scope.account}:detector/${id ?? 'none'}`,
    name: id ?? scope.region,
    properties: id === undefined ? ABSENT : await propertiesOf(client, id),
  });
}

const ABSENT = {
  status: 'ABSENT',
  administrator_account: null,
  member_accounts: 0,
  ec2_malware_protection: false,
  features: [],
  high_severity_findings: null,
};

async function propertiesOf(client: GuardDutyClient, id: string) {
  const detected = await client.send(new GetDetectorCommand({ DetectorId: id }));
  const { Administrator: administrator } = await client.send(new GetAdministratorAccountCommand({ DetectorId: id }));
  const features = featuresOf(detected);
  return {
    status: detected.Status ?? 'DISABLED',
    administrator_account: administrator?.AccountId ?? null,
    member_accounts: await countOfMembers(client, id),
    ec2_malware_protection: features.includes('EBS_MALWARE_PROTECTION'),
    features,
    high_severity_findings: await countOfFindings(client, id),
  };
}

function featuresOf({ Features: features = [] }: GetDetectorCommandOutput): string[] {
  return features.flatMap(({ Name: name, Status: status }) =>
    name !== undefined && status === 'ENABLED' ? [name] : [],
  );
}

async function countOfMembers(client: GuardDutyClient, id: string): Promise<number> {
  let count = 0;
  const pages = paginateListMembers({ client }, { DetectorId: id, OnlyAssociated: 'true' });
  for await (const { Members: page = [] } of pages) count += page.length;
  return count;
}

async function countOfFindings(client: GuardDutyClient, id: string): Promise<number> {
  const Criterion = { 'service.archived': { Equals: ['false'] }, severity: { GreaterThanOrEqual: HIGH_SEVERITY } };
  let count = 0;
  const pages = paginateListFindings({ client }, { DetectorId: id, FindingCriteria: { Criterion } });
  for await (const { FindingIds: page = [] } of pages) {
    count += page.length;
    if (count >= FINDINGS_MAX) return FINDINGS_MAX;
  }
  return count;
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workspaces } from '../../../src/connectors/aws/services/workspaces.js';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { AwsConnector } from '../../../src/connectors/aws/aws.connector.js';
import { checkedSettings } from '../../../src/connectors/settings.js';
import { collectAws, KEYS, probeAws, verdicts, type CollectOptions } from './collect-aws.js';
import { RecordedAws } from './recorded-aws.js';

const [HUB, MEMBER, OTHER, SUSPENDED] = ['123456789012', '222233334444', '333344445555', '444455556666'];
const CHECK = 'aws.workspaces.volume-encryption-enabled';
const accountOf = (id: string, status = 'ACTIVE') => ({ Id: id, Status: status });
const roleOf = (account: string) => `arn:aws:iam::${account}:role/CrosswalkScan`;

/** Credentials of a role, with a key that distinguishes it from others. */
function assumed(key: string): string {
  return `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>${key}</AccessKeyId>
    <SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2026-11-20T13:00:00Z</Expiration>
    </Credentials></AssumeRoleResult></AssumeRoleResponse>`;
}

describe('several accounts in one connection', () => {
  let aws: RecordedAws;
  beforeEach(async () => {
    aws = await RecordedAws.start();
    for (const [account, key] of [
      [MEMBER, 'ASIAMEMBER0000000002'],
      [OTHER, 'ASIAOTHER00000000003'],
    ] as const) {
      aws.first({ service: 'sts', action: 'AssumeRole', when: { RoleArn: roleOf(account) }, body: assumed(key) });
    }
  });
  afterEach(() => aws.stop());

  const reading = (member_accounts: string[], more: object = {}): CollectOptions => ({
    collectors: [workspaces],
    config: { ...KEYS, member_accounts, member_role: 'CrosswalkScan', ...more },
  });
  /** Of two answers that fit a request, the one that was added later is sent. */
  const listsAccounts = (...pages: ReturnType<typeof accountOf>[][]) => {
    for (const [index, page] of pages.entries()) {
      const next = index + 1 < pages.length ? { NextToken: `page-${index + 1}` } : {};
      const when = index === 0 ? {} : { NextToken: `page-${index}` };
      aws.first({ service: 'organizations', action: 'ListAccounts', when, body: { Accounts: page, ...next } });
    }
  };
  const assumedRoles = () =>
    aws.calls.filter(({ action }) => action === 'AssumeRole').map(({ parameters }) => parameters.RoleArn);

  it('are read one after the other, each with the credentials of its own role', async () => {
    const { resources, gaps, progress, readTypes } = await collectAws(aws, reading([MEMBER, OTHER]));
    expect(gaps).toEqual([]);
    expect([...new Set(resources.map(({ account }) => account))]).toEqual([HUB, MEMBER, OTHER]);
    expect(resources.filter(({ account }) => account === OTHER)).toHaveLength(2);
    expect(assumedRoles()).toEqual([roleOf(MEMBER), roleOf(OTHER)]);
    const keys = aws.calls.filter(({ action }) => action === 'DescribeWorkspaces').map(({ accessKey }) => accessKey);
    expect([...new Set(keys)]).toEqual([KEYS.access_key_id, 'ASIAMEMBER0000000002', 'ASIAOTHER00000000003']);
    expect(readTypes).toEqual(['AwsWorkspacesWorkspace']);
    // Two regions of each of three accounts.
    expect(progress.map((fraction) => Math.round(fraction * 6))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('are those of the organization that are active and not excluded, from every page of the list', async () => {
    listsAccounts([accountOf(HUB), accountOf(MEMBER)], [accountOf(SUSPENDED, 'SUSPENDED'), accountOf(OTHER)]);
    await collectAws(aws, reading(['organization']));
    expect(assumedRoles()).toEqual([roleOf(MEMBER), roleOf(OTHER)]);
    aws.calls.length = 0;
    await collectAws(
      aws,
      reading(['organization'], { excluded_accounts: [OTHER], external_id: 'of-the-organization' }),
    );
    expect(assumedRoles()).toEqual([roleOf(MEMBER)]);
    expect(aws.calls.find(({ action }) => action === 'AssumeRole')?.parameters).toMatchObject({
      ExternalId: 'of-the-organization',
    });
  });

  it('whose list is refused are not collected at all: which ones are missing is not known', async () => {
    aws.first({ service: 'organizations', action: 'ListAccounts', status: 400, error: 'AccessDeniedException' });
    await expect(collectAws(aws, reading(['organization']))).rejects.toThrow(
      /organizations:ListAccounts: allow this action .* Or name the accounts in the settings\./,
    );
  });

  it('leave a gap where one refuses its role: the others are read, their failures count, and nothing passes', async () => {
    aws.first({
      ...{ service: 'sts', action: 'AssumeRole', when: { RoleArn: roleOf(MEMBER) } },
      ...{ status: 403, error: 'AccessDenied' },
    });
    const collected = await collectAws(aws, reading([MEMBER, OTHER]));
    expect(collected.gaps).toEqual([
      {
        resourceTypes: ['AwsWorkspacesWorkspace'],
        region: null,
        account: MEMBER,
        reason: `Account ${MEMBER}: AWS refused sts:AssumeRole: the trust policy of the role has to name who assumes it and the external id.`,
      },
    ]);
    expect([...new Set(collected.resources.map(({ account }) => account))]).toEqual([HUB, OTHER]);
    expect(verdicts(collected)).toEqual({ [CHECK]: { fail: ['ws-bbbbbbbb2', 'ws-bbbbbbbb2'] } });
    expect(collected.progress.at(-1)).toBe(1);
  });

  it.each([
    ['is throttled to the end', 400, 'ThrottlingException'],
    ['fails', 500, 'InternalFailure'],
    ['is refused with the credentials', 403, 'ExpiredToken'],
  ])('leave a gap, and no failed scan, where the role of one %s', async (_what, status, error) => {
    aws.first({ service: 'sts', action: 'AssumeRole', when: { RoleArn: roleOf(MEMBER) }, status, error });
    const { gaps, resources } = await collectAws(aws, reading([MEMBER, OTHER]));
    expect(gaps.map(({ account, resourceTypes }) => [account, resourceTypes])).toEqual([
      [MEMBER, ['AwsWorkspacesWorkspace']],
    ]);
    expect([...new Set(resources.map(({ account }) => account))]).toEqual([HUB, OTHER]);
  });

  it('of which the first refuses the credentials throw ConnectionLost', async () => {
    aws.first({ service: 'sts', action: 'GetCallerIdentity', status: 403, error: 'InvalidClientTokenId' });
    await expect(collectAws(aws, reading([MEMBER]))).rejects.toThrow(ConnectionLost);
  });

  it('are all tried by a test of the connection, which names the one that refuses', async () => {
    expect(await probeAws(aws, reading([MEMBER, OTHER]))).toEqual([]);
    aws.first({
      ...{ service: 'sts', action: 'AssumeRole', when: { RoleArn: roleOf(OTHER) } },
      ...{ status: 403, error: 'AccessDenied' },
    });
    expect(await probeAws(aws, reading([MEMBER, OTHER]))).toEqual([expect.stringContaining(`Account ${OTHER}: `)]);
  });

  it('need the name of their role', () => {
    const { settings } = new AwsConnector();
    expect(() => checkedSettings(settings, { ...KEYS, member_accounts: [MEMBER] })).toThrow(
      expect.objectContaining({
        details: [{ field: '/config/member_role', message: 'is needed for the other accounts' }],
      }),
    );
    expect(() => checkedSettings(settings, { ...KEYS, member_accounts: ['all'], member_role: 'r' })).toThrow();
  });
});

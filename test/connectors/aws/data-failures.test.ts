import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AwsService } from '../../../src/connectors/aws/aws-service.js';
import { DATA_SERVICES } from '../../../src/connectors/aws/services/data-services.js';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { collectAws, probeAws, verdicts } from './collect-aws.js';
import { RecordedAws } from './recorded-aws.js';

const only = (service: string): AwsService[] => DATA_SERVICES.filter((each) => each.service === service);

const IDENTITY =
  '<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:aws:iam::123456789012:user/crosswalk</Arn>' +
  '<Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>';

describe('refused or failing calls of data services', () => {
  let aws: RecordedAws;
  beforeEach(async () => {
    aws = await RecordedAws.start();
  });
  afterEach(() => aws.stop());

  it('cost the properties of a bucket that cannot be read, and name the permission', async () => {
    const complete = await collectAws(aws, { collectors: only('s3') });
    aws.first({ service: 's3', action: 'GET /copies/', when: { encryption: '' }, status: 403, error: 'AccessDenied' });
    const collected = await collectAws(aws, { collectors: only('s3') });
    expect(collected.gaps).toEqual([
      {
        resourceTypes: ['AwsS3Bucket'],
        properties: ['encryption', 'kms_key_id'],
        region: 'us-east-1',
        account: '123456789012',
        reason: 'AWS refused s3:GetEncryptionConfiguration: allow this action in the policy of the integration.',
      },
    ]);
    expect(verdicts(collected)['aws.s3.bucket-kms-encryption']).toEqual({ fail: ['open'] });
    expect(verdicts(collected)['aws.s3.bucket-object-versioning']).toEqual(
      verdicts(complete)['aws.s3.bucket-object-versioning'],
    );
    expect(verdicts(collected)['aws.s3.account-level-public-access-blocks']).toBeDefined();
  });

  it('omit a bucket that is deleted meanwhile, without a gap', async () => {
    aws.first({ service: 's3', action: 'GET /copies/', when: { acl: '' }, status: 404, error: 'NoSuchBucket' });
    const collected = await collectAws(aws, { collectors: only('s3') });
    expect(collected.gaps).toEqual([]);
    const names = collected.resources.filter(({ type }) => type === 'AwsS3Bucket').map(({ name }) => name);
    expect(names.sort()).toEqual(['open', 'trail-logs']);
  });

  it('leave statements about all regions null where one cannot be read', async () => {
    const denied = { region: 'us-east-1', status: 403, error: 'AccessDeniedException' };
    aws.first({ service: 'backup', action: 'GET /backup/plans', ...denied });
    const collected = await collectAws(aws, { collectors: only('backup') });
    expect(collected.resources.map(({ type }) => type)).toEqual(['AwsBackupBackupVault']);
    expect(collected.gaps).toEqual([
      {
        resourceTypes: ['AwsBackupAccount'],
        region: null,
        account: '123456789012',
        reason: 'AWS refused backup:ListBackupPlans: allow this action in the policy of the integration.',
      },
    ]);
    expect(verdicts(collected)['aws.backup.plans-exist']).toBeUndefined();
  });

  it('skip a region without the service', async () => {
    aws.first({
      service: 'backup',
      action: 'GET /backup-vaults',
      region: 'us-east-1',
      status: 400,
      error: 'OptInRequired',
    });
    const collected = await collectAws(aws, { collectors: only('backup') });
    expect(collected.gaps).toEqual([]);
    expect(verdicts(collected)['aws.backup.plans-exist']).toEqual({ pass: ['123456789012'] });
  });

  it('distinguish disabled Macie from Macie that may not be read', async () => {
    aws.first({
      service: 'macie2',
      action: 'GET /macie',
      region: 'us-east-1',
      status: 403,
      error: 'AccessDeniedException',
    });
    const collected = await collectAws(aws, { collectors: only('macie') });
    expect(collected.gaps).toMatchObject([
      {
        region: 'us-east-1',
        reason: 'AWS refused macie2:GetMacieSession: allow this action in the policy of the integration.',
      },
    ]);
    expect(verdicts(collected)['aws.macie.is-enabled']).toBeUndefined();
  });

  it('do not let aggregators pass where the delegated administrators are unknown', async () => {
    aws.first({ service: 'organizations', action: 'ListDelegatedAdministrators', error: 'AccessDeniedException' });
    const collected = await collectAws(aws, { collectors: only('config') });
    expect(collected.gaps).toMatchObject([
      {
        resourceTypes: ['AwsConfigAccount'],
        reason:
          'AWS refused organizations:ListDelegatedAdministrators: allow this action in the policy of the integration.',
      },
    ]);
    expect(verdicts(collected)['aws.config.delegated-admin-and-org-aggregator-all-regions']).toBeUndefined();
  });

  it('omit only the users of a key whose policy cannot be read', async () => {
    const KeyId = '11111111-0000-4000-8000-000000000001';
    aws.first({ service: 'kms', action: 'GetKeyPolicy', when: { KeyId }, error: 'AccessDeniedException' });
    const collected = await collectAws(aws, { collectors: only('kms') });
    expect(collected.gaps).toMatchObject([{ properties: ['public_principals', 'outside_principals'] }]);
    expect(verdicts(collected)['aws.kms.cmk-rotation-enabled']).toEqual({ pass: ['alias/data'], fail: ['alias/open'] });
    expect(verdicts(collected)['aws.kms.key-not-publicly-accessible']?.pass).toBeUndefined();
  });

  it('retry a throttled call', async () => {
    const slow = { action: 'DescribeDBInstances', region: 'eu-central-1', times: 2 };
    aws.first({ service: 'rds', ...slow, status: 400, error: 'Throttling' });
    const collected = await collectAws(aws, { collectors: only('rds') });
    expect(collected.gaps).toEqual([]);
    expect(collected.resources.filter(({ type }) => type === 'AwsRdsDbInstance')).toHaveLength(3);
  });

  it('throw ConnectionLost when credentials expire while regions are read', async () => {
    const identity = { service: 'sts', action: 'GetCallerIdentity' };
    aws.first({ ...identity, status: 403, error: 'ExpiredToken' });
    aws.first({ ...identity, times: 1, body: IDENTITY });
    aws.first({ service: 'cloudtrail', action: 'DescribeTrails', error: 'ExpiredTokenException' });
    await expect(collectAws(aws, { collectors: only('cloudtrail') })).rejects.toBeInstanceOf(ConnectionLost);
  });

  it('appear in a probe with the missing permission', async () => {
    aws.first({ service: 'kms', action: 'ListKeys', error: 'AccessDeniedException' });
    aws.first({ service: 'acm', action: 'ListCertificates', error: 'AccessDeniedException' });
    expect(await probeAws(aws, { collectors: [...only('acm'), ...only('kms'), ...only('efs')] })).toEqual([
      'AWS refused acm:ListCertificates: allow this action in the policy of the integration.',
      'AWS refused kms:ListKeys: allow this action in the policy of the integration.',
    ]);
  });
});

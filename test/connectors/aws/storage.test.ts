import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATA_SERVICES } from '../../../src/connectors/aws/services/data-services.js';
import { collectAws, KEYS, misshapen, verdicts, type CollectedAws } from './collect-aws.js';
import { RecordedAws } from './recorded-aws.js';

const STORES = ['acm', 'backup', 'dynamodb', 'efs', 'kms', 'rds', 's3', 'secretsmanager'];
const collectors = DATA_SERVICES.filter(({ service }) => STORES.includes(service));
const PARTNER = '210987654321';

describe('data stores of an account', () => {
  let aws: RecordedAws;
  let collected: CollectedAws;
  let verdictOf: ReturnType<typeof verdicts>;
  const propertiesOf = (type: string, name: string) =>
    collected.resources.find((resource) => resource.type === type && resource.name === name)?.properties;

  beforeAll(async () => {
    aws = await RecordedAws.start();
    collected = await collectAws(aws, { collectors, config: { ...KEYS, trusted_accounts: [PARTNER] } });
    verdictOf = verdicts(collected);
  });
  afterAll(() => aws.stop());

  it('are collected completely, in their documented resource types', () => {
    expect(aws.unanswered).toEqual([]);
    expect(collected.gaps).toEqual([]);
    expect(misshapen(collected.resources)).toEqual([]);
  });

  it('include the buckets of all pages, with the effective Block Public Access', () => {
    expect(propertiesOf('AwsS3Bucket', 'open')).toMatchObject({
      encryption: 'AES256',
      versioning: 'Off',
      public_access_block: {
        block_public_acls: true,
        ignore_public_acls: true,
        block_public_policy: false,
        restrict_public_buckets: false,
      },
      acl_grants: [{ grantee: 'AllUsers', permission: 'READ' }],
      outside_principals: [{ principal: '*', trusted: false }],
      age_days: 365,
    });
    expect(propertiesOf('AwsS3Bucket', 'trail-logs')).toMatchObject({
      acl_grants: [],
      policy_is_public: false,
      outside_principals: [{ principal: `arn:aws:iam::${PARTNER}:role/audit`, trusted: true }],
      replication_rules: [{ id: 'copy', enabled: true, destination_bucket: 'copies', destination_region: 'us-east-1' }],
      trails: ['company'],
      tags: { data: 'audit' },
    });
    expect(propertiesOf('AwsS3Bucket', 'copies')).toMatchObject({ age_days: 10, policy_statements: [] });
  });

  it.each([
    ['account-level-public-access-blocks', { fail: ['123456789012'] }],
    ['bucket-public-access', { pass: ['copies', 'trail-logs'], fail: ['open'] }],
    ['bucket-default-encryption', { pass: ['copies', 'open', 'trail-logs'] }],
    ['bucket-kms-encryption', { pass: ['trail-logs'], fail: ['copies', 'open'] }],
    ['bucket-secure-transport-policy', { pass: ['trail-logs'], fail: ['copies', 'open'] }],
    ['bucket-object-versioning', { pass: ['trail-logs'], fail: ['copies', 'open'] }],
    ['bucket-object-lock', { pass: ['trail-logs'], fail: ['copies', 'open'] }],
    ['bucket-lifecycle-enabled', { pass: ['trail-logs'], fail: ['copies', 'open'] }],
    ['bucket-server-access-logging-enabled', { pass: ['trail-logs'], fail: ['copies', 'open'] }],
    ['bucket-cross-region-replication', { pass: ['trail-logs'], fail: ['copies', 'open'] }],
    ['bucket-cross-account-access', { pass: ['copies', 'trail-logs'], fail: ['open'] }],
  ])('have the expected verdicts of aws.s3.%s on buckets', (check, expected) => {
    expect(verdictOf[`aws.s3.${check}`]).toEqual(expected);
  });

  it('include the trails only of the bucket that a trail writes to', () => {
    expect(verdictOf['aws.cloudtrail.logs-s3-bucket-is-not-publicly-accessible']).toEqual({ pass: ['trail-logs'] });
  });

  it.each([
    ['aws.rds.instance-storage-encrypted', { pass: ['member', 'orders'], fail: ['legacy'] }],
    ['aws.rds.instance-transport-encrypted', { pass: ['member', 'orders'], fail: ['legacy'] }],
    ['aws.rds.instance-no-public-access', { pass: ['member', 'orders'], fail: ['legacy'] }],
    ['aws.rds.instance-backup-enabled', { pass: ['member', 'orders'], fail: ['legacy'] }],
    ['aws.rds.instance-multi-az', { pass: ['member', 'orders'], fail: ['legacy'] }],
    ['aws.rds.instance-minor-version-upgrade-enabled', { pass: ['member', 'orders'], fail: ['legacy'] }],
    ['aws.rds.instance-deprecated-engine-version', { pass: ['member', 'orders'], fail: ['legacy'] }],
    ['aws.rds.instance-integration-cloudwatch-logs', { pass: ['member', 'orders'], fail: ['legacy'] }],
    ['aws.rds.instance-iam-authentication-enabled', { pass: ['member', 'orders'], fail: ['legacy'] }],
    ['aws.rds.instance-default-admin', { pass: ['member', 'orders'], fail: ['legacy'] }],
    ['aws.rds.instance-deletion-protection', { pass: ['member', 'orders'], fail: ['legacy'] }],
    ['aws.rds.snapshots-public-access', { pass: ['aurora-kept', 'kept'], fail: ['given-away'] }],
    ['aws.kms.cmk-rotation-enabled', { pass: ['alias/data'], fail: ['alias/open'] }],
    ['aws.kms.key-not-publicly-accessible', { pass: ['alias/data'], fail: ['alias/open'] }],
    ['aws.secretsmanager.automatic-rotation-enabled', { pass: ['db/app'], fail: ['token'] }],
    ['aws.acm.certificates-expiration-check', { pass: ['www.example.com'], fail: ['api.example.com'] }],
    ['aws.dynamodb.tables-pitr-enabled', { pass: ['orders'], fail: ['sessions'] }],
    ['aws.efs.encryption-at-rest-enabled', { pass: ['shared'], fail: ['fs-2'] }],
    ['aws.backup.plans-exist', { pass: ['123456789012'] }],
    ['aws.backup.reportplans-exist', { fail: ['123456789012'] }],
    ['aws.backup.vaults-encrypted', { pass: ['Default'] }],
  ])('have the expected verdicts of %s', (check, expected) => {
    expect(verdictOf[check]).toEqual(expected);
  });

  it('include keys pending deletion, and no AWS managed keys', () => {
    const id = '11111111-0000-4000-8000-000000000003';
    expect(verdictOf['aws.kms.cmk-not-deleted-unintentionally']).toEqual({
      pass: ['alias/data', 'alias/open'],
      fail: [id],
    });
    expect(propertiesOf('AwsKmsKey', id)).toMatchObject({ days_to_deletion: 12, public_principals: null });
  });

  it('include the open security groups and public subnets of a database', () => {
    expect(propertiesOf('AwsRdsDbInstance', 'legacy')).toMatchObject({
      open_security_groups: ['sg-1'],
      public_subnets: ['subnet-2'],
    });
    expect(propertiesOf('AwsRdsDbInstance', 'orders')).toMatchObject({ open_security_groups: [], public_subnets: [] });
  });

  it('have ages counted to the start of the collection', () => {
    expect(propertiesOf('AwsCertificateManagerCertificate', 'www.example.com')).toMatchObject({
      days_to_expiry: 12,
      other_names: ['example.com'],
    });
    expect(propertiesOf('AwsSecretsManagerSecret', 'db/app')).toMatchObject({ last_rotated_days: 10, age_days: 365 });
    expect(propertiesOf('AwsDynamoDbTable', 'orders')).toMatchObject({ recovery_period_days: 14, age_days: 365 });
  });
});

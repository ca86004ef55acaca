import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { iam } from '../../../src/connectors/aws/services/iam.js';
import { collectAws, misshapen, verdicts, type CollectedAws } from './collect-aws.js';
import { RecordedAws } from './recorded-aws.js';

let aws: RecordedAws;
let collected: CollectedAws;

beforeAll(async () => {
  aws = await RecordedAws.start();
  collected = await collectAws(aws, { collectors: [iam] });
});

afterAll(async () => aws.stop());

describe('the identities of an account', () => {
  it('are collected from all pages without a gap', () => {
    expect(aws.unanswered).toEqual([]);
    expect(collected.gaps).toEqual([]);
    expect(collected.resources.filter(({ type }) => type === 'AwsIamUser').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['anna', 'jonas', 'svc-deploy']),
    );
  });

  it('match their documented resource types', () => {
    expect(misshapen(collected.resources)).toEqual([]);
  });

  it('wait for the credential report and for service last accessed data', () => {
    const asked = (action: string) => aws.calls.filter((call) => call.action === action).length;
    expect(asked('GenerateCredentialReport')).toBe(2);
    expect(asked('GetServiceLastAccessedDetails')).toBe(3);
    expect(asked('GenerateServiceLastAccessedDetails')).toBe(2);
  });

  it('have credentials, groups and policies of a user, with ages in whole days', () => {
    expect(collected.resources.find(({ name }) => name === 'jonas')).toEqual({
      type: 'AwsIamUser',
      id: 'arn:aws:iam::123456789012:user/jonas',
      name: 'jonas',
      region: null,
      account: '123456789012',
      properties: {
        age_days: 365,
        password_enabled: true,
        password_last_used_days: 80,
        mfa_active: false,
        idle_days: 60,
        access_keys: [{ active: true, age_days: 111, last_used_days: 60, last_used_service: 's3' }],
        services_used: ['iam', 's3'],
        attached_policies: [],
        inline_policies: ['all'],
        groups: ['admins'],
        tags: {},
        is_administrator: true,
      },
    });
  });

  it('get the verdicts that were worked out by hand', () => {
    const root = '<root_account>';
    expect(verdicts(collected)).toEqual({
      'aws.iam.root-mfa-enabled': { fail: [root] },
      'aws.iam.no-root-access-key': { pass: [root] },
      'aws.iam.avoid-root-usage': { fail: [root] },
      // Anna passes nothing: people sign in through a SAML provider too, so that the users are not everybody.
      'aws.iam.user-mfa-enabled-console-access': { fail: ['jonas'] },
      'aws.iam.administrator-access-with-mfa': { fail: ['jonas'] },
      'aws.iam.password-policy-minimum-length': { fail: ['account password policy'] },
      'aws.iam.password-policy-reuse': { fail: ['account password policy'] },
      'aws.iam.password-policy-expires-passwords-within-90-days-or-less': { fail: ['account password policy'] },
      'aws.iam.password-policy-kinds-of-characters': { fail: ['account password policy'] },
      // Anna has no key; Jonas, a person, has one of 111 days.
      'aws.iam.rotate-access-key-90-days': { pass: ['svc-deploy'] },
      'aws.iam.user-accesskey-unused': { pass: ['svc-deploy'], fail: ['jonas'] },
      // Svc-deploy has keys and no password.
      'aws.iam.user-idle-disabled': { pass: ['anna', 'jonas'] },
      'aws.iam.user-no-setup-initial-access-key': { pass: ['anna', 'jonas'] },
      'aws.iam.user-two-active-access-key': { pass: ['anna', 'jonas'], fail: ['svc-deploy'] },
      'aws.iam.policy-attached-only-to-group-or-roles': { pass: ['anna', 'svc-deploy'], fail: ['jonas'] },
      'aws.iam.customer-attached-policy-no-administrative-privileges': { pass: ['launcher'] },
      'aws.iam.inline-policy-no-administrative-privileges': { fail: ['jonas/all'] },
      'aws.iam.policy-allows-privilege-escalation': { fail: ['launcher'] },
      'aws.iam.role-cross-service-confused-deputy-prevention': { pass: ['confined'], fail: ['publisher'] },
      'aws.iam.support-role-created': { fail: ['AWSSupportAccess'] },
      'aws.iam.securityaudit-role-created': { pass: ['SecurityAudit'] },
      'aws.iam.check-saml-providers-sts': { pass: ['123456789012'] },
      'aws.iam.no-expired-server-certificates-stored': { fail: ['old'] },
      'aws.iam.user-with-temporary-credentials': { pass: ['svc-deploy'], fail: ['jonas'] },
    });
  });
});

describe('identities with refused calls', () => {
  it('leave a gap that names the action, and pass no check that depends on it', async () => {
    aws.first({
      service: 'iam',
      action: 'GetCredentialReport',
      status: 403,
      error: 'AccessDenied',
      message: 'User: crosswalk is not authorized to perform: iam:GetCredentialReport on resource: *',
      times: 1,
    });
    const partial = await collectAws(aws, { collectors: [iam] });
    expect(partial.gaps).toEqual([
      {
        resourceTypes: ['AwsIamUser', 'AwsIamRootUser', 'AwsIamGroup'],
        region: null,
        account: '123456789012',
        reason: 'AWS refused iam:GetCredentialReport: allow this action in the policy of the integration.',
      },
      {
        resourceTypes: ['AwsIamPasswordPolicy'],
        properties: ['users_with_password'],
        region: null,
        account: '123456789012',
        reason: 'AWS refused iam:GetCredentialReport: allow this action in the policy of the integration.',
      },
    ]);
    const said = verdicts(partial);
    expect(said['aws.iam.no-root-access-key']).toBeUndefined();
    // Whether anybody has a password that the policy would bind is not known.
    expect(said['aws.iam.password-policy-minimum-length']).toBeUndefined();
    expect(said['aws.iam.securityaudit-role-created']).toEqual({ pass: ['SecurityAudit'] });
  });

  it('include the user without service last accessed data and evaluate its other properties', async () => {
    aws.first({
      service: 'iam',
      action: 'GenerateServiceLastAccessedDetails',
      status: 403,
      error: 'AccessDenied',
      times: 2,
    });
    const partial = await collectAws(aws, { collectors: [iam] });
    expect(partial.gaps.map(({ reason }) => reason)).toEqual([
      'AWS refused iam:GenerateServiceLastAccessedDetails: allow this action in the policy of the integration.',
    ]);
    expect(misshapen(partial.resources)).toEqual([]);
    expect(verdicts(partial)['aws.iam.user-accesskey-unused']).toEqual({ pass: ['svc-deploy'], fail: ['jonas'] });
    expect(verdicts(partial)['aws.iam.user-with-temporary-credentials']).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { statementsOf } from '../../../src/connectors/aws/policy-document.rules.js';
import {
  groupOf,
  inlinePoliciesOf,
  isAdministratorUser,
  managedPolicyOf,
} from '../../../src/connectors/aws/services/iam-entities.rules.js';
import { isAdministrator } from '../../../src/connectors/aws/services/iam-escalation.rules.js';
import { checksUnderTest } from '../../checks/content.js';

const BUCKET = 'arn:aws:s3:::records';
const IAM = 'arn:aws:iam::*:*';

/** Statements of permissions, and whether their holder may do everything. */
const SHAPES: { name: string; statements: object[]; isAdministrator: boolean }[] = [
  { name: 'every action on every resource', statements: [{}], isAdministrator: true },
  { name: 'every action of every service', statements: [{ Action: ['s3:Get*', '*:*'] }], isAdministrator: true },
  {
    name: 'every action by its letters',
    statements: [{ Action: 'abcdefghijklmnopqrstuvwxyz'.split('').map((letter) => `${letter}*`) }],
    isAdministrator: true,
  },
  { name: 'every action in another spelling', statements: [{ Action: '?*' }], isAdministrator: true },
  { name: 'every resource by its ARN', statements: [{ Resource: 'arn:aws:*' }], isAdministrator: true },
  {
    name: 'every resource of another partition',
    statements: [{ Resource: 'arn:aws-us-gov:*:*:*:*' }],
    isAdministrator: true,
  },
  {
    name: 'every action, with MFA',
    statements: [{ Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } }],
    isAdministrator: true,
  },
  {
    name: 'every action but those of a service',
    statements: [{ Action: undefined, NotAction: ['s3:*'] }],
    isAdministrator: true,
  },
  {
    name: 'every action but one of IAM',
    statements: [{ Action: undefined, NotAction: ['iam:DeleteUser'] }],
    isAdministrator: true,
  },
  {
    name: 'every resource but a bucket',
    statements: [{ Resource: undefined, NotResource: [BUCKET, `${BUCKET}/*`] }],
    isAdministrator: true,
  },
  {
    name: 'all but a service, on all but a bucket',
    statements: [{ Action: undefined, NotAction: 's3:*', Resource: undefined, NotResource: BUCKET }],
    isAdministrator: true,
  },
  {
    name: 'everything, and one thing denied',
    statements: [{}, { Effect: 'Deny', Action: 'cloudtrail:StopLogging' }],
    isAdministrator: true,
  },
  { name: 'everything in the second statement', statements: [{ Action: 's3:GetObject' }, {}], isAdministrator: true },
  {
    name: 'every action but those of IAM',
    statements: [{ Action: undefined, NotAction: ['iam:*', 'organizations:*'] }],
    isAdministrator: false,
  },
  { name: 'every action but every one', statements: [{ Action: undefined, NotAction: '*' }], isAdministrator: false },
  {
    name: 'every resource but those of IAM',
    statements: [{ Resource: undefined, NotResource: IAM }],
    isAdministrator: false,
  },
  { name: 'every action of one service', statements: [{ Action: 'iam:*' }], isAdministrator: false },
  { name: 'every action on a bucket', statements: [{ Resource: BUCKET }], isAdministrator: false },
  {
    name: 'every action but some, on a bucket',
    statements: [{ Action: undefined, NotAction: 's3:*', Resource: BUCKET }],
    isAdministrator: false,
  },
  { name: 'everything denied', statements: [{ Effect: 'Deny' }], isAdministrator: false },
  { name: 'nothing', statements: [], isAdministrator: false },
];

function document(statements: readonly object[]): string {
  const whole = statements.map((each) => ({ Effect: 'Allow', Action: '*', Resource: '*', ...each }));
  return JSON.stringify({ Version: '2012-10-17', Statement: whole });
}

const managed = (text: string, more: object = {}) => ({
  Arn: 'arn:aws:iam::482910375566:policy/own',
  AttachmentCount: 1,
  PolicyVersionList: [
    { IsDefaultVersion: false, Document: document([{}]) },
    { IsDefaultVersion: true, Document: text },
  ],
  ...more,
});
const inline = (text: string) => [{ PolicyName: 'inline', PolicyDocument: text }];
const ofInline = (page: object) => inlinePoliciesOf(page).map(({ properties }) => properties.allows_everything);

/** Everything that decides whether somebody is an administrator, on these statements. */
const VERDICTS: Record<string, (text: string) => unknown> = {
  'a policy of the account': (text) => managedPolicyOf(managed(text)).allows_everything,
  'a policy embedded in a user': (text) => ofInline({ UserDetailList: [{ UserPolicyList: inline(text) }] })[0],
  'a policy embedded in a group': (text) => ofInline({ GroupDetailList: [{ GroupPolicyList: inline(text) }] })[0],
  'a policy embedded in a role': (text) => ofInline({ RoleDetailList: [{ RolePolicyList: inline(text) }] })[0],
  'a group with an embedded policy': (text) =>
    groupOf({ GroupPolicyList: inline(text) }, [], new Map()).is_administrator,
  'a group with a policy of the account': (text) => {
    const policy = managed(text);
    const group = { AttachedManagedPolicies: [{ PolicyArn: policy.Arn, PolicyName: 'own' }] };
    return groupOf(group, [], new Map([[policy.Arn, statementsOf(text)]])).is_administrator;
  },
  'a user with an embedded policy': (text) =>
    isAdministratorUser({ UserPolicyList: inline(text) }, new Set(), new Map()),
  'a user with a policy of the account': (text) => {
    const policy = managed(text);
    const user = { AttachedManagedPolicies: [{ PolicyArn: policy.Arn, PolicyName: 'own' }] };
    return isAdministratorUser(user, new Set(), new Map([[policy.Arn, statementsOf(text)]]));
  },
};

describe('full administration', () => {
  it.each(SHAPES)('$name: $isAdministrator', ({ statements, isAdministrator: expected }) => {
    expect(isAdministrator(statementsOf(document(statements)))).toBe(expected);
  });

  describe.each(Object.entries(VERDICTS))('of %s', (_whose, verdict) => {
    it.each(SHAPES)('$name: $isAdministrator', ({ statements, isAdministrator: expected }) => {
      expect(verdict(document(statements))).toBe(expected);
    });
  });

  it('is what the policy of AWS by that name gives a group, and no other policy of AWS', () => {
    const withPolicy = (name: string) =>
      groupOf({ AttachedManagedPolicies: [{ PolicyArn: `arn:aws:iam::aws:policy/${name}` }] }, [], new Map());
    expect(withPolicy('AdministratorAccess').is_administrator).toBe(true);
    expect(withPolicy('ReadOnlyAccess').is_administrator).toBe(false);
  });

  it('comes to a user with a group that gives it, and with no other', () => {
    const user = { GroupList: ['staff', 'admins'] };
    expect(isAdministratorUser(user, new Set(['admins']), new Map())).toBe(true);
    expect(isAdministratorUser(user, new Set(['root']), new Map())).toBe(false);
  });

  it('is not granted by a policy that is only a boundary of permissions', () => {
    const boundary = managedPolicyOf(managed(document([{}]), { AttachmentCount: 0, PermissionsBoundaryUsageCount: 3 }));
    expect(boundary).toMatchObject({ is_attached: false, allows_everything: true });
  });

  it('is nowhere decided by a check itself: no expression names the policy or reads statements', () => {
    const logics = checksUnderTest().flatMap(({ id, logic }) => (id.startsWith('aws.iam.') && logic ? [logic] : []));
    const passes = logics.map(({ applies = '', passes: condition }) => `${applies} ${condition}`);
    expect(passes.filter((each) => /AdministratorAccess|\.statements|not_actions/.test(each))).toEqual([]);
    expect(passes.filter((each) => /allows_everything|is_administrator/.test(each))).toHaveLength(3);
  });
});

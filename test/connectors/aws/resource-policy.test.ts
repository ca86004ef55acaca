import { describe, expect, it } from 'vitest';
import { statementsOf } from '../../../src/connectors/aws/policy-document.rules.js';
import { functionOf } from '../../../src/connectors/aws/services/awslambda.rules.js';
import {
  deniesPlainHttp,
  isForPublic,
  outsidePrincipals,
  publicPrincipals,
} from '../../../src/connectors/aws/services/resource-policy.rules.js';
import { checksUnderTest } from '../../checks/content.js';

const OWN = '482910375566';
const PARTNER = '961270048832';
const STRANGER = '999988887777';
const viewpoint = { account: OWN, trusted: [PARTNER] };
const strings = (key: string, value: unknown) => ({ Condition: { StringEquals: { [key]: value } } });
const like = (key: string, value: unknown) => ({ Condition: { StringLike: { [key]: value } } });

/** What a statement that allows something may say of callers: whether everybody is admitted, and who is from outside the account. */
const SHAPES: { name: string; of: object; isPublic: boolean; outside: string[] }[] = [
  { name: 'everybody', of: { Principal: '*' }, isPublic: true, outside: ['*'] },
  { name: 'every AWS account', of: { Principal: { AWS: ['*'] } }, isPublic: true, outside: ['*'] },
  {
    name: 'the root of any account',
    of: { Principal: { AWS: 'arn:aws:iam::*:root' } },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'everybody and one role',
    of: { Principal: { AWS: ['*', `arn:aws:iam::${OWN}:role/a`] } },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'everybody but one role',
    of: { NotPrincipal: { AWS: `arn:aws:iam::${OWN}:role/a` } },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'everybody but one role, of this account',
    of: { NotPrincipal: { AWS: `arn:aws:iam::${OWN}:role/a` }, ...strings('aws:PrincipalAccount', OWN) },
    isPublic: false,
    outside: [],
  },
  { name: 'the account', of: { Principal: { AWS: `arn:aws:iam::${OWN}:root` } }, isPublic: false, outside: [] },
  { name: 'a partner', of: { Principal: { AWS: PARTNER } }, isPublic: false, outside: [PARTNER] },
  {
    name: 'a stranger',
    of: { Principal: { AWS: `arn:aws:iam::${STRANGER}:root` } },
    isPublic: false,
    outside: [`arn:aws:iam::${STRANGER}:root`],
  },
  {
    name: 'a canonical user',
    of: { Principal: { CanonicalUser: '79a59df9' } },
    isPublic: false,
    outside: ['79a59df9'],
  },
  { name: 'a service', of: { Principal: { Service: 'logs.amazonaws.com' } }, isPublic: false, outside: [] },
  {
    name: 'everybody through a service',
    of: { Principal: '*', ...strings('kms:ViaService', 's3.eu-central-1.amazonaws.com') },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'the account through a service',
    of: {
      Principal: '*',
      Condition: { StringEquals: { 'kms:ViaService': 's3.eu-central-1.amazonaws.com', 'kms:CallerAccount': OWN } },
    },
    isPublic: false,
    outside: [],
  },
  {
    name: 'a stranger through a service',
    of: { Principal: '*', ...strings('kms:CallerAccount', STRANGER) },
    isPublic: false,
    outside: ['*'],
  },
  {
    name: 'everybody called for by a service',
    of: { Principal: '*', ...strings('aws:CalledVia', 'athena.amazonaws.com') },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'everybody of a name',
    of: { Principal: '*', ...strings('aws:username', 'anna') },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'everybody on own resources',
    of: { Principal: '*', ...strings('aws:ResourceAccount', OWN) },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'everybody over TLS',
    of: { Principal: '*', Condition: { Bool: { 'aws:SecureTransport': 'true' } } },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'an organization',
    of: { Principal: '*', ...strings('aws:PrincipalOrgID', 'o-1') },
    isPublic: false,
    outside: [],
  },
  {
    name: 'a part of an organization',
    of: { Principal: '*', ...like('aws:PrincipalOrgPaths', 'o-1/r-1/*') },
    isPublic: false,
    outside: [],
  },
  {
    name: 'any organization',
    of: { Principal: '*', ...like('aws:PrincipalOrgID', 'o-*') },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'an organization, or none',
    of: { Principal: '*', Condition: { StringEqualsIfExists: { 'aws:PrincipalOrgID': 'o-1' } } },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'an organization, or an empty list',
    of: { Principal: '*', Condition: { 'ForAllValues:StringEquals': { 'aws:PrincipalOrgPaths': 'o-1/r-1' } } },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'all but an organization',
    of: { Principal: '*', Condition: { StringNotEquals: { 'aws:PrincipalOrgID': 'o-1' } } },
    isPublic: true,
    outside: ['*'],
  },
  { name: 'a network', of: { Principal: '*', ...strings('aws:SourceVpce', 'vpce-1') }, isPublic: false, outside: [] },
  { name: 'any network', of: { Principal: '*', ...like('aws:SourceVpce', 'vpce-*') }, isPublic: true, outside: ['*'] },
  {
    name: 'a role of any account',
    of: { Principal: '*', Condition: { ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:role/admin' } } },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'the roles of the account',
    of: { Principal: '*', Condition: { ArnLike: { 'aws:PrincipalArn': `arn:aws:iam::${OWN}:role/*` } } },
    isPublic: false,
    outside: [],
  },
  {
    name: 'a topic of any account',
    of: { Principal: '*', Condition: { ArnLike: { 'AWS:SourceArn': 'arn:aws:sns:*:*:*' } } },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'any bucket',
    of: { Principal: '*', Condition: { ArnLike: { 'AWS:SourceArn': 'arn:aws:s3:::logs-*' } } },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'one bucket, whose ARN names no account',
    of: { Principal: '*', Condition: { ArnLike: { 'AWS:SourceArn': 'arn:aws:s3:::logs' } } },
    isPublic: false,
    outside: ['*'],
  },
  {
    name: 'one account or everybody',
    of: { Principal: '*', ...like('aws:SourceAccount', [OWN, '*']) },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'everybody from everywhere',
    of: { Principal: '*', Condition: { IpAddress: { 'aws:SourceIp': ['0.0.0.0/1', '128.0.0.0/1'] } } },
    isPublic: true,
    outside: ['*'],
  },
  {
    name: 'everybody from an office',
    of: { Principal: '*', Condition: { IpAddress: { 'aws:SourceIp': '81.2.69.0/24' } } },
    isPublic: false,
    outside: ['*'],
  },
  {
    name: 'everybody from elsewhere',
    of: { Principal: '*', Condition: { NotIpAddress: { 'aws:SourceIp': '81.2.69.0/24' } } },
    isPublic: true,
    outside: ['*'],
  },
  { name: 'nobody', of: { Effect: 'Deny', Principal: '*' }, isPublic: false, outside: [] },
  { name: 'all but one are refused', of: { Effect: 'Deny', NotPrincipal: { AWS: OWN } }, isPublic: false, outside: [] },
];

function policy(...statements: object[]) {
  const whole = statements.map((each) => ({ Effect: 'Allow', Action: '*', Resource: '*', ...each }));
  return statementsOf(JSON.stringify({ Version: '2012-10-17', Statement: whole }));
}

describe('a resource-based policy', () => {
  it.each(SHAPES)('for $name: for the public $isPublic', ({ of, isPublic }) => {
    const statements = policy({ Effect: 'Allow', Principal: { AWS: OWN } }, of);
    expect(statements.some(isForPublic)).toBe(isPublic);
    expect(publicPrincipals(statements)).toEqual(isPublic ? ['*'] : []);
    expect(functionOf({}, { statements, ageDays: 1 }).public_statements()).toHaveLength(isPublic ? 1 : 0);
  });

  it.each(SHAPES)('for $name: $outside from outside', ({ of, outside }) => {
    const expected = outside.map((principal) => ({ principal, trusted: principal === PARTNER }));
    expect(outsidePrincipals(policy(of), viewpoint)).toEqual(expected);
  });

  it('for the public is one with principals from outside', () => {
    for (const { of, isPublic } of SHAPES.filter((each) => each.isPublic)) {
      expect([isPublic, outsidePrincipals(policy(of), viewpoint)]).toEqual([
        true,
        [{ principal: '*', trusted: false }],
      ]);
    }
  });
});

const BUCKET = 'arn:aws:s3:::records';
const OBJECTS = `${BUCKET}/*`;
const plain = { Bool: { 'aws:SecureTransport': 'false' } };
const denial = (more: object = {}) => ({
  Effect: 'Deny',
  Principal: '*',
  Action: 's3:*',
  Resource: [BUCKET, OBJECTS],
  Condition: plain,
  ...more,
});

describe('a bucket policy that denies requests without TLS', () => {
  it.each<[string, object[], boolean]>([
    ['to the bucket and its objects', [denial()], true],
    ['in two statements', [denial({ Resource: BUCKET }), denial({ Resource: OBJECTS })], true],
    ['to everything', [denial({ Resource: '*', Action: '*', Principal: { AWS: '*' } })], true],
    ['to all that begins like it', [denial({ Resource: `${BUCKET}*` })], true],
    [
      'with a condition for where the key is missing',
      [denial({ Condition: { BoolIfExists: { 'aws:SecureTransport': false } } })],
      true,
    ],
    ['to the bucket alone', [denial({ Resource: BUCKET })], false],
    ['to the objects alone', [denial({ Resource: OBJECTS })], false],
    ['to some objects', [denial({ Resource: [BUCKET, `${BUCKET}/private/*`] })], false],
    ['to objects of one letter', [denial({ Resource: [BUCKET, `${BUCKET}/?`] })], false],
    ['to another bucket', [denial({ Resource: ['arn:aws:s3:::other', 'arn:aws:s3:::other/*'] })], false],
    ['to all but a part', [denial({ Resource: undefined, NotResource: `${BUCKET}/public/*` })], false],
    ['to one role', [denial({ Principal: { AWS: `arn:aws:iam::${OWN}:role/a` } })], false],
    [
      'to all but one role',
      [denial({ Principal: undefined, NotPrincipal: { AWS: `arn:aws:iam::${OWN}:role/a` } })],
      false,
    ],
    ['for reading alone', [denial({ Action: 's3:GetObject' })], false],
    ['for writing alone', [denial({ Action: ['s3:PutObject'] })], false],
    ['for all but reading', [denial({ Action: undefined, NotAction: 's3:GetObject' })], false],
    ['from one network', [denial({ Condition: { ...plain, IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } })], false],
    [
      'with the condition the wrong way round',
      [denial({ Condition: { Bool: { 'aws:SecureTransport': 'true' } } })],
      false,
    ],
    ['with both values', [denial({ Condition: { Bool: { 'aws:SecureTransport': ['true', 'false'] } } })], false],
    ['without a condition', [denial({ Condition: undefined })], false],
    ['by allowing them', [denial({ Effect: 'Allow' })], false],
    ['by nothing', [], false],
  ])('%s', (_how, statements, expected) => {
    expect(deniesPlainHttp(policy(...statements), BUCKET)).toBe(expected);
  });
});

describe('checks of buckets that are open to the public', () => {
  it('are of one expression, for trails and for all', () => {
    const ids = ['aws.s3.bucket-public-access', 'aws.cloudtrail.logs-s3-bucket-is-not-publicly-accessible'];
    const passes = checksUnderTest().flatMap(({ id, logic }) => (ids.includes(id) ? [logic?.passes] : []));
    expect(passes).toHaveLength(2);
    expect(passes[0]).toBe(passes[1]);
  });
});

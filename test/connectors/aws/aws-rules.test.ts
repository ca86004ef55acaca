import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../src/connectors/aws/aws-error.rules.js';
import { asCompleted, merged } from '../../../src/connectors/aws/merged.js';
import { matchesAny, statementsOf } from '../../../src/connectors/aws/policy-document.rules.js';
import { policiesOf } from '../../../src/connectors/aws/aws-permissions.js';
import { looksSecret } from '../../../src/connectors/aws/secret-values.rules.js';
import { idleDaysOf } from '../../../src/connectors/aws/services/iam-credentials.rules.js';
import { escalationPaths } from '../../../src/connectors/aws/services/iam-escalation.rules.js';
import { regionsLeftOpen } from '../../../src/connectors/aws/services/organizations.rules.js';
import { growthOf } from '../../support/growth.js';

function policy(...statements: object[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

const allow = (actions: string[], more: object = {}) => ({ Effect: 'Allow', Action: actions, Resource: '*', ...more });

describe('a policy document', () => {
  it('is parsed plain or URL-encoded, with single values as lists', () => {
    const plain = policy({
      Effect: 'Allow',
      Principal: { AWS: '*', Service: ['ec2.amazonaws.com'] },
      Action: 's3:Get*',
      Resource: 'arn:aws:s3:::a/*',
      Condition: { StringEquals: { 'aws:SourceArn': 'arn:x' } },
    });
    const statement = {
      sid: null,
      effect: 'Allow',
      principals: ['*', 'Service:ec2.amazonaws.com'],
      not_principals: [],
      actions: ['s3:Get*'],
      not_actions: [],
      resources: ['arn:aws:s3:::a/*'],
      not_resources: [],
      conditions: [{ operator: 'StringEquals', key: 'aws:sourcearn', values: ['arn:x'] }],
    };
    expect(statementsOf(plain)).toEqual([statement]);
    expect(statementsOf(encodeURIComponent(plain))).toEqual([statement]);
    expect(statementsOf('')).toEqual([]);
  });

  it.each([
    ['*', 'iam:PassRole', true],
    ['iam:*', 'IAM:passrole', true],
    ['iam:Pass?ole', 'iam:PassRole', true],
    ['iam:*Role', 'iam:PassRole', true],
    ['iam:*Role*s', 'iam:PassRole', false],
    ['iam:PassRol', 'iam:PassRole', false],
    ['iam:PassRole?', 'iam:PassRole', false],
    ['i.m:PassRole', 'iam:PassRole', false],
  ])('%s matches %s: %s', (pattern, value, expected) => {
    expect(matchesAny([pattern], value)).toBe(expected);
  });

  it('is matched against a hostile pattern in linear time', async () => {
    const match = (size: number) => expect(matchesAny([`${'*?'.repeat(200)}z`], 'a'.repeat(size))).toBe(false);
    expect(await growthOf(match, 2_000)).toBeLessThan(8);
  });
});

describe('privilege escalations', () => {
  const paths = (...statements: object[]) => escalationPaths(statementsOf(policy(...statements)));

  it('need every action of a set, from any statements', () => {
    expect(paths(allow(['iam:PassRole']))).toEqual([]);
    expect(paths(allow(['iam:PassRole']), allow(['ec2:Run*']))).toEqual(['iam:PassRole + ec2:RunInstances']);
  });

  it('are found where NotAction allows all but other actions', () => {
    expect(paths({ Effect: 'Allow', NotAction: ['s3:*'], Resource: '*' })).toContain('iam:CreateAccessKey');
    expect(paths({ Effect: 'Allow', NotAction: ['iam:*', 'lambda:*', 'glue:*'], Resource: '*' })).not.toContain(
      'iam:CreateAccessKey',
    );
  });

  it('are prevented only by an unconditional denial on all resources', () => {
    const key = allow(['iam:CreateAccessKey']);
    expect(paths(key, { Effect: 'Deny', Action: 'iam:Create*', Resource: '*' })).toEqual([]);
    const conditional = { Bool: { 'aws:MultiFactorAuthPresent': 'false' } };
    expect(paths(key, { Effect: 'Deny', Action: 'iam:*', Resource: '*', Condition: conditional })).toHaveLength(1);
  });
});

describe('the idle time of a user', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const password = (used: string, changed: string) => ({
    password_enabled: 'true',
    password_last_used: used,
    password_last_changed: changed,
  });
  const key = (active: string, used: string, rotated: string) => ({
    access_key_1_active: active,
    access_key_1_last_used_date: used,
    access_key_1_last_rotated: rotated,
  });

  it.each<[string, Record<string, string>, number | null]>([
    ['neither password nor key', {}, null],
    ['a password that was used', password(ago(120), ago(300)), 120],
    ['a password that was never used', password('no_information', ago(300)), 300],
    ['a password that was never used, set lately', password('N/A', ago(3)), 3],
    ['an idle password and a key in use', { ...password(ago(120), ago(300)), ...key('true', ago(2), ago(50)) }, 2],
    ['an idle password and a new key', { ...password(ago(120), ago(300)), ...key('true', 'N/A', ago(5)) }, 120],
    ['a key that was never used', key('true', 'N/A', ago(95)), 95],
    ['a key that is switched off', key('false', ago(2), ago(95)), null],
    ['a password without a date', password('N/A', 'N/A'), 400],
  ])('with %s', (_what, row, expected) => {
    expect(idleDaysOf({ user: 'u', arn: 'arn', user_creation_time: ago(400), ...row }, now)).toBe(expected);
  });
});

describe('a service control policy', () => {
  it('returns the regions that it does not deny', () => {
    const Condition = { StringNotEquals: { 'aws:requestedregion': ['us-east-1', 'eu-central-1'] } };
    expect(regionsLeftOpen(policy({ Effect: 'Deny', Action: '*', Resource: '*', Condition }))).toEqual([
      'eu-central-1',
      'us-east-1',
    ]);
  });

  it('returns null where it denies only some regions, or is not about regions', () => {
    const Condition = { StringEquals: { 'aws:RequestedRegion': 'us-east-1' } };
    expect(regionsLeftOpen(policy({ Effect: 'Deny', Action: '*', Resource: '*', Condition }))).toBeNull();
    expect(regionsLeftOpen(policy(allow(['*'])))).toBeNull();
  });
});

describe('a value that looks like a credential', () => {
  it.each([
    ['DB_PASSWORD', 'winter-in-the-clinic', true],
    ['ANYTHING', 'AKIAIOSFODNN7EXAMPLE', true],
    ['NODE_ENV', 'production', false],
    ['REGION', 'eu-central-1', false],
    ['DB_PASSWORD', 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:db', false],
  ])('is recognized in %s=%s: %s', (name, value, expected) => {
    expect(looksSecret(name, value)).toBe(expected);
  });
});

describe('errors of AWS calls', () => {
  const named = (name: string, more: object = {}) => Object.assign(new Error('m'), { name, ...more });

  it.each([
    { err: named('AccessDeniedException'), means: 'denied' },
    { err: named('UnauthorizedOperation'), means: 'denied' },
    { err: named('SomethingElse', { $metadata: { httpStatusCode: 403 } }), means: 'denied' },
    { err: named('ExpiredToken', { $metadata: { httpStatusCode: 403 } }), means: 'credentials' },
    { err: named('SignatureDoesNotMatch', { $metadata: { httpStatusCode: 403 } }), means: 'credentials' },
    { err: named('Error', { code: 'ENOTFOUND' }), means: 'not_offered' },
    { err: named('OptInRequired'), means: 'not_offered' },
    { err: named('Error', { code: 'ECONNRESET' }), means: 'unavailable' },
    { err: named('SlowDown', { $metadata: { httpStatusCode: 503 } }), means: 'unavailable' },
    { err: named('ValidationException', { $metadata: { httpStatusCode: 400 } }), means: 'answered' },
    { err: new SyntaxError('unreadable'), means: 'answered' },
    { err: new TypeError('a mistake of ours'), means: 'unknown' },
  ])('are classified as $means (case $#)', ({ err, means }) => {
    expect(failureOf(err)).toBe(means);
  });
});

describe('merged and asCompleted', () => {
  it('run at most as many tasks as the limit, and all of them', async () => {
    let running = 0;
    let most = 0;
    const look = async (item: number) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return item;
    };
    const seen: number[] = [];
    for await (const item of asCompleted([1, 2, 3, 4, 5, 6, 7], 3, look)) seen.push(item);
    expect(seen.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(3);
  });

  it('throw an error that occurs while the next item is awaited, without ending the process', async () => {
    const slowly = async function* () {
      yield 1;
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      yield 2;
    };
    const all = async () => {
      const looks = asCompleted(slowly(), 5, async (item) => Promise.reject<number>(new Error(`no ${item}`)));
      for await (const each of looks) expect(each).toBeNaN();
    };
    await expect(all()).rejects.toThrow('no 1');
  });

  it('end the other tasks when one fails', async () => {
    let ended = false;
    const endless = async function* () {
      try {
        for (;;) yield await Promise.resolve(1);
      } finally {
        ended = true;
      }
    };
    const failing = async function* () {
      yield await Promise.resolve(2);
      throw new Error('no more');
    };
    const all = async () => {
      for await (const each of merged([endless, failing], 2)) expect([1, 2]).toContain(each);
    };
    await expect(all()).rejects.toThrow('no more');
    expect(ended).toBe(true);
  });
});

describe('policies to attach', () => {
  it('are split at the size limit of AWS', () => {
    const actions = Array.from(
      { length: 400 },
      (_, index) => `service:DescribeSomething${String(index).padStart(4, '0')}`,
    );
    const policies = policiesOf([...actions, ...actions]);
    // 400 × 33 characters with quotes and comma, against 6,144 each.
    expect(policies.map(({ title }) => title)).toEqual([
      'Policy for reading the account, part 1 of 3',
      'Policy for reading the account, part 2 of 3',
      'Policy for reading the account, part 3 of 3',
    ]);
    const listed = policies.flatMap(({ text }) => text.match(/service:\w+/g) ?? []);
    expect(listed).toEqual(actions);
  });
});

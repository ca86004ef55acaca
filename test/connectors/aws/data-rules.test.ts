import { describe, expect, it } from 'vitest';
import { statementsOf } from '../../../src/connectors/aws/policy-document.rules.js';
import { loggedEvents } from '../../../src/connectors/aws/services/event-selectors.rules.js';
import { publicSubnetsOf, tlsParameterOf } from '../../../src/connectors/aws/services/rds-instance.rules.js';
import { outsidePrincipals, publicPrincipals } from '../../../src/connectors/aws/services/resource-policy.rules.js';

const OWN = '123456789012';
const PARTNER = '210987654321';
const viewpoint = { account: OWN, trusted: [PARTNER] };

function policy(principal: unknown, condition?: object) {
  const statement = { Effect: 'Allow', Principal: principal, Action: '*', Resource: '*', Condition: condition };
  return statementsOf(JSON.stringify({ Statement: [statement] }));
}

describe('principals outside the account in a resource-based policy', () => {
  it.each([
    ['the account', { AWS: `arn:aws:iam::${OWN}:root` }, undefined, []],
    ['the account by its id', { AWS: OWN }, undefined, []],
    ['a partner', { AWS: PARTNER }, undefined, [{ principal: PARTNER, trusted: true }]],
    [
      'a stranger',
      { AWS: 'arn:aws:iam::999988887777:role/x' },
      undefined,
      [{ principal: 'arn:aws:iam::999988887777:role/x', trusted: false }],
    ],
    ['a service', { Service: 'logs.amazonaws.com' }, undefined, []],
    ['everybody', '*', undefined, [{ principal: '*', trusted: false }]],
    ['everybody of the account', '*', { StringEquals: { 'aws:PrincipalAccount': OWN } }, []],
    ['everybody of the organization', '*', { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } }, []],
    [
      'everybody of any organization',
      '*',
      { StringLike: { 'aws:PrincipalOrgID': '*' } },
      [{ principal: '*', trusted: false }],
    ],
    [
      'everybody of a stranger',
      '*',
      { StringEquals: { 'aws:PrincipalAccount': '999988887777' } },
      [{ principal: '*', trusted: false }],
    ],
    [
      'everybody but one account',
      '*',
      { StringNotEquals: { 'aws:PrincipalAccount': OWN } },
      [{ principal: '*', trusted: false }],
    ],
    [
      'a longer number that has the account in it',
      '*',
      { ArnLike: { 'aws:SourceArn': `arn:aws:sns:eu-central-1:9${OWN}:x` } },
      [{ principal: '*', trusted: false }],
    ],
  ])('%s', (_who, principal, condition, expected) => {
    expect(outsidePrincipals(policy(principal, condition), viewpoint)).toEqual(expected);
  });

  it('include everyone only where no condition narrows the statement', () => {
    expect(publicPrincipals(policy({ AWS: '*' }))).toEqual(['*']);
    expect(publicPrincipals(policy('*', { StringEquals: { 'kms:CallerAccount': '999988887777' } }))).toEqual([]);
    expect(publicPrincipals(policy('*', { Bool: { 'aws:SecureTransport': 'true' } }))).toEqual(['*']);
    expect(publicPrincipals(policy({ AWS: `arn:aws:iam::${PARTNER}:root` }))).toEqual([]);
  });
});

describe('the events that the selectors of a trail record', () => {
  const objects = { Type: 'AWS::S3::Object', Values: ['arn:aws:s3'] };
  const advanced = (...fields: [string, object][]) => ({
    AdvancedEventSelectors: [{ FieldSelectors: fields.map(([Field, rest]) => ({ Field, ...rest })) }],
  });
  const data: [string, object][] = [
    ['eventCategory', { Equals: ['Data'] }],
    ['resources.type', { Equals: ['AWS::S3::Object'] }],
  ];

  it.each([
    ['nothing', {}, ['None', false, false]],
    ['what trails log at first', { EventSelectors: [{}] }, ['All', false, false]],
    ['reads alone', { EventSelectors: [{ ReadWriteType: 'ReadOnly' as const }] }, ['ReadOnly', false, false]],
    [
      'objects without management',
      { EventSelectors: [{ IncludeManagementEvents: false, DataResources: [objects] }] },
      ['None', true, true],
    ],
    [
      'reads and writes in two selectors',
      { EventSelectors: [{ ReadWriteType: 'ReadOnly' as const }, { ReadWriteType: 'WriteOnly' as const }] },
      ['All', false, false],
    ],
    [
      'the objects of one bucket',
      { EventSelectors: [{ DataResources: [{ ...objects, Values: ['arn:aws:s3:::one/'] }] }] },
      ['All', false, false],
    ],
    ['all objects, the newer way', advanced(...data), ['None', true, true]],
    ['reads of objects, the newer way', advanced(...data, ['readOnly', { Equals: ['true'] }]), ['None', true, false]],
    [
      'the objects of one bucket, the newer way',
      advanced(...data, ['resources.ARN', { StartsWith: ['arn:aws:s3:::one/'] }]),
      ['None', false, false],
    ],
    [
      'management but for a noisy source',
      advanced(['eventCategory', { Equals: ['Management'] }], ['eventSource', { NotEquals: ['kms.amazonaws.com'] }]),
      ['All except kms.amazonaws.com', false, false],
    ],
    [
      'management but for two noisy sources, the older way',
      { EventSelectors: [{ ExcludeManagementEventSources: ['rdsdata.amazonaws.com', 'kms.amazonaws.com'] }] },
      ['All except kms.amazonaws.com, rdsdata.amazonaws.com', false, false],
    ],
    [
      'management of every source in one selector of two',
      { EventSelectors: [{}, { ExcludeManagementEventSources: ['kms.amazonaws.com'] }] },
      ['All', false, false],
    ],
    [
      'one name of management events',
      advanced(['eventCategory', { Equals: ['Management'] }], ['eventName', { Equals: ['CreateUser'] }]),
      ['None', false, false],
    ],
  ])('%s', (_what, selectors, [management, reads, writes]) => {
    expect(loggedEvents(selectors, 'aws')).toEqual({
      management_events: management,
      s3_object_reads: reads,
      s3_object_writes: writes,
    });
  });
});

describe('the context of a database', () => {
  it('has a public subnet by its own route table, else by the main one', () => {
    const gateway = [{ GatewayId: 'igw-1', DestinationCidrBlock: '0.0.0.0/0' }];
    const main = { VpcId: 'vpc-1', Associations: [{ Main: true }], Routes: gateway };
    const own = { Associations: [{ SubnetId: 'b' }], Routes: [{ GatewayId: 'local' }] };
    const Subnets = [{ SubnetIdentifier: 'a' }, { SubnetIdentifier: 'b' }];
    const database = { DBSubnetGroup: { VpcId: 'vpc-1', Subnets } };
    expect(publicSubnetsOf(database, [main, own])).toEqual(['a']);
    expect(publicSubnetsOf(database, [own])).toEqual([]);
  });

  it.each([
    ['postgres', 'rds.force_ssl'],
    ['aurora-postgresql', 'rds.force_ssl'],
    ['sqlserver-se', 'rds.force_ssl'],
    ['mysql', 'require_secure_transport'],
    ['mariadb', 'require_secure_transport'],
    ['aurora-mysql', 'require_secure_transport'],
    ['oracle-ee', null],
    ['docdb', null],
  ])('has the parameter that makes %s require TLS', (engine, parameter) => {
    expect(tlsParameterOf(engine)).toBe(parameter);
  });
});

import { describe, expect, it } from 'vitest';
import { filledCommand, KNOWN_NAMES, namesIn } from '../../src/modules/findings/resource-id-form.rules.js';
import { CHECKS } from '../connectors/demo-findings.js';

const namesOf = (id: string) => Object.fromEntries(namesIn(id));

describe('the names in the id of a resource', () => {
  it.each([
    [
      'arn:aws:ec2:eu-central-1:482910375566:volume/vol-0b2f',
      {
        REGION: 'eu-central-1',
        ACCOUNT_ID: '482910375566',
        VOLUME_ID: 'vol-0b2f',
        VOLUME_ARN: 'arn:aws:ec2:eu-central-1:482910375566:volume/vol-0b2f',
      },
    ],
    ['arn:aws-cn:s3:::northwind-press', { BUCKET_NAME: 'northwind-press' }],
    ['arn:aws:s3:::482910375566/account', { ACCOUNT_ID: '482910375566' }],
    [
      'arn:aws:iam::482910375566:user/division/anna.becker',
      {
        ACCOUNT_ID: '482910375566',
        USER_NAME: 'anna.becker',
        USER_ARN: 'arn:aws:iam::482910375566:user/division/anna.becker',
      },
    ],
    [
      'arn:aws:logs:eu-west-1:1:log-group:/aws/lambda/a',
      { REGION: 'eu-west-1', ACCOUNT_ID: '1', LOG_GROUP_NAME: '/aws/lambda/a' },
    ],
    ['arn:aws:drs:eu-central-1:482910375566:account', { REGION: 'eu-central-1', ACCOUNT_ID: '482910375566' }],
    ['arn:aws:config::482910375566:account', { ACCOUNT_ID: '482910375566' }],
    [
      '/subscriptions/7c1f/resourcegroups/lab/providers/microsoft.sql/servers/nw-sql/databases/results',
      { SUBSCRIPTION_ID: '7c1f', RESOURCE_GROUP: 'lab', SERVER: 'nw-sql', DATABASE: 'results' },
    ],
    [
      'projects/research/locations/europe-west3/keyRings/ring/cryptoKeys/images',
      { PROJECT_ID: 'research', LOCATION: 'europe-west3', KEY_RING: 'ring', KEY: 'images' },
    ],
    ['projects/_/buckets/images', { BUCKET: 'images' }],
    ['https://github.com/northwind/portal', { OWNER: 'northwind', ORG: 'northwind', REPO: 'portal' }],
    [
      'https://github.com/northwind/portal/blob/main/.github/workflows/a.yml',
      { OWNER: 'northwind', ORG: 'northwind', REPO: 'portal' },
    ],
    ['https://github.com/northwind', { ORG: 'northwind' }],
    ['https://vault-1.vault.azure.net/keys/disk', { VAULT: 'vault-1', KEY: 'disk' }],
  ])('are those of its form: %s', (id, names) => {
    expect(namesOf(id)).toEqual(names);
  });

  it.each([
    '',
    'kube-system/pod',
    'https://github.com.evil.example/a/b',
    'arn:aws',
    'vol-0b2f',
    'projects/',
    'x'.repeat(10_000),
  ])('are none where the form is not known: %s', (id) => {
    expect(namesOf(id)).toEqual({});
  });

  it.each([
    'arn:aws:s3:::a;curl x|sh',
    'arn:aws:s3:::$(id)',
    'arn:aws:s3:::`id`',
    'arn:aws:s3:::a b',
    "arn:aws:s3:::a'b",
    'arn:aws:s3:::a"b',
    'arn:aws:s3:::a\nb',
    'arn:aws:s3:::a&b',
    'arn:aws:s3:::a>b',
    'arn:aws:s3:::a\\b',
    'arn:aws:s3:::~root',
    'arn:aws:s3:::*',
    'arn:aws:s3:::--profile=evil',
    'arn:aws:s3:::ａ',
    'arn:aws:iam::1:user/a$b',
    'https://github.com/a;b/c!d',
  ])('never have what a shell would take apart, or take as an option: %s', (id) => {
    const command = filledCommand('x <BUCKET_NAME> <USER_NAME> <USER_ARN> <OWNER> <ORG> <REPO>', namesIn(id));
    expect(command).toBe('x <BUCKET_NAME> <USER_NAME> <USER_ARN> <OWNER> <ORG> <REPO>');
  });

  it('take the place of their placeholders alone', () => {
    const names = namesIn('arn:aws:ec2:eu-central-1:1:volume/vol-1');
    expect(filledCommand('aws ec2 a --volume-id <VOLUME_ID> --to <NEW_VOLUME_ID> <volume_id> <VOLUME_ID>', names)).toBe(
      'aws ec2 a --volume-id vol-1 --to <NEW_VOLUME_ID> <volume_id> vol-1',
    );
  });

  it('are all asked for by a command of the content', () => {
    const commands = CHECKS.flatMap(({ remediation }) => remediation.steps.map(({ command }) => command ?? ''));
    const asked = new Set(
      commands.flatMap((command) => [...command.matchAll(/<([A-Z0-9_]+)>/g)].map(([, name]) => name)),
    );
    expect([...KNOWN_NAMES].filter((name) => !asked.has(name))).toEqual([]);
  });
});

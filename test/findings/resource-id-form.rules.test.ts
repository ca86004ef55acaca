import { describe, expect, it } from 'vitest';
import {
  filledCommand,
  knownNames,
  namesIn,
  NAMING_PROVIDERS,
} from '../../src/modules/findings/resource-id-form.rules.js';
import { CHECKS } from '../connectors/demo-findings.js';

const namesOf = (provider: string, id: string) => Object.fromEntries(namesIn(id, provider));
const filled = (provider: string, id: string, placeholders: string) =>
  filledCommand(`x ${placeholders}`, namesIn(id, provider));

describe('the names in the id of a resource', () => {
  it.each([
    [
      'aws',
      'arn:aws:ec2:eu-central-1:482910375566:volume/vol-0b2f',
      {
        REGION: 'eu-central-1',
        ACCOUNT_ID: '482910375566',
        VOLUME_ID: 'vol-0b2f',
        VOLUME_ARN: 'arn:aws:ec2:eu-central-1:482910375566:volume/vol-0b2f',
      },
    ],
    ['aws', 'arn:aws-cn:s3:::northwind-press', { BUCKET_NAME: 'northwind-press' }],
    ['aws', 'arn:aws:s3:::482910375566/account', { ACCOUNT_ID: '482910375566' }],
    [
      'aws',
      'arn:aws:iam::482910375566:user/division/anna.becker',
      {
        ACCOUNT_ID: '482910375566',
        USER_NAME: 'anna.becker',
        USER_ARN: 'arn:aws:iam::482910375566:user/division/anna.becker',
      },
    ],
    [
      'aws',
      'arn:aws:logs:eu-west-1:1:log-group:/aws/lambda/a',
      { REGION: 'eu-west-1', ACCOUNT_ID: '1', LOG_GROUP_NAME: '/aws/lambda/a' },
    ],
    ['aws', 'arn:aws:drs:eu-central-1:482910375566:account', { REGION: 'eu-central-1', ACCOUNT_ID: '482910375566' }],
    ['aws', 'arn:aws:config::482910375566:account', { ACCOUNT_ID: '482910375566' }],
    [
      'azure',
      '/subscriptions/7c1f/resourcegroups/lab/providers/microsoft.sql/servers/nw-sql/databases/results',
      { SUBSCRIPTION_ID: '7c1f', RESOURCE_GROUP: 'lab', SERVER: 'nw-sql', DATABASE: 'results' },
    ],
    [
      'gcp',
      'projects/research/locations/europe-west3/keyRings/ring/cryptoKeys/images',
      { PROJECT_ID: 'research', LOCATION: 'europe-west3', KEY_RING: 'ring', KEY: 'images' },
    ],
    ['gcp', 'projects/_/buckets/images', { BUCKET: 'images' }],
    ['github', 'https://github.com/northwind/portal', { OWNER: 'northwind', ORG: 'northwind', REPO: 'portal' }],
    [
      'github',
      'https://github.com/northwind/portal/blob/main/.github/workflows/a.yml',
      { OWNER: 'northwind', ORG: 'northwind', REPO: 'portal' },
    ],
    ['github', 'https://github.com/northwind', { ORG: 'northwind' }],
    ['azure', 'https://vault-1.vault.azure.net/keys/disk', { VAULT: 'vault-1', KEY: 'disk' }],
    ['kubernetes', 'imaging/image-cache-0', { NAMESPACE: 'imaging' }],
    ['kubernetes', 'role/imaging/system:reader', { NAMESPACE: 'imaging' }],
    ['kubernetes', 'clusterrolebinding/ops:admins', { BINDING_NAME: 'ops:admins' }],
    ['m365', '/exchange/dkim/northwind.example', { DOMAIN: 'northwind.example' }],
    ['m365', '/users/c4f17e82-90b6', { USER_ID: 'c4f17e82-90b6' }],
    ['okta', '00p1nw7ClinicsStaff00', { POLICY_ID: '00p1nw7ClinicsStaff00', BRAND_ID: '00p1nw7ClinicsStaff00' }],
    ['postgresql', 'database/results', { DATABASE: 'results' }],
    ['postgresql', 'role/lab_report', { ROLE: 'lab_report' }],
  ])('are those of its form: %s %s', (provider, id, names) => {
    expect(namesOf(provider, id)).toEqual(names);
  });

  it.each([
    ['aws', ''],
    ['aws', 'kube-system/pod'],
    ['github', 'https://github.com.evil.example/a/b'],
    ['aws', 'arn:aws'],
    ['aws', 'vol-0b2f'],
    ['gcp', 'projects/'],
    ['aws', 'x'.repeat(10_000)],
    ['azure', 'projects/research'],
    ['kubernetes', '7c1f2d90-5f0e-4a53-9f0b-0d2f2f1c7a11'],
    ['kubernetes', 'clusterrole/imaging-operator'],
    ['okta', 'northwind.okta.example/system-log'],
    ['postgresql', 'transport/db.northwind.example:5432'],
    ['postgresql', 'hba/pg_hba.conf:12'],
    ['constructor', 'role/lab_report'],
  ])('are none where the provider has no such form: %s %s', (provider, id) => {
    expect(namesOf(provider, id)).toEqual({});
  });

  it.each([
    'a;curl x|sh',
    '$(id)',
    '`id`',
    'a b',
    "a'b",
    'a"b',
    'a\nb',
    'a&b',
    'a>b',
    'a\\b',
    '~root',
    '*',
    '--profile=evil',
    'ａ',
    'a$b',
  ])('never have what a shell would take apart, or take as an option: %s', (text) => {
    const commands = [
      filled('aws', `arn:aws:s3:::${text}`, '<BUCKET_NAME>'),
      filled('aws', `arn:aws:iam::1:user/${text}`, '<USER_NAME>'),
      filled('github', `https://github.com/${text}/${text}`, '<OWNER> <ORG> <REPO>'),
      filled('kubernetes', `clusterrolebinding/${text}`, '<BINDING_NAME>'),
      filled('kubernetes', `${text}/pod-1`, '<NAMESPACE>'),
      filled('m365', `/users/${text}`, '<USER_ID>'),
      filled('okta', text, '<POLICY_ID> <BRAND_ID>'),
      filled('postgresql', `role/${text}`, '<ROLE>'),
    ];
    expect(commands).toEqual([
      'x <BUCKET_NAME>',
      'x <USER_NAME>',
      'x <OWNER> <ORG> <REPO>',
      'x <BINDING_NAME>',
      'x <NAMESPACE>',
      'x <USER_ID>',
      'x <POLICY_ID> <BRAND_ID>',
      'x <ROLE>',
    ]);
  });

  it.each([
    ['kubernetes', 'clusterrolebinding/clusterrole/admin'],
    ['kubernetes', 'clusterrolebinding/a,b'],
    ['m365', '/users/a,b'],
    ['m365', '/users/@settings'],
    ['okta', '..'],
    ['okta', '00p1?type=PASSWORD'],
    ['postgresql', 'role/anna,bert'],
    ['postgresql', 'role/Anna'],
    ['postgresql', 'role/lab-report'],
    ['postgresql', 'role/current_user'],
    ['postgresql', 'database/host=evil.example'],
    ['postgresql', 'database/postgresql://evil.example/a'],
  ])('never have what the called program would take for something else: %s %s', (provider, id) => {
    expect(namesOf(provider, id)).toEqual({});
  });

  it('take the place of their placeholders alone', () => {
    const names = namesIn('arn:aws:ec2:eu-central-1:1:volume/vol-1', 'aws');
    expect(filledCommand('aws ec2 a --volume-id <VOLUME_ID> --to <NEW_VOLUME_ID> <volume_id> <VOLUME_ID>', names)).toBe(
      'aws ec2 a --volume-id vol-1 --to <NEW_VOLUME_ID> <volume_id> vol-1',
    );
  });

  it.each(NAMING_PROVIDERS)('are all asked for by a command of the provider: %s', (name) => {
    const steps = CHECKS.filter(({ id }) => id.startsWith(`${name}.`)).flatMap(({ remediation }) => remediation.steps);
    const asked = new Set(
      steps.flatMap(({ command }) =>
        [...(command ?? '').matchAll(/<([A-Z0-9_]+)>/g)].map(([, placeholder]) => placeholder),
      ),
    );
    expect([...knownNames(name)].filter((known) => !asked.has(known))).toEqual([]);
  });
});

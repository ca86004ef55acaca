import { describe, expect, it } from 'vitest';
import { redact } from '../../src/connectors/redact.js';
import { growthOf } from '../support/growth.js';

/** Invented credentials, concatenated so that secret scanners of this repository do not report them. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789';
const fake = (prefix: string, length: number) => `${prefix}${LETTERS.repeat(4).slice(0, length)}`;
const AWS_ID = fake('AKIA', 0) + 'IOSFODNN7EXAMPLE';
const AWS_SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const JWT = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'dBjftJeZ4CVPmB92K27uhbUJU1p1rwW1gFWFOEjXk'].join(
  '.',
);
const pem = (kind: string) => `-----BEGIN ${kind}-----\nMIIEpAIBAAKCAQEA75Zq\nabc+/=\n-----END ${kind}-----`;

describe('credentials', () => {
  it.each([
    [`key ${AWS_ID} in code`, 'key [redacted] in code'],
    [`id=${fake('ASIA', 0)}ABCDEFGHIJKLMNOP.`, 'id=[redacted].'],
    [`aws_secret_access_key = ${AWS_SECRET}`, 'aws_secret_access_key = [redacted]'],
    [`The secret access key is ${AWS_SECRET}, sorry`, 'The secret access key is [redacted], sorry'],
    [`"SecretAccessKey":"${AWS_SECRET}"`, '"SecretAccessKey":[redacted]'],
    [`found ${pem('RSA PRIVATE KEY')} here`, 'found [redacted] here'],
    [`found ${pem('PGP PRIVATE KEY BLOCK')} here`, 'found [redacted] here'],
    [pem('OPENSSH PRIVATE KEY').slice(0, 60), '[redacted]'],
    [`token ${fake('ghp_', 36)} leaked`, 'token [redacted] leaked'],
    [`x ${fake('github_pat_', 60)}`, 'x [redacted]'],
    [`x ${fake('glpat-', 20)}`, 'x [redacted]'],
    [`x ${fake('xoxb-', 40)}`, 'x [redacted]'],
    [`https://hooks.slack.com/services/T0000/B0000/${fake('', 24)}`, 'https://hooks.slack.com/[redacted]'],
    [`x ${fake('AIza', 35)}`, 'x [redacted]'],
    [`x ${fake('ya29.', 40)}`, 'x [redacted]'],
    [`x abc8Q~${fake('', 34)}`, 'x [redacted]'],
    [`x ${fake('npm_', 36)}`, 'x [redacted]'],
    [`x ${fake('sk_live_', 24)} y`, 'x [redacted] y'],
    [`x ${fake('hvs.', 40)}`, 'x [redacted]'],
    [`Authorization: Bearer ${fake('', 40)}`, 'Authorization: Bearer [redacted]'],
    [`jwt ${JWT} end`, 'jwt [redacted] end'],
    ['password=hunter2', 'password=[redacted]'],
    ['DB_PASSWORD=hunter2&x=1', 'DB_PASSWORD=[redacted]&x=1'],
    ['{"password": "hunter two", "user": "x"}', '{"password": [redacted], "user": "x"}'],
    ['{\\"password\\":\\"hunter2\\"}', '{\\"password\\":[redacted]}'],
    ['{"password":"a\\"b c","x":1}', '{"password":[redacted],"x":1}'],
    ['{"token": "begun but never', '{"token": [redacted]'],
    ['secret: s3cr3t-value', 'secret: [redacted]'],
    ['client_secret:abc123', 'client_secret:[redacted]'],
    ['api-key = "abc"', 'api-key = [redacted]'],
    ['mysql --password hunter2 -h db', 'mysql --password [redacted] -h db'],
    ['--pwd hunter2', '--pwd [redacted]'],
    ['git clone https://bob:hunter2@example.org/x.git', 'git clone https://[redacted]@example.org/x.git'],
    ['postgres://app:p/w#1@db:5432/app', 'postgres://[redacted]@db:5432/app'],
    ['redis://:hunter2@cache:6379', 'redis://[redacted]@cache:6379'],
    ['Server=db;User Id=sa;Password=hunter2;Encrypt=yes', 'Server=db;User Id=sa;Password=[redacted];Encrypt=yes'],
    ['AccountName=a;AccountKey=abc+/==;EndpointSuffix=core', 'AccountName=a;AccountKey=[redacted];EndpointSuffix=core'],
    [
      'https://a.blob.core.windows.net/c?sv=1&sig=abc%3D&se=2',
      'https://a.blob.core.windows.net/c?sv=1&sig=[redacted]&se=2',
    ],
    [
      `https://b.s3.amazonaws.com/k?X-Amz-Credential=${AWS_ID}%2F1&X-Amz-Signature=ab`,
      'https://b.s3.amazonaws.com/k?X-Amz-Credential=[redacted]&X-Amz-Signature=[redacted]',
    ],
    [`AKIA\u0000IOSFODNN7\u200BEXAMPLE`, '[redacted]'],
  ])('%# is replaced', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });
});

describe('a text that is not a credential', () => {
  it.each([
    'arn:aws:secretsmanager:us-east-1:123456789012:secret:prod/db-password-AbCdEf',
    'arn:aws:iam::123456789012:user/AKIAnotakey',
    'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
    'arn:aws:ssm:eu-west-1:123456789012:parameter/app/password',
    '6f0d1c1e-0000-4000-8000-000000000001',
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '/subscriptions/0b1f6471-1bf0-4dda-aec3-111122223333/resourceGroups/rg/providers/Microsoft.KeyVault/vaults/v/secrets/s',
    '//iam.googleapis.com/projects/p/serviceAccounts/123456789/keys/0123456789abcdef0123456789abcdef01234567',
    'projects/p/secrets/db-password/versions/1',
    'src/auth/password-reset.ts:12',
    'https://example.org:8443/path@2/x',
    'https://git@example.org/x.git',
    'git@github.com:org/repo.git',
    'Password policy requires 14 characters.',
    'password: not set',
    'MFA token: disabled',
    'minimum_password_length=14',
    'secret rotation is on; passwords expire in 90 days',
    'private_key=/etc/ssl/private/server.key',
    'secret: arn:aws:secretsmanager:us-east-1:123456789012:secret:x',
    '{($.eventName=DisableKey)||($.eventName=ScheduleKeyDeletion)}',
    'registry.example.org/team/task-runner:v1.2.3',
    'xccdf_org.ssgproject.content_rule_accounts_password_pam_minlen',
    'cis-aws-foundations-benchmark/v/1.2.0/1.1',
    'Basic authentication is off for the web application',
  ])('%s is unchanged', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('any text', () => {
  it('becomes one line of plain text', () => {
    expect(redact('  a\r\n\tb\u0007\u001b[31m \u202Ec\u2028d\u0085 ')).toBe('a b[31m c d');
    expect(redact('\uD800x')).toBe('\uFFFDx');
    expect(redact('')).toBe('');
  });

  it('is cut after redaction, and not within a character', () => {
    expect(redact('x'.repeat(1_200))).toHaveLength(1_000);
    expect(redact('abcdef', 4)).toBe('abc…');
    expect(redact('ab\u{1F600}cd', 4)).toBe('ab…');
    expect(redact(`${'word '.repeat(198)}password=hunter2 and more`)).not.toContain('hunter');
  });

  it('shows no part of a token that the end of the examined text cuts through', () => {
    const long = `${'w '.repeat(8_180)}${fake('ghp_', 36)}`; // the token spans character 16,384
    expect(redact(long, 20_000)).not.toContain('ghp');
    expect(redact('A'.repeat(100_000))).toBe('[redacted]');
  });

  it.each([
    '-eyJ',
    'password="',
    "pwd='",
    '://a:',
    '-----BEGIN PRIVATE KEY',
    'secret key ',
    ' \t',
    'a@',
    'Bearer ',
    '?key=',
    'gho_',
    '\\"token\\"',
  ])('is redacted in linear time: %j again and again', async (piece) => {
    const redacted = (size: number) => {
      const text = piece.repeat(Math.ceil(size / piece.length));
      for (let time = 0; time < 10; time += 1) redact(text);
    };
    // Four times as much is just within what is examined of a text.
    expect(await growthOf(redacted, 4_000)).toBeLessThan(8);
  });
});

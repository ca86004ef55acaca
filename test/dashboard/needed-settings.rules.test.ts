import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { AwsSettings } from '../../src/connectors/aws/aws-settings.js';
import { AzureSettings } from '../../src/connectors/azure/azure-settings.js';
import { GitHubSettings } from '../../src/connectors/github/github-settings.js';
import { KubernetesSettings } from '../../src/connectors/kubernetes/kubernetes-settings.js';
import { M365Settings } from '../../src/connectors/m365/m365-settings.js';
import { ScanSettings } from '../../src/connectors/openscap/openscap-settings.js';
import { neededIn, neededOf } from '../../src/dashboard/app/pages/integrations/needed-settings.rules.js';

const ROLE = 'arn:aws:iam::123456789012:role/Scan';
const KEY = 'A'.repeat(20);
const GUID = '00000000-0000-4000-8000-000000000001';
const PROFILE = 'xccdf_org.ssgproject.content_profile_standard';

/** Settings that lack something together, with the field and the message. */
const LACKING = [
  ['aws', AwsSettings, {}, 'role_arn', 'roleOrKey'],
  ['aws', AwsSettings, { access_key_id: KEY }, 'secret_access_key', 'secretOfKey'],
  ['aws', AwsSettings, { role_arn: ROLE, secret_access_key: 's' }, 'access_key_id', 'keyOfSecret'],
  ['aws', AwsSettings, { role_arn: ROLE, session_token: 's' }, 'access_key_id', 'keyOfToken'],
  ['aws', AwsSettings, { role_arn: ROLE, member_accounts: ['organization'] }, 'member_role', 'memberRole'],
  [
    'aws',
    AwsSettings,
    { access_key_id: KEY, secret_access_key: 's', external_id: 'x-1' },
    'role_arn',
    'roleOfExternalId',
  ],
  ['kubernetes', KubernetesSettings, {}, 'server', 'kubeconfigOrServer'],
  ['kubernetes', KubernetesSettings, { server: 'https://k.example' }, 'token', 'kubeconfigOrServer'],
  ['kubernetes', KubernetesSettings, { kubeconfig: 'a: b', token: 't' }, 'token', 'kubeconfigAlone'],
  ['openscap', ScanSettings, { profile: PROFILE }, 'data_stream', 'streamAndProfile'],
  ['openscap', ScanSettings, { data_stream: 'ssg.xml' }, 'profile', 'streamAndProfile'],
  ['azure', AzureSettings, { tenant_id: GUID, client_id: GUID }, 'client_secret', 'secretOrClientCertificate'],
  ['m365', M365Settings, { tenant_id: GUID, client_id: GUID }, 'client_secret', 'secretOrCertificate'],
  ['github', GitHubSettings, { organization: 'acme', app_id: '1' }, 'token', 'tokenOrApp'],
] as const satisfies readonly (readonly [string, z.ZodType, Record<string, unknown>, string, string])[];

describe('settings that belong together', () => {
  it.each(LACKING)('of %s are found lacking where the service refuses them, at the same field', (...row) => {
    const [kind, schema, config, field, needed] = row;
    expect(neededIn(kind, config)).toEqual({ field, needed });
    const refused = schema.safeParse(config).error?.issues ?? [];
    expect(refused.map(({ path, message }) => [path.join('/'), neededOf(message)])).toContainEqual([field, needed]);
  });

  it('of Okta are an API token, or a client with its private key', () => {
    expect(neededIn('okta', {})).toEqual({ field: 'api_token', needed: 'tokenOrKey' });
    expect(neededIn('okta', { api_token: 't', client_id: 'c' })).toEqual({ field: 'api_token', needed: 'tokenOrKey' });
    expect(neededIn('okta', { client_id: 'c', private_key: 'k' })).toBeNull();
  });

  it('lack nothing where one of the ways is given, and of a kind without such settings', () => {
    expect(neededIn('aws', { role_arn: ROLE, external_id: 'x-1' })).toBeNull();
    expect(neededIn('kubernetes', { kubeconfig: 'a: b' })).toBeNull();
    expect(neededIn('openscap', {})).toBeNull();
    expect(neededIn('azure', { client_certificate: 'pem' })).toBeNull();
    expect(neededIn('github', { token: 't' })).toBeNull();
    expect(neededIn('prowler', {})).toBeNull();
  });

  it('leaves other refusals in the words of the service', () => {
    expect(neededOf('is no ARN of a role')).toBeUndefined();
  });
});

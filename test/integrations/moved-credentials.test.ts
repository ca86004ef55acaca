import { describe, expect, it } from 'vitest';
import { createConnectors } from '../../src/app/connectors.js';
import { addressNames, secretNames } from '../../src/connectors/settings.js';
import { IntegrationSettings } from '../../src/modules/integrations/integration-settings.js';
import { Vault } from '../../src/platform/crypto/vault.js';
import { AppError } from '../../src/platform/errors.js';
import { configFor } from '../support/config.js';

const config = configFor('postgres://localhost/none');
const connectors = createConnectors(config);
const settings = new IntegrationSettings(connectors, new Vault(config.secretKey));

const [GUID, OTHER_GUID] = ['11111111-2222-4333-8444-555555555555', '66666666-2222-4333-8444-555555555555'];
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
const SERVICE_ACCOUNT = {
  type: 'service_account',
  project_id: 'acme',
  private_key_id: '1',
  private_key: '-----BEGIN PRIVATE KEY-----',
  client_email: 'reader@acme.example',
};

/** Valid settings of an integration, and another value for each that may decide where its credentials go, or as whom. */
interface Case {
  given: Record<string, unknown>;
  moves: Record<string, unknown>;
  /** Those that may change while the credentials stay. */
  keeps: Record<string, unknown>;
}

const CASES: Record<string, Case> = {
  aws: {
    given: { access_key_id: 'AKIAEXAMPLE000000001', secret_access_key: 'hush', member_role: 'CrosswalkScan' },
    moves: {
      access_key_id: 'AKIAEXAMPLE000000002',
      role_arn: 'arn:aws:iam::123456789012:role/other',
      member_role: 'Other',
      // Needs a role, which moves them too.
      external_id: undefined,
    },
    keeps: {
      regions: ['eu-central-1'],
      excluded_services: ['macie'],
      member_accounts: ['222233334444', 'organization'],
      excluded_accounts: ['555566667777'],
      trusted_accounts: ['123456789012'],
      approved_regions: ['eu-central-1'],
    },
  },
  azure: {
    given: { tenant_id: GUID, client_id: GUID, client_secret: 'hush' },
    moves: { tenant_id: OTHER_GUID, client_id: OTHER_GUID, cloud: 'china' },
    keeps: { subscriptions: [GUID] },
  },
  gcp: {
    given: { service_account_key: JSON.stringify(SERVICE_ACCOUNT) },
    moves: {},
    keeps: { projects: ['acme-prod'] },
  },
  github: {
    given: { organization: 'acme', token: 'hush' },
    // The two ids of an App need its key, and no token.
    moves: {
      organization: 'other',
      base_url: 'https://github.example.com',
      app_id: undefined,
      installation_id: undefined,
    },
    keeps: { repositories: ['api'], include_archived: true },
  },
  kubernetes: {
    given: { server: 'https://cluster.example:6443', token: 'hush' },
    moves: { server: 'https://other.example:6443', ca: CERTIFICATE },
    keeps: { cluster_name: 'production', excluded_namespaces: ['dev'] },
  },
  m365: {
    given: { tenant_id: GUID, client_id: GUID, client_secret: 'hush' },
    moves: { tenant_id: 'other.example', client_id: OTHER_GUID, cloud: 'china' },
    keeps: {},
  },
  okta: {
    given: { org_url: 'https://acme.okta.com', api_token: 'hush' },
    // Client and key id are those of a service app, which has no token.
    moves: { org_url: 'https://other.okta.com', client_id: undefined, key_id: 'another' },
    keeps: {},
  },
  postgresql: {
    given: { host: 'db.example.com', database: 'app', user: 'reader', password: 'hush' },
    moves: { host: 'other.example.com', port: 6_432, database: 'other', user: 'other', ca: CERTIFICATE },
    keeps: {},
  },
};

const withSecrets = connectors.all().filter((connector) => secretNames(connector.settings).length > 0);

describe.each(withSecrets.map((connector) => [connector.type, connector] as const))(
  'the stored credentials of an integration with %s',
  (type, connector) => {
    const { given, moves, keeps } = CASES[type] ?? { given: {}, moves: {}, keeps: {} };
    const stored = settings.toStored({ id: GUID, type, externalId: OTHER_GUID }, given);
    const secrets = secretNames(connector.settings).filter((name) => name in given);

    function changing(change: Record<string, unknown>): AppError | null {
      try {
        settings.toStored({ id: GUID, type, externalId: OTHER_GUID }, change, stored);
        return null;
      } catch (err) {
        if (err instanceof AppError) return err;
        throw err;
      }
    }

    it('has a case for every setting, of which each either moves or keeps them', () => {
      const others = Object.keys(connector.settings.shape).filter(
        (name) => !secretNames(connector.settings).includes(name),
      );
      expect(Object.keys({ ...moves, ...keeps }).sort()).toEqual(others.sort());
      expect(addressNames(connector.settings).sort()).toEqual(Object.keys(moves).sort());
    });

    it('must be given again, by name, when another address or identity is set', () => {
      for (const [name, value] of Object.entries(moves)) {
        if (value === undefined) continue;
        expect(changing({ [name]: value })).toMatchObject({
          code: 'VALIDATION_FAILED',
          details: secrets.map((secret) => ({
            field: `/config/${secret}`,
            message: expect.stringContaining(name) as string,
          })),
        });
        const again = Object.fromEntries(secrets.map((secret) => [secret, given[secret]]));
        expect(changing({ [name]: value, ...again })).toBeNull();
      }
    });

    it('stay when a setting is changed that only selects what is read, or when nothing changes', () => {
      expect(changing(given)).toBeNull();
      for (const [name, value] of Object.entries(keeps)) expect(changing({ [name]: value })).toBeNull();
      expect(
        settings.open({ id: GUID, ...settings.toStored({ id: GUID, type, externalId: OTHER_GUID }, keeps, stored) }),
      ).toMatchObject(given);
    });
  },
);

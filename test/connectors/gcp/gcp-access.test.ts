import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { GcpConnector } from '../../../src/connectors/gcp/gcp.connector.js';
import { TOKEN_URI } from '../../../src/connectors/gcp/gcp-token.js';
import { GcpSettings } from '../../../src/connectors/gcp/gcp-settings.js';
import { checkedSettings, secretNames } from '../../../src/connectors/settings.js';
import { Collecting } from '../rest/cloud-collecting.js';
import { ESTATE, LOCATIONS, MANAGER, SQL } from './estate.js';
import { GoogleServer } from './google-server.js';

const OTHER_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});
const DENIED = { status: 403, body: { error: { code: 403, status: 'PERMISSION_DENIED' } } };

describe('access to Google Cloud', () => {
  let google: GoogleServer;
  let collecting: Collecting;
  const settings = (changes = {}) => ({ service_account_key: google.key(changes) });

  beforeEach(async () => {
    google = await GoogleServer.open(ESTATE);
    collecting = new Collecting(new GcpConnector({ endpoints: google.endpoints, random: () => 0 }));
  });
  afterEach(async () => {
    await collecting.close();
    await google.close();
  });

  it('is granted to a key without sending it, whatever token endpoint the key names', async () => {
    const { gaps, resources } = await collecting.collect(settings());
    expect(gaps).toEqual([]);
    expect(resources).not.toEqual([]);
    expect(google.sent).not.toContain('PRIVATE KEY');
    expect(TOKEN_URI).toBe('https://oauth2.googleapis.com/token');
  });

  it.each([
    ['a key of another', { private_key: OTHER_KEY }, 'invalid_grant'],
    ['another account', { client_email: 'other@lab-project.iam.gserviceaccount.com' }, 'invalid_grant'],
    ['a key that is cut off', { private_key: '-----BEGIN PRIVATE KEY-----\nMIIE' }, 'cannot be used'],
  ])('throws ConnectionLost for %s', async (_name, changes, message) => {
    const lost = await collecting.collect(settings(changes)).catch((err: unknown) => err);
    expect(lost).toBeInstanceOf(ConnectionLost);
    expect((lost as ConnectionLost).message).toContain(message);
    expect((lost as ConnectionLost).message).not.toContain('MIIE');
    expect(await collecting.probe(settings(changes))).toEqual([(lost as ConnectionLost).message]);
  });

  it('throws ConnectionLost for a deleted key, without an answer, and for refused tokens', async () => {
    google.isKeyDeleted = true;
    await expect(collecting.collect(settings())).rejects.toBeInstanceOf(ConnectionLost);
    google.isKeyDeleted = false;
    google.refusesTokens = true;
    await expect(collecting.collect(settings())).rejects.toBeInstanceOf(ConnectionLost);
    const key = settings();
    await google.close();
    await expect(collecting.collect(key)).rejects.toMatchObject({ message: 'Google cannot be reached.' });
    google = await GoogleServer.open({});
  });

  it('throws the reason of an aborted scan without sending a request', async () => {
    const controller = new AbortController();
    controller.abort(new Error('cancelled'));
    await expect(collecting.collect(settings(), controller.signal)).rejects.toThrow('cancelled');
    expect(google.paths).toEqual([]);
  });

  it('has no problem in a probe where everything can be read', async () => {
    expect(await collecting.probe(settings())).toEqual([]);
  });

  it('names each missing permission in a probe, also where no resource needs it yet', async () => {
    google.lacking.add('cloudsql.instances.list').add('cloudkms.cryptoKeys.list');
    google.refuse(SQL, DENIED);
    google.refuse(LOCATIONS, { body: {} });
    expect(await collecting.probe(settings())).toEqual([
      'The project lab-project refuses cloudkms.cryptoKeys.list; grant it to the service account.',
      'The project lab-project refuses cloudsql.instances.list; grant it to the service account.',
    ]);
  });

  it('names refused permissions in a probe where testIamPermissions is refused', async () => {
    google.refuse(`${MANAGER}:testIamPermissions`, DENIED);
    google.refuse(SQL, DENIED);
    expect(await collecting.probe(settings())).toEqual([
      'The project lab-project refuses cloudsql.instances.list; grant it to the service account.',
    ]);
  });

  it('needs exactly the permissions of the permission document', async () => {
    const documented = new GcpConnector().permissions[0]?.text.match(/(?<=- )[\w.]+/g);
    const refused = new Set<string>();
    for (const path of Object.keys(ESTATE)) {
      google.refuse(path, DENIED);
      const { gaps } = await collecting.collect(settings());
      google.refusals.delete(path);
      for (const { reason } of gaps) refused.add(/refuses ([\w.]+);/.exec(reason)?.[1] ?? reason);
    }
    expect([...refused].sort()).toEqual(documented);
  });
});

describe('the settings of Google Cloud', () => {
  it.each([
    ['a text that is not a key', 'hello'],
    ['a key of a user', JSON.stringify({ type: 'authorized_user', refresh_token: 'x' })],
    ['a key without private key', JSON.stringify({ type: 'service_account', project_id: 'p', client_email: 'a@b.c' })],
  ])('refuse %s', (_name, service_account_key) => {
    expect(() => checkedSettings(GcpSettings, { service_account_key })).toThrow(
      expect.objectContaining({
        details: [{ field: '/config/service_account_key', message: 'is not the JSON key of a service account' }],
      }),
    );
  });

  it('refuse an invalid project id, and mark the key as secret', async () => {
    const google = await GoogleServer.open({});
    const given = { service_account_key: google.key(), projects: ['../other'] };
    await google.close();
    expect(() => checkedSettings(GcpSettings, given)).toThrow(
      expect.objectContaining({ details: [{ field: '/config/projects/0', message: 'is not the id of a project' }] }),
    );
    expect(secretNames(GcpSettings)).toEqual(['service_account_key']);
  });
});

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import jwt from 'jsonwebtoken';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { privateKeyJwt } from '../../../src/connectors/rest/client-authentication.js';
import { anyOf } from '../../support/any-of.js';

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SHORT_RSA = generateKeyPairSync('rsa', { modulusLength: 1024 });
const NOW = new Date('2026-03-04T05:06:07.900Z');
const NOW_SECONDS = 1_772_600_767;

type Signer = Parameters<typeof privateKeyJwt>[0];

/** Form fields that a client adds to a request at `https://login.test/token`. */
async function formOf(signer: Signer): Promise<URLSearchParams> {
  const form = new URLSearchParams();
  await privateKeyJwt(signer)({ issuer: 'https://login.test/token' }, { client_id: 'app' }, form, new Headers());
  return form;
}

describe('client authentication by a signed assertion', () => {
  const cases: [Signer['algorithm'], { publicKey: KeyObject; privateKey: KeyObject }][] = [
    ['RS256', RSA],
    ['PS256', RSA],
    ['ES256', EC],
  ];

  it.each(cases)(
    'signs with %s, names client and audience, and expires after five minutes',
    async (algorithm, keys) => {
      const form = await formOf({ key: keys.privateKey, algorithm, header: { kid: 'k' }, now: NOW });
      const { header, payload } = jwt.verify(form.get('client_assertion') ?? '', keys.publicKey, {
        algorithms: [algorithm],
        clockTimestamp: NOW_SECONDS,
        complete: true,
      });
      expect(form.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
      expect(header).toEqual({ alg: algorithm, typ: 'JWT', kid: 'k' });
      expect(payload).toEqual({
        iss: 'app',
        sub: 'app',
        aud: 'https://login.test/token',
        jti: anyOf(String),
        iat: NOW_SECONDS,
        nbf: NOW_SECONDS,
        exp: NOW_SECONDS + 300,
      });
    },
  );

  it('gives every assertion an id of its own', async () => {
    const signer: Signer = { key: RSA.privateKey, algorithm: 'RS256', header: {}, now: NOW };
    const ids = [];
    for (const form of [await formOf(signer), await formOf(signer)]) {
      ids.push((jwt.decode(form.get('client_assertion') ?? '') as jwt.JwtPayload).jti);
    }
    expect(new Set(ids).size).toBe(2);
  });

  it.each([
    ['of another kind', EC.privateKey],
    ['shorter than 2,048 bits', SHORT_RSA.privateKey],
    ['that is public', RSA.publicKey],
  ])('throws ConnectionLost, which quotes nothing of the key, for a key %s', async (_name, key) => {
    const failure: unknown = await formOf({ key, algorithm: 'RS256', header: {}, now: NOW }).catch(
      (err: unknown) => err,
    );
    expect(failure).toEqual(new ConnectionLost('The private key of the integration cannot be used to sign.'));
  });
});

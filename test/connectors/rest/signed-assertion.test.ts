import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { ConnectionLost } from '../../../src/connectors/connector.js';
import { clientAssertion, signedAssertion } from '../../../src/connectors/rest/signed-assertion.js';

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const NOW = new Date('2026-03-04T05:06:07.900Z');
const NOW_SECONDS = 1_772_600_767;

describe('an assertion of a client', () => {
  const cases: ['RS256' | 'PS256' | 'ES256', { publicKey: KeyObject; privateKey: KeyObject }][] = [
    ['RS256', RSA],
    ['PS256', RSA],
    ['ES256', EC],
  ];

  it.each(cases)('is signed by %s, names client and audience, and is good for five minutes', (algorithm, keys) => {
    const signer = { key: keys.privateKey, algorithm, header: { kid: 'k' }, now: NOW };
    const form = clientAssertion(signer, { clientId: 'app', audience: 'https://login.test/token' });
    const { header, payload } = jwt.verify(form.client_assertion, keys.publicKey, {
      algorithms: [algorithm],
      clockTimestamp: NOW_SECONDS,
      complete: true,
    });
    expect(form.client_assertion_type).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    expect(header).toEqual({ alg: algorithm, typ: 'JWT', kid: 'k' });
    expect(payload).toEqual({
      iss: 'app',
      sub: 'app',
      aud: 'https://login.test/token',
      jti: expect.any(String),
      iat: NOW_SECONDS,
      nbf: NOW_SECONDS,
      exp: NOW_SECONDS + 300,
    });
  });

  it('is another each time', () => {
    const signer = { key: RSA.privateKey, algorithm: 'RS256' as const, header: {}, now: NOW };
    const ids = [1, 2].map(() => {
      const { client_assertion } = clientAssertion(signer, { clientId: 'app', audience: 'a' });
      return (jwt.decode(client_assertion) as jwt.JwtPayload).jti;
    });
    expect(new Set(ids).size).toBe(2);
  });

  it('with a key that cannot sign it means that the connection is lost, and repeats nothing of the key', () => {
    for (const key of [EC.privateKey, '-----BEGIN PRIVATE KEY-----\nMIIE']) {
      const sign = () => signedAssertion({ key, algorithm: 'RS256', header: {}, now: NOW }, { iss: 'a' }, 1_000);
      expect(sign).toThrow(ConnectionLost);
      expect(sign).toThrow('The private key of the integration cannot be used to sign.');
    }
  });
});

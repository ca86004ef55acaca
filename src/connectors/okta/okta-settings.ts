import { createPrivateKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import { secret } from '../settings.js';

/** Okta's own domains: production, preview, Europe, and US government. */
const OKTA_DOMAINS = ['okta.com', 'oktapreview.com', 'okta-emea.com', 'okta-gov.com'];

/**
 * Settings: address of the organization, and either an API token or a service app with its key.
 * @param allowsHttp whether `http:` and IP addresses are allowed; for tests
 */
export function oktaSettings({ allowsHttp }: { allowsHttp: boolean }) {
  return z
    .strictObject({
      org_url: z
        .string()
        .trim()
        .transform((url) => url.replace(/\/$/, ''))
        .superRefine((url, ctx) => {
          const problem = orgUrlProblem(url, allowsHttp);
          if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
        })
        .meta({
          description:
            'Address of the organization, https://example.okta.com, or its custom domain. Not the address of the Admin Console.',
        }),
      api_token: secret('API token (SSWS) of an administrator. Give either this, or client_id and private_key.')
        .regex(/^[\w-]+$/, 'is no API token')
        .optional(),
      client_id: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9_-]{10,64}$/, 'is no client id')
        .optional()
        .meta({ description: 'Client id of a service app (OAuth 2.0 for Okta), 0oa…' }),
      private_key: secret(
        'Private key of the service app, RSA or P-256: a JWK as JSON, or PEM.',
        'application/x-pem-file',
      )
        .refine((text) => readKey(text) !== null, 'is no RSA or P-256 private key, neither as JWK nor as PEM')
        .optional(),
      key_id: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'Id (kid) of the key at Okta, where it is given as PEM. A JWK carries its own.' }),
    })
    .refine(
      ({ api_token, client_id, private_key }) =>
        api_token === undefined ? Boolean(client_id && private_key) : !client_id && !private_key,
      {
        path: ['api_token'],
        message: 'give either api_token, or client_id and private_key',
      },
    );
}

export type OktaSettings = z.infer<ReturnType<typeof oktaSettings>>;

/** Private key of a service app. */
export interface SigningKey {
  key: KeyObject;
  algorithm: 'RS256' | 'ES256';
  /** `kid` of a JWK; null for one without, and for PEM. */
  keyId: string | null;
}

const Jwk = z.looseObject({ kid: z.string().optional() });

/** Reads a private key, JWK or PEM; null where Okta does not accept its kind. */
export function readKey(text: string): SigningKey | null {
  try {
    const jwk = text.trimStart().startsWith('{') ? Jwk.parse(JSON.parse(text)) : null;
    const key = jwk ? createPrivateKey({ key: jwk, format: 'jwk' }) : createPrivateKey(text);
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
    const keyId = jwk?.kid ?? null;
    if (type === 'rsa') return { key, algorithm: 'RS256', keyId };
    return type === 'ec' && details?.namedCurve === 'prime256v1' ? { key, algorithm: 'ES256', keyId } : null;
  } catch {
    return null;
  }
}

function orgUrlProblem(text: string, allowsHttp: boolean): string | null {
  if (!URL.canParse(text)) return 'is not a URL';
  const { protocol, hostname, origin } = new URL(text);
  if (origin !== text.toLowerCase()) return 'must be an address without a path: https://example.okta.com';
  if (allowsHttp) return null;
  if (protocol !== 'https:') return 'must begin with https://';
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || !hostname.includes('.')) return 'must have a domain name';
  const domain = OKTA_DOMAINS.find((each) => hostname === each || hostname.endsWith(`.${each}`));
  if (domain === undefined) return null;
  const org = hostname.slice(0, -domain.length - 1);
  if (!/^[a-z0-9][a-z0-9-]*$/.test(org)) return `must name the organization: https://example.${domain}`;
  return org.endsWith('-admin') ? 'is the address of the Admin Console: leave -admin out' : null;
}

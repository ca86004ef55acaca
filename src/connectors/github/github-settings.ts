import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { ADVANCED, KEEPS_CREDENTIALS, secret } from '../settings.js';

const LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/;
const REPOSITORY = /^[A-Za-z0-9._-]{1,100}$/;

/** Settings: an organization, and a token or an App that is installed in it. */
export const GitHubSettings = z
  .strictObject({
    organization: z
      .string()
      .trim()
      .regex(LOGIN, 'is no login of an organization')
      .meta({ description: 'Login of the organization, as in github.com/<login>.' }),
    token: secret(
      'A fine-grained token owned by the organization, or a classic token of one of its owners. Left out where a GitHub App is used.',
    ).optional(),
    app_id: z
      .string()
      .trim()
      .regex(/^\d{1,20}$/, 'is not a number')
      .optional()
      .meta({
        description: 'Number of a GitHub App. Together with installation_id and private_key, instead of a token.',
      }),
    installation_id: z
      .string()
      .trim()
      .regex(/^\d{1,20}$/, 'is not a number')
      .optional()
      .meta({
        description:
          'Number of the installation of the App in the organization: the end of its settings page’s address.',
      }),
    private_key: secret('Private key of the App: the PEM file that GitHub gives, RSA.', 'application/x-pem-file')
      .refine(isRsaKey, 'is no RSA private key in PEM')
      .optional(),
    base_url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({
        ...ADVANCED,
        description:
          'Address of a GitHub Enterprise Server, https://github.example.com, or of an enterprise at ghe.com. Left out for github.com.',
      }),
    repositories: z
      .array(z.string().trim().regex(REPOSITORY, 'is no name of a repository'))
      .min(1)
      .max(1_000)
      .optional()
      .meta({
        ...KEEPS_CREDENTIALS,
        description: 'Names of the repositories to look at. Left out for all that can be seen.',
      }),
    include_archived: z
      .boolean()
      .default(false)
      .meta({ ...ADVANCED, ...KEEPS_CREDENTIALS, description: 'Whether archived repositories are looked at too.' }),
  })
  .superRefine(({ token, app_id, installation_id, private_key }, ctx) => {
    const app = [app_id, installation_id, private_key].filter((value) => value !== undefined).length;
    if (token !== undefined ? app === 0 : app === 3) return;
    ctx.addIssue({
      code: 'custom',
      path: ['token'],
      message: 'either token, or app_id, installation_id and private_key together, are needed',
    });
  });
export type GitHubSettings = z.infer<typeof GitHubSettings>;

/**
 * Base URL of the REST API of a GitHub installation.
 * @param baseUrl of its pages or its API; undefined for github.com
 */
export function apiAddress(baseUrl: string | undefined): string {
  if (baseUrl === undefined) return 'https://api.github.com';
  const { protocol, host, hostname } = new URL(baseUrl);
  if (hostname === 'github.com' || hostname === 'api.github.com') return 'https://api.github.com';
  if (hostname.endsWith('.ghe.com')) return `${protocol}//${host.startsWith('api.') ? host : `api.${host}`}`;
  return `${protocol}//${host}/api/v3`;
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem.replaceAll('\\n', '\n')).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

import { z } from 'zod';
import { readCertificate } from '../rest/signing-certificate.js';
import { secret } from '../settings.js';

/** Microsoft's clouds, each with its token service and its Graph. */
export const CLOUDS = {
  global: { login: 'https://login.microsoftonline.com', graph: 'https://graph.microsoft.com' },
  'us-government': { login: 'https://login.microsoftonline.us', graph: 'https://graph.microsoft.us' },
  'us-government-dod': { login: 'https://login.microsoftonline.us', graph: 'https://dod-graph.microsoft.us' },
  china: { login: 'https://login.chinacloudapi.cn', graph: 'https://microsoftgraph.chinacloudapi.cn' },
} as const;

/** Origins of a cloud, without a path. */
export interface CloudOrigins {
  login: string;
  graph: string;
}

/** Settings: a tenant, and an app registration with a secret or a certificate. */
export const M365Settings = z
  .strictObject({
    tenant_id: z
      .string()
      .trim()
      .regex(
        /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:[a-z0-9-]+\.)+[a-z]{2,})$/i,
        'is no id and no domain of a tenant',
      )
      .meta({ description: 'Directory (tenant) id, or one of its verified domains.' }),
    client_id: z
      .string()
      .trim()
      .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'is no application id')
      .meta({ description: 'Application (client) id of the app registration.' }),
    client_secret: secret('Value of a client secret. Give either this or certificate.').optional(),
    certificate: secret(
      'Certificate of the app and its RSA private key, PEM, one after the other.',
      'application/x-pem-file',
    )
      .refine((pem) => readCertificate(pem) !== null, 'must hold a certificate and its RSA private key, both as PEM')
      .optional(),
    cloud: z
      .enum(['global', 'us-government', 'us-government-dod', 'china'])
      .default('global')
      .meta({ description: "Microsoft's cloud that the tenant is in: global, or a national one." }),
  })
  .refine(({ client_secret, certificate }) => (client_secret === undefined) !== (certificate === undefined), {
    path: ['client_secret'],
    message: 'give either client_secret or certificate',
  });

export type M365Settings = z.infer<typeof M365Settings>;

import { z } from 'zod';
import { KEEPS_CREDENTIALS, secret } from '../settings.js';

const CLOUDS = ['public', 'usgovernment', 'china'] as const;
/** One of Microsoft's Azure clouds. */
export type AzureCloud = (typeof CLOUDS)[number];

const guid = z.guid('is not an id of the form 00000000-0000-0000-0000-000000000000');

/** Settings: an application of an Entra ID tenant, and the subscriptions to read. */
export const AzureSettings = z
  .strictObject({
    tenant_id: guid.meta({ description: 'Id of the Entra ID tenant (directory).' }),
    client_id: guid.meta({ description: 'Id of the application (client) that was registered for this service.' }),
    client_secret: secret('A client secret of the application. Either this or a certificate.').optional(),
    client_certificate: secret(
      'A certificate of the application and its private key, in PEM. Either this or a client secret.',
      'application/x-pem-file',
    ).optional(),
    subscriptions: z
      .array(guid)
      .max(500)
      .default([])
      .meta({
        ...KEEPS_CREDENTIALS,
        description: 'Ids of the subscriptions to read. Empty: all that the application sees.',
      }),
    cloud: z
      .enum(CLOUDS)
      .default('public')
      .meta({ description: 'Which Azure: public, usgovernment or china (operated by 21Vianet).' }),
  })
  .refine((given) => (given.client_secret === undefined) !== (given.client_certificate === undefined), {
    path: ['client_secret'],
    message: 'give either a client secret or a client certificate',
  });
export type AzureSettings = z.infer<typeof AzureSettings>;

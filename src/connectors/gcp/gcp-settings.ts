import { z } from 'zod';
import { KEEPS_CREDENTIALS, secret } from '../settings.js';

/** Fields of a service account key that are used; `token_uri` and the other addresses in it are not. */
const ServiceAccountKey = z.object({
  type: z.literal('service_account'),
  project_id: z.string().min(1),
  private_key_id: z.string().min(1),
  private_key: z.string().includes('PRIVATE KEY'),
  client_email: z.string().min(3),
});
export type ServiceAccountKey = z.infer<typeof ServiceAccountKey>;

/** Settings: the key of a service account, and the projects to read. */
export const GcpSettings = z
  .strictObject({
    service_account_key: secret('The JSON key of the service account that reads.', 'application/json'),
    projects: z
      .array(z.string().regex(/^[a-z][a-z0-9.:-]{4,61}[a-z0-9]$/, 'is not the id of a project'))
      .max(500)
      .default([])
      .meta({
        ...KEEPS_CREDENTIALS,
        description: 'Ids of the projects to read. Empty: the project of the service account.',
      }),
  })
  .refine(({ service_account_key: key }) => serviceAccountKey(key) !== null, {
    path: ['service_account_key'],
    message: 'is not the JSON key of a service account',
  });
export type GcpSettings = z.infer<typeof GcpSettings>;

/** Reads a service account key; null where the text is not one. */
export function serviceAccountKey(text: string): ServiceAccountKey | null {
  try {
    return ServiceAccountKey.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

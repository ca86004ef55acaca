import { z } from 'zod';
import { isPem } from '../pem.rules.js';
import { secret, type FileType } from '../settings.js';

/** Settings: one database. TLS connections are always verified: authority and host name. */
export const PostgresqlSettings = z.strictObject({
  host: z
    .string()
    .trim()
    .max(255)
    .regex(/^[A-Za-z0-9._:-]+$/, 'is no name or address of a host')
    .meta({ description: 'Name or address of the server; its certificate has to be for it.' }),
  port: z.number().int().min(1).max(65_535).default(5_432).meta({ description: 'Port of the server.' }),
  database: z.string().min(1).max(63).meta({
    description: 'The database whose schema and extensions are read; settings and roles are those of the server.',
  }),
  user: z.string().min(1).max(63).meta({ description: 'The role to sign in as.' }),
  password: secret('Password of the role.'),
  ca: z
    .string()
    .trim()
    .max(64_000)
    .refine((text) => isPem(text, 'CERTIFICATE'), {
      message: 'holds no certificate in PEM',
    })
    .optional()
    .meta({
      description: "Certificates (PEM) of the authority that signed the server's; where it is no public one.",
      contentMediaType: 'application/x-pem-file' satisfies FileType,
    }),
});
export type PostgresqlSettings = z.infer<typeof PostgresqlSettings>;

import { z } from 'zod';
import { issuedWith, KEEPS_CREDENTIALS, secret } from '../settings.js';

const region = z.string().regex(/^[a-z]{2,3}(-[a-z]+)+-\d$/, 'is no region');
const accountId = z.string().regex(/^\d{12}$/, 'is no account id of 12 digits');

const KEYS = 'the access key that the service uses, or with which it assumes the role';

/** Settings: credentials of an account, and what to read. No endpoint: only the operator may change that. */
export const AwsSettings = z
  .strictObject({
    access_key_id: z
      .string()
      .regex(/^[A-Z0-9]{16,128}$/, 'is no access key id')
      .optional()
      .meta({ description: `Id of ${KEYS}. Left out where the service has credentials of its own.` }),
    secret_access_key: secret(`Secret of ${KEYS}.`).optional(),
    session_token: secret('Session token, where the access key is a temporary one.').optional(),
    role_arn: z
      .string()
      .regex(/^arn:aws(-[a-z]+)*:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/, 'is no ARN of a role')
      .optional()
      .meta({ description: 'Role to assume in the account that is scanned.' }),
    external_id: z
      .string()
      .regex(/^[\w+=,.@:/-]{2,1224}$/, 'is no external id')
      .optional()
      .meta({
        ...issuedWith('role_arn'),
        description: "External id that the role's trust policy has to ask for. The service gives it.",
      }),
    regions: z
      .array(region)
      .max(50)
      .default([])
      .meta({
        ...KEEPS_CREDENTIALS,
        description: 'Regions to read. Left out or empty: every region that the account has enabled.',
      }),
    excluded_services: z
      .array(z.string().regex(/^[a-z0-9]+$/, 'is no name of a service'))
      .max(100)
      .default([])
      .meta({
        ...KEEPS_CREDENTIALS,
        description: 'Services not to read, by the name in our check ids: `macie`. Their checks do not look.',
      }),
    trusted_accounts: z
      .array(accountId)
      .max(500)
      .default([])
      .meta({
        ...KEEPS_CREDENTIALS,
        description:
          'Accounts that may be delegated administrators of the organization, and that policies of buckets and endpoint services may admit.',
      }),
    approved_regions: z
      .array(region)
      .max(50)
      .default([])
      .meta({
        ...KEEPS_CREDENTIALS,
        description: 'Regions that a service control policy has to confine the organization to.',
      }),
  })
  .superRefine((settings, ctx) => {
    const needs = (path: keyof typeof settings, message: string) => {
      if (settings[path] === undefined) ctx.addIssue({ code: 'custom', path: [path], message });
    };
    if (settings.access_key_id === undefined) needs('role_arn', 'is needed where there is no access key');
    if (settings.access_key_id !== undefined) needs('secret_access_key', 'is needed for the access key');
    if (settings.secret_access_key !== undefined) needs('access_key_id', 'is needed for the secret');
    if (settings.session_token !== undefined) needs('access_key_id', 'is needed for the session token');
    if (settings.external_id !== undefined) needs('role_arn', 'is needed for the external id');
  });
export type AwsSettings = z.infer<typeof AwsSettings>;

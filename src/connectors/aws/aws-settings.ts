import { z } from 'zod';
import { ADVANCED, issuedWith, KEEPS_CREDENTIALS, secret } from '../settings.js';

const region = z.string().regex(/^[a-z]{2,3}(-[a-z]+)+-\d$/, 'is no region');
const accountId = z.string().regex(/^\d{12}$/, 'is no account id of 12 digits');

/** Word for every account of the organization. */
export const ORGANIZATION = 'organization';

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
    session_token: secret('Session token, where the access key is a temporary one.').optional().meta(ADVANCED),
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
        ...issuedWith('role_arn', 'member_role'),
        description: 'External id that the trust policy of each role has to ask for. The service gives it.',
      }),
    member_accounts: z
      .array(
        z.string().regex(/^(\d{12}|organization)$/, 'is no account id of 12 digits, and not the word organization'),
      )
      .max(200)
      .default([])
      .meta({
        ...ADVANCED,
        ...KEEPS_CREDENTIALS,
        description:
          'Accounts to read beside the one of the credentials; `organization` for every active account of its AWS organization.',
      }),
    excluded_accounts: z
      .array(accountId)
      .max(500)
      .default([])
      .meta({ ...ADVANCED, ...KEEPS_CREDENTIALS, description: 'Accounts of the organization not to read.' }),
    member_role: z
      .string()
      .regex(/^[\w+=,.@/-]{1,512}$/, 'is no name of a role')
      .optional()
      .meta({
        ...ADVANCED,
        description: 'Name of the role to assume in each of these accounts. The templates call it `CrosswalkScan`.',
        examples: ['CrosswalkScan'],
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
        ...ADVANCED,
        ...KEEPS_CREDENTIALS,
        description: 'Services not to read, by their name in check ids, such as `macie`. Their checks give no result.',
      }),
    trusted_accounts: z
      .array(accountId)
      .max(500)
      .default([])
      .meta({
        ...ADVANCED,
        ...KEEPS_CREDENTIALS,
        description:
          'Accounts that may be delegated administrators of the organization, and that policies of buckets and endpoint services may admit.',
      }),
    approved_regions: z
      .array(region)
      .max(50)
      .default([])
      .meta({
        ...ADVANCED,
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
    if (settings.member_accounts.length > 0) needs('member_role', 'is needed for the other accounts');
    if (settings.external_id !== undefined && settings.member_role === undefined) {
      needs('role_arn', 'is needed for the external id');
    }
  });
export type AwsSettings = z.infer<typeof AwsSettings>;

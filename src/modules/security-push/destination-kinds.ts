import { z } from 'zod';
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.js';

/** Kinds of destinations. */
export const DESTINATION_KINDS = ['https', 'syslog', 's3'] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/** What a kind asks for beside its address. */
export interface DestinationForm {
  /** One sentence for readers: what an address is. */
  addressForm: string;
  /** Whether it has a secret. */
  hasSecret: boolean;
  /** Settings that are no secrets. */
  settings: z.ZodType<DestinationSettings>;
  /** URL whose host is called, from an address. @throws {SyntaxError} for an address of another form */
  urlOf(address: string): string;
}

/** Settings of any kind; each kind requires its own. */
export interface DestinationSettings {
  /** Access key of a bucket. */
  accessKeyId?: string | undefined;
  /** Region of a bucket. */
  region?: string | undefined;
  /** Certificates (PEM) of the authority that a syslog receiver is of, where it is no public one. */
  ca?: string | undefined;
}

const none = z.strictObject({});
const pem = z
  .string()
  .max(20_000)
  .regex(/^\s*-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----\s*$/, 'must be certificates in PEM');

/** What each kind asks for. */
export const DESTINATIONS: Readonly<Record<DestinationKind, DestinationForm>> = {
  https: {
    addressForm: 'a URL that begins with https://',
    hasSecret: true,
    settings: none,
    urlOf: (address) => address,
  },
  syslog: {
    addressForm: 'host:port of a receiver of syslog over TLS',
    hasSecret: false,
    settings: z.strictObject({ ca: pem.optional() }),
    urlOf: (address) => {
      if (!/^(\[[0-9a-f:.]+\]|[A-Za-z0-9.-]+):[0-9]{1,5}$/i.test(address)) throw new SyntaxError('must be host:port');
      return `https://${address}/`;
    },
  },
  s3: {
    addressForm: 'the URL of a bucket, addressed by path: https://s3.eu-central-1.amazonaws.com/bucket/folder',
    hasSecret: true,
    settings: z.strictObject({
      accessKeyId: z.string().regex(/^[\x21-\x7e]{3,128}$/, 'must be an access key'),
      region: z.string().regex(/^[a-z0-9-]{2,40}$/, 'must be a region'),
    }),
    urlOf: (address) => {
      bucketOf(address);
      return address;
    },
  },
};

/** Endpoint, bucket and prefix of the URL of a bucket. @throws {SyntaxError} where it has no bucket */
export function bucketOf(address: string): { endpoint: string; bucket: string; prefix: string } {
  const { origin, pathname, search } = URL.canParse(address)
    ? new URL(address)
    : { origin: '', pathname: '', search: '' };
  const [bucket = '', ...folders] = pathname.split('/').filter((part) => part !== '');
  if (!/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket) || search !== '') throw new SyntaxError('must be the URL of a bucket');
  if (!folders.every((folder) => /^[\w.-]{1,100}$/.test(folder)))
    throw new SyntaxError('has a folder of other characters');
  return { endpoint: origin, bucket, prefix: folders.map((folder) => `${folder}/`).join('') };
}

/** Checks an address as far as that is known now. @throws {SyntaxError, SafeFetchError} */
export async function checkAddress(fetch: SafeFetch, kind: DestinationKind, address: string): Promise<void> {
  await fetch.check(DESTINATIONS[kind].urlOf(address));
}

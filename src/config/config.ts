import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { httpUrl } from '../platform/public-url.js';

const onOff = z
  .enum(['on', 'off', '1', '0', 'true', 'false'])
  .transform((value) => value === 'on' || value === '1' || value === 'true');

/** Schema of all settings with their defaults. In words: docs/operating.md, "Settings". */
export const Settings = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
    HOST: z.string().min(1).default('127.0.0.1'),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    // A list of several hosts is no URL in the sense of the standard.
    MONGODB_URL: z
      .string()
      .regex(/^mongodb(\+srv)?:\/\/[^\s/]+/, 'is no address of a MongoDB')
      .optional(),
    SECRET_KEY: z.string().min(32, 'needs at least 32 characters').optional(),
    PREVIOUS_SECRET_KEYS: z.string().default(''),
    S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    S3_BUCKET: z.string().min(1).optional(),
    S3_REGION: z.string().min(1).default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().min(3).default('Crosswalk <crosswalk@localhost>'),
    WEBHOOK_ALLOW_PRIVATE: onOff.default(false),
    INTEGRATION_ALLOW_PRIVATE: onOff.default(false),
    AWS_INTEGRATION_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    AWS_INTEGRATION_OWN_CREDENTIALS: onOff.default(false),
    OPENSCAP_CONTENT_DIR: z.string().startsWith('/', 'has to be an absolute path').optional(),
    METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
    METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
    ROLE: z.enum(['all', 'web', 'worker']).default('all'),
    TRUST_PROXY: onOff.default(false),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(600),
    DEMO: z.union([onOff.transform((isOn) => (isOn ? 'on' : 'off')), z.literal('without-history')]).default('on'),
    DEMO_SCAN_SECONDS: z.coerce.number().min(0).max(600).default(25),
  })
  .superRefine((settings, ctx) => {
    if (settings.AWS_INTEGRATION_ENDPOINT !== undefined && !settings.INTEGRATION_ALLOW_PRIVATE) {
      const message = 'is for emulators: it needs INTEGRATION_ALLOW_PRIVATE';
      ctx.addIssue({ code: 'custom', path: ['AWS_INTEGRATION_ENDPOINT'], message });
    }
    const endpoint = settings.AWS_INTEGRATION_ENDPOINT;
    if (endpoint !== undefined && isIP(new URL(endpoint).hostname.replace(/^\[|\]$/g, '')) !== 0) {
      const message = 'needs a name (localhost), for S3 Control puts the account before it';
      ctx.addIssue({ code: 'custom', path: ['AWS_INTEGRATION_ENDPOINT'], message });
    }
    if (settings.S3_BUCKET === undefined) return;
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
      if (settings[name] === undefined)
        ctx.addIssue({ code: 'custom', path: [name], message: 'is needed for S3_BUCKET' });
    }
  });

/** Validated settings of a process. */
export interface Config {
  port: number;
  host: string;
  /**
   * Address of the service for clients, without a trailing slash; null means the address it listens on (port 0: any
   * free one).
   */
  publicUrl: string | null;
  /** Absolute path of the data directory. */
  dataDir: string;
  /** Connection URL of the database's owner; null means the embedded server. */
  databaseUrl: string | null;
  /** Connection URL of Agenda's job store; null means PostgreSQL. */
  mongodbUrl: string | null;
  /** 32 bytes from which every key of the service is derived. */
  secretKey: Buffer;
  /** Earlier keys, for secrets that are still sealed under them. */
  previousSecretKeys: Buffer[];
  /** Bucket of the object store; null means files below `dataDir`. */
  s3: S3Config | null;
  /** URL of the mail server; null means files below `dataDir`. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Whether webhooks may call private addresses and plain http. */
  allowsPrivateWebhooks: boolean;
  /** Whether integrations may use private addresses and plain http. */
  allowsPrivateIntegrations: boolean;
  aws: AwsConfig;
  /** The folder whose SCAP content integrations may evaluate on this host; null means none. */
  openscapContentDir: string | null;
  /** Bearer token that `/metrics` requires; null means that it is not on the public port. */
  metricsToken: string | null;
  /** Port for `/metrics` without a token, on the same host; null means none. */
  metricsPort: number | null;
  role: 'all' | 'web' | 'worker';
  trustProxy: boolean;
  logLevel: string;
  rateLimitPerMinute: number;
  /** Whether an empty database gets the demo organization. */
  isDemo: boolean;
  /** Whether the demo organization gets a history of scans. */
  hasDemoHistory: boolean;
  /** Duration of a scan of a demo integration. */
  demoScanSeconds: number;
}

/** Connection settings of AWS integrations. */
export interface AwsConfig {
  /** Endpoint of an AWS emulator; null means AWS. */
  endpoint: string | null;
  /** Whether a role of a tenant may be assumed with the credentials of this process. */
  lendsOwnCredentials: boolean;
}

/** Bucket of an S3-compatible store. */
export interface S3Config {
  /** Endpoint URL; null means that of Amazon for the region. */
  endpoint: string | null;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Thrown by `readConfig`; the message lists every problem, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Settings from `env`, validated together. Creates DATA_DIR and, where SECRET_KEY is unset, a key in it.
 * @throws {ConfigError} naming every invalid setting at once
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Settings.safeParse(set);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`these settings are wrong:\n${problems.join('\n')}`);
  }
  const settings = parsed.data;
  const dataDir = resolve(settings.DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: publicUrlOf(settings),
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? null,
    mongodbUrl: settings.MONGODB_URL ?? null,
    secretKey: settings.SECRET_KEY ? keyFromText(settings.SECRET_KEY) : keyFromFile(dataDir),
    previousSecretKeys: settings.PREVIOUS_SECRET_KEYS.split(',').filter(Boolean).map(keyFromText),
    s3: s3Of(settings),
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    allowsPrivateWebhooks: settings.WEBHOOK_ALLOW_PRIVATE,
    allowsPrivateIntegrations: settings.INTEGRATION_ALLOW_PRIVATE,
    aws: {
      endpoint: settings.AWS_INTEGRATION_ENDPOINT ?? null,
      lendsOwnCredentials: settings.AWS_INTEGRATION_OWN_CREDENTIALS,
    },
    openscapContentDir: settings.OPENSCAP_CONTENT_DIR ?? null,
    metricsToken: settings.METRICS_TOKEN ?? null,
    metricsPort: settings.METRICS_PORT ?? null,
    role: settings.ROLE,
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    isDemo: settings.DEMO !== 'off',
    hasDemoHistory: settings.DEMO === 'on',
    demoScanSeconds: settings.DEMO_SCAN_SECONDS,
  };
}

function s3Of(settings: z.infer<typeof Settings>): S3Config | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null;
  return { endpoint: settings.S3_ENDPOINT ?? null, bucket, region: settings.S3_REGION, accessKeyId, secretAccessKey };
}

function publicUrlOf({ PUBLIC_URL, HOST, PORT }: z.infer<typeof Settings>): string | null {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/\/+$/, '');
  return PORT === 0 ? null : httpUrl(HOST, PORT);
}

function keyFromText(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}

/** Key that is generated once and stored in DATA_DIR, readable only by its owner. */
function keyFromFile(dataDir: string): Buffer {
  const file = join(dataDir, 'secret-key');
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (err) {
      if (!existsSync(file)) throw new ConfigError(`cannot write ${file}: ${(err as Error).message}`);
    }
  }
  chmodSync(file, 0o600);
  return keyFromText(readFileSync(file, 'utf8').trim());
}

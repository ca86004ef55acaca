import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { areOrigins, originsOf } from './origins.rules.js';
import { isForThisMachine, publicUrlOf } from './own-address.rules.js';
import { ConfigError } from './config-error.js';
import { databaseAddress } from './database-address.js';
import { DATABASE_LIMIT_SETTINGS, databaseLimitsOf } from './database-limits.js';
import { areNameServers, nameServersOf } from './name-servers.rules.js';
import { keyFromFile, keyFromText } from './secret-key.js';
import { encryptedAddress } from './encrypted-address.rules.js';
import { SCAN_LIMITS, scanLimits, TIME_LIMITS, type ScanLimits } from '../platform/time-limits.js';
import { HOUR, MINUTE, SECOND } from '../platform/clock.js';
import { checkTogether } from './settings-together.rules.js';
import { TELEMETRY_SETTINGS, telemetryOf } from './telemetry.js';
import type { TelemetryOptions } from '../platform/telemetry/telemetry.js';
import type { DatabaseLimits } from '../platform/database/statement-limits.js';

const onOff = z
  .enum(['on', 'off', '1', '0', 'true', 'false'])
  .transform((value) => value === 'on' || value === '1' || value === 'true');

/** Schema of all settings with their defaults. In words: docs/operating.md, "Settings". */
export const Settings = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
    HOST: z.string().min(1).default('127.0.0.1'),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    CORS_ORIGINS: z
      .string()
      .default('')
      .refine(areOrigins, 'has to be a list such as https://app.example,https://bi.example:8443'),
    REST_ENVELOPE: z.enum(['standard', 'none']).default('standard'),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: databaseAddress.optional(),
    DATABASE_POOLER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_READ_LAG_SECONDS: z.coerce.number().min(2).max(3_600).default(10),
    ...DATABASE_LIMIT_SETTINGS,
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
    INVITE_URL_IN_ANSWER: onOff.optional(),
    CLAMD_ADDRESS: z
      .string()
      .regex(/^(\/.+|[^/\s]+:\d{1,5})$/, 'is neither host:port nor the path of a socket')
      .optional(),
    STORAGE_RESERVE_MIB: z.coerce.number().int().min(0).default(512),
    WEBHOOK_ALLOW_PRIVATE: onOff.default(false),
    WEBHOOK_CHALLENGE: z.enum(['required', 'off']).default('off'),
    INTEGRATION_ALLOW_PRIVATE: onOff.default(false),
    NAME_SERVERS: z.string().default('').refine(areNameServers, 'has to be a list such as 192.0.2.1,[2001:db8::1]:53'),
    AWS_INTEGRATION_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    AWS_INTEGRATION_OWN_CREDENTIALS: onOff.default(false),
    AWS_INTEGRATION_PRINCIPAL: z
      .string()
      .regex(
        /^arn:aws[a-z-]{0,10}:iam::\d{12}:(?:root|(?:user|role)\/\S{1,500})$/,
        'has to be the ARN of a user or role of IAM',
      )
      .optional(),
    OPENSCAP_CONTENT_DIR: z.string().startsWith('/', 'has to be an absolute path').optional(),
    METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
    METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
    ROLE: z.enum(['all', 'web', 'worker']).default('all'),
    TRUST_PROXY: onOff.default(false),
    SECURITY_CONTACT: z.url({ protocol: /^(https|mailto|tel)$/ }).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    SECURITY_LOG: z.enum(['ocsf', 'off']).default('ocsf'),
    SECURITY_EVENT_DAYS: z.coerce.number().int().min(30).max(3_650).default(400),
    SESSION_IDLE_MINUTES: z.coerce.number().int().min(5).max(43_200).default(480),
    SESSION_HOURS: z.coerce.number().int().min(1).max(2_160).default(24),
    RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(600),
    SCAN_MINUTES: z.coerce
      .number()
      .min(1)
      .max(1_440)
      .default(SCAN_LIMITS.scanMs / MINUTE),
    INTEGRATION_CALL_SECONDS: z.coerce
      .number()
      .min(1)
      .max(600)
      .default(TIME_LIMITS.callMs / SECOND),
    INTEGRATION_PART_SECONDS: z.coerce
      .number()
      .min(1)
      .max(86_400)
      .default(TIME_LIMITS.partMs / SECOND),
    DEMO: z.union([onOff.transform((isOn) => (isOn ? 'on' : 'off')), z.literal('without-history')]).optional(),
    DEMO_SCAN_SECONDS: z.coerce.number().min(0).max(600).default(25),
    ...TELEMETRY_SETTINGS,
  })
  .superRefine(checkTogether);

/** Validated settings of a process. */
export interface Config {
  port: number;
  host: string;
  /**
   * Address of the service for clients, without a trailing slash; null means the address it listens on (port 0: any
   * free one).
   */
  publicUrl: string | null;
  /** Origins whose pages may use the interface, beside our own. */
  corsOrigins: ReadonlySet<string>;
  /** Whether bodies of REST have their envelope where the client does not say. */
  restEnvelope: 'standard' | 'none';
  /** Absolute path of the data directory. */
  dataDir: string;
  /**
   * Connection URL of the database: of its owner, or without a user, which means the service role of an already migrated database. Null
   * means the embedded server.
   */
  databaseUrl: string | null;
  /**
   * Connection URL, without a user, of a pooler before the database that gives a connection to another client after each
   * transaction; null means none.
   */
  databasePoolerUrl: string | null;
  /** Connection URL, without a user, of a replica for reads that may be stale; null means none. */
  databaseReadUrl: string | null;
  /** How old what the replica shows may be. */
  databaseReadLagMs: number;
  /** How long statements of requests and of workers may take. */
  databaseLimits: DatabaseLimits;
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
  /** Whether the answer to an invitation has its link, to be passed on by hand. Never with a mail server. */
  showsInviteUrls: boolean;
  /** Address of ClamAV's daemon, which scans uploaded files; null means that they are not scanned. */
  clamdAddress: string | null;
  /** Space on the disk of DATA_DIR that no file is stored into, so that the database stays writable. Bytes. */
  storageReserveBytes: number;
  /** Whether webhooks may call private addresses and plain http. */
  allowsPrivateWebhooks: boolean;
  /** Whether a new address of a webhook has to repeat a challenge before it is stored. */
  requiresWebhookChallenge: boolean;
  /** Whether integrations may use private addresses and plain http. */
  allowsPrivateIntegrations: boolean;
  /** Name servers that are asked for the proofs of domains, with optional ports; null for those of the machine. */
  nameServers: readonly string[] | null;
  aws: AwsConfig;
  /** The folder whose SCAP content integrations may evaluate on this host; null means none. */
  openscapContentDir: string | null;
  /** Bearer token that `/metrics` requires; null means that it is not on the public port. */
  metricsToken: string | null;
  /** Port for `/metrics` without a token, on the same host; null means none. */
  metricsPort: number | null;
  role: 'all' | 'web' | 'worker';
  trustProxy: boolean;
  /** Where to report vulnerabilities, as a URI; null means that none is published. */
  securityContact: string | null;
  logLevel: string;
  /** Whether security events are written to standard output, in OCSF. */
  hasSecurityLog: boolean;
  /** Days for which security events are stored. */
  securityEventDays: number;
  /** How long sessions of the dashboard last: without a request, and at most. */
  browserSessions: { idleMs: number; absoluteMs: number };
  rateLimitPerMinute: number;
  /** How long a scan may take, and the systems that it reads. */
  scanLimits: ScanLimits;
  /** Whether an empty database gets the demo organization. */
  isDemo: boolean;
  /** Whether the demo organization gets a history of scans. */
  hasDemoHistory: boolean;
  /** Duration of a scan of a demo integration. */
  demoScanSeconds: number;
  /** What is sent to a collector, and where to. */
  telemetry: TelemetryOptions;
}

/** Connection settings of AWS integrations. */
export interface AwsConfig {
  /** Endpoint of an AWS emulator; null means AWS. */
  endpoint: string | null;
  /** Whether a role of a tenant may be assumed with the credentials of this process. */
  lendsOwnCredentials: boolean;
  /** ARN of the user or role of these credentials, which customers' roles trust; null where the operator names none. */
  principal: string | null;
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
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const demo = settings.DEMO ?? (isForThisMachine(settings) ? 'on' : 'off');
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: publicUrlOf(settings),
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? null,
    databasePoolerUrl: encrypted(settings.DATABASE_POOLER_URL),
    databaseReadUrl: encrypted(settings.DATABASE_READ_URL),
    databaseReadLagMs: settings.DATABASE_READ_LAG_SECONDS * SECOND,
    databaseLimits: databaseLimitsOf(settings),
    mongodbUrl: encrypted(settings.MONGODB_URL),
    secretKey: settings.SECRET_KEY ? keyFromText(settings.SECRET_KEY) : keyFromFile(dataDir),
    previousSecretKeys: settings.PREVIOUS_SECRET_KEYS.split(',').filter(Boolean).map(keyFromText),
    s3: s3Of(settings),
    smtpUrl: encrypted(settings.SMTP_URL),
    mailFrom: settings.MAIL_FROM,
    showsInviteUrls: settings.SMTP_URL === undefined && (settings.INVITE_URL_IN_ANSWER ?? isForThisMachine(settings)),
    clamdAddress: settings.CLAMD_ADDRESS ?? null,
    storageReserveBytes: settings.STORAGE_RESERVE_MIB * 2 ** 20,
    allowsPrivateWebhooks: settings.WEBHOOK_ALLOW_PRIVATE,
    requiresWebhookChallenge: settings.WEBHOOK_CHALLENGE === 'required',
    allowsPrivateIntegrations: settings.INTEGRATION_ALLOW_PRIVATE,
    nameServers: nameServersOf(settings.NAME_SERVERS),
    aws: {
      endpoint: settings.AWS_INTEGRATION_ENDPOINT ?? null,
      lendsOwnCredentials: settings.AWS_INTEGRATION_OWN_CREDENTIALS,
      principal: settings.AWS_INTEGRATION_PRINCIPAL ?? null,
    },
    openscapContentDir: settings.OPENSCAP_CONTENT_DIR ?? null,
    metricsToken: settings.METRICS_TOKEN ?? null,
    metricsPort: settings.METRICS_PORT ?? null,
    role: settings.ROLE,
    trustProxy: settings.TRUST_PROXY,
    corsOrigins: originsOf(settings.CORS_ORIGINS),
    restEnvelope: settings.REST_ENVELOPE,
    securityContact: settings.SECURITY_CONTACT ?? null,
    logLevel: settings.LOG_LEVEL,
    hasSecurityLog: settings.SECURITY_LOG === 'ocsf',
    securityEventDays: settings.SECURITY_EVENT_DAYS,
    browserSessions: { idleMs: settings.SESSION_IDLE_MINUTES * MINUTE, absoluteMs: settings.SESSION_HOURS * HOUR },
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    isDemo: demo !== 'off',
    hasDemoHistory: demo === 'on',
    scanLimits: scanLimitsOf(settings),
    demoScanSeconds: settings.DEMO_SCAN_SECONDS,
    telemetry: telemetryOf(settings),
  };
}

function scanLimitsOf(settings: z.infer<typeof Settings>): ScanLimits {
  const { scanMs, collect } = scanLimits(settings.SCAN_MINUTES * MINUTE);
  const callMs = settings.INTEGRATION_CALL_SECONDS * SECOND;
  const partMs = settings.INTEGRATION_PART_SECONDS * SECOND;
  return { scanMs, collect: { ...collect, callMs, partMs } };
}

function s3Of(settings: z.infer<typeof Settings>): S3Config | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null;
  return { endpoint: settings.S3_ENDPOINT ?? null, bucket, region: settings.S3_REGION, accessKeyId, secretAccessKey };
}

function encrypted(address: string | undefined): string | null {
  return address === undefined ? null : encryptedAddress(address);
}

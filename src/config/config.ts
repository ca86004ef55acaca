import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const onOff = z
  .enum(['on', 'off', '1', '0', 'true', 'false'])
  .transform((value) => value === 'on' || value === '1' || value === 'true');

/** Every setting, its default and what it takes. README.md, "Settings", is the same list in words. */
const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SECRET_KEY: z.string().min(32, 'needs at least 32 characters').optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  TRUST_PROXY: onOff.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  DEMO: onOff.default(true),
  DEMO_SCAN_SECONDS: z.coerce.number().min(0).max(600).default(25),
});

/** The settings of one process, checked. */
export interface Config {
  port: number;
  host: string;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Absolute. */
  dataDir: string;
  /** The owner's connection; null means the embedded server. */
  databaseUrl: string | null;
  /** 32 bytes from which every key of the service is derived. */
  secretKey: Buffer;
  role: 'all' | 'web' | 'worker';
  trustProxy: boolean;
  logLevel: string;
  rateLimitPerMinute: number;
  isDemo: boolean;
  /** How long a scan of a demo integration takes. */
  demoScanSeconds: number;
}

/** Thrown by `readConfig`; the message lists every problem, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * The settings from `env`, all checked together. Makes DATA_DIR and, where SECRET_KEY is unset, a key in it.
 * @throws {ConfigError} naming every wrong setting at once
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
    publicUrl: (settings.PUBLIC_URL ?? `http://${bracketed(settings.HOST)}:${settings.PORT}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? null,
    secretKey: settings.SECRET_KEY ? keyFromText(settings.SECRET_KEY) : keyFromFile(dataDir),
    role: settings.ROLE,
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    isDemo: settings.DEMO,
    demoScanSeconds: settings.DEMO_SCAN_SECONDS,
  };
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function keyFromText(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}

/** A key made once and kept in DATA_DIR, readable by its owner alone. */
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

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../../src/config/config.js';
import { SCAN_LIMITS } from '../../src/platform/time-limits.js';
import { DATABASE_LIMITS } from '../../src/platform/database/statement-limits.js';

/** The migrated database that tests clone. */
export const TEMPLATE = 'crosswalk_template';

/** Settings of a service under test: quick demo scans, high limits. */
export function configFor(databaseUrl: string, settings: Partial<Config> = {}): Config {
  return {
    port: 0,
    host: '127.0.0.1',
    publicUrl: null,
    corsOrigins: new Set(),
    restEnvelope: 'standard',
    dataDir: join(process.env.TEST_DIRECTORY ?? '/tmp', 'data'),
    databaseUrl,
    databasePoolerUrl: null,
    databaseReadUrl: null,
    databaseReadLagMs: 10_000,
    databaseLimits: DATABASE_LIMITS,
    mongodbUrl: null,
    secretKey: createHash('sha256').update('tests').digest(),
    previousSecretKeys: [],
    s3: null,
    smtpUrl: null,
    mailFrom: 'Crosswalk <crosswalk@localhost>',
    showsInviteUrls: settings.smtpUrl === undefined || settings.smtpUrl === null,
    clamdAddress: null,
    storageReserveBytes: 0,
    allowsPrivateWebhooks: false,
    requiresWebhookChallenge: false,
    allowsPrivateIntegrations: true,
    // Nobody answers there.
    nameServers: ['127.0.0.1:9'],
    aws: { endpoint: null, lendsOwnCredentials: false, principal: null },
    openscapContentDir: null,
    metricsToken: null,
    metricsPort: null,
    role: 'all',
    trustProxy: false,
    securityContact: null,
    logLevel: 'silent',
    hasSecurityLog: false,
    securityEventDays: 400,
    browserSessions: { idleMs: 480 * 60_000, absoluteMs: 24 * 3_600_000 },
    rateLimitPerMinute: 1_000_000,
    scanLimits: SCAN_LIMITS,
    isDemo: false,
    hasDemoHistory: false,
    demoScanSeconds: 0,
    telemetry: { traces: null, metrics: null },
    ...settings,
  };
}

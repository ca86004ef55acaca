import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../../src/config/config.js';

/** The migrated database that tests clone. */
export const TEMPLATE = 'crosswalk_template';

/** Settings of a service under test: quick demo scans, high limits. */
export function configFor(databaseUrl: string, settings: Partial<Config> = {}): Config {
  return {
    port: 0,
    host: '127.0.0.1',
    publicUrl: null,
    dataDir: join(process.env.TEST_DIRECTORY ?? '/tmp', 'data'),
    databaseUrl,
    mongodbUrl: null,
    secretKey: createHash('sha256').update('tests').digest(),
    previousSecretKeys: [],
    s3: null,
    smtpUrl: null,
    mailFrom: 'Crosswalk <crosswalk@localhost>',
    allowsPrivateWebhooks: false,
    allowsPrivateIntegrations: true,
    aws: { endpoint: null, lendsOwnCredentials: false },
    openscapContentDir: null,
    metricsToken: null,
    metricsPort: null,
    role: 'all',
    trustProxy: false,
    logLevel: 'silent',
    rateLimitPerMinute: 1_000_000,
    isDemo: false,
    hasDemoHistory: false,
    demoScanSeconds: 0,
    ...settings,
  };
}

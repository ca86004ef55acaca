import type { Config } from '../config/config.js';
import type { Clock } from '../platform/clock.js';
import type { PasswordHasher } from '../platform/crypto/password.js';
import type { Tokens } from '../platform/crypto/tokens.js';
import type { Vault } from '../platform/crypto/vault.js';
import type { Database } from '../platform/database/database.js';
import type { Jobs } from '../platform/jobs/jobs.js';
import type { Log } from '../platform/log.js';
import type { MailSender } from '../platform/mail/mail-sender.js';
import type { MalwareScanner } from '../platform/malware/malware-scanner.js';
import type { Metrics } from '../platform/metrics.js';
import type { PublicUrl } from '../platform/public-url.js';
import type { Notifications } from '../platform/pubsub/notifications.js';
import type { Storage } from '../platform/storage/open-storage.js';
import type { TenantQuota } from './tenant-quota.js';

/** The parts of a process from which every feature may be created. */
export interface Platform {
  /** Settings, read only by the `index.ts` of features, which pass values on as parameters. */
  config: Config;
  clock: Clock;
  log: Log;
  database: Database;
  storage: Storage;
  vault: Vault;
  hasher: PasswordHasher;
  tokens: Tokens;
  jobs: Jobs;
  notifications: Notifications;
  mailSender: MailSender;
  /** Scanner of uploaded files; null where none is configured. */
  malware: MalwareScanner | null;
  publicUrl: PublicUrl;
  /** Writes one line of the security log; does nothing where it is off. */
  writeSecurityLine: (line: string) => void;
  metrics: Metrics;
  /**
   * Creates a quota of the tenant, counted in the metrics.
   * @param name of the counted requests, in the plural: `scan triggers`
   * @param per600Requests limit per minute for a tenant with the default of 600 requests a minute; it scales with that
   */
  quota: (name: string, per600Requests: number) => TenantQuota;
}

import { join } from 'node:path';
import type { Config } from '../config/config.js';
import type { Worker } from '../feature/feature.js';
import type { Platform } from '../feature/platform.js';
import type { RestRow } from '../feature/rest-row.js';
import { TenantQuota } from '../feature/tenant-quota.js';
import { systemClock, type Clock } from '../platform/clock.js';
import { PasswordHasher } from '../platform/crypto/password.js';
import { Tokens } from '../platform/crypto/tokens.js';
import { Vault } from '../platform/crypto/vault.js';
import { Jobs } from '../platform/jobs/jobs.js';
import type { Log } from '../platform/log.js';
import { CaptureTransport } from '../platform/mail/capture-transport.js';
import type { MailTransport } from '../platform/mail/mail.js';
import { MailSender } from '../platform/mail/mail-sender.js';
import { SmtpTransport } from '../platform/mail/smtp-transport.js';
import { Clamd } from '../platform/malware/clamd.js';
import { PublicUrl } from '../platform/public-url.js';
import { Notifications } from '../platform/pubsub/notifications.js';
import { openStorage } from '../platform/storage/open-storage.js';
import type { Persistence, PersistenceOptions } from './persistence.js';
import { ServiceMetrics } from './service-metrics.js';

export interface AppOptions extends PersistenceOptions {
  config: Config;
  log: Log;
  /** Source of the current time. @default the clock of the machine */
  clock?: Clock;
  /** @default argon2id at the cost of production */
  hasher?: PasswordHasher;
  /** Receives the lines of the security log, whatever the settings. @default standard output, where it is on */
  writeSecurityLine?: (line: string) => void;
  /** Rows of the REST table beside those of the features. For tests of what a row may declare. @default none */
  routes?: readonly RestRow[];
}

/** Platform for the creation of features, with parts that only the wiring uses. */
export interface AppPlatform extends Platform {
  serviceMetrics: ServiceMetrics;
  /** Background workers that belong to no feature. */
  workers: readonly Worker[];
  /** Rows of the REST table that belong to no feature. */
  routes: readonly RestRow[];
}

/** Creates the objects below the features: database, clock, crypto, storage, mail, jobs, network. */
export async function createPlatform(
  { config, log, clock = systemClock, hasher = new PasswordHasher(), writeSecurityLine, routes = [] }: AppOptions,
  { database, serviceUrl }: Persistence,
): Promise<AppPlatform> {
  const publicUrl = new PublicUrl(config.publicUrl);
  const vault = new Vault(config.secretKey, config.previousSecretKeys);
  const serviceMetrics = new ServiceMetrics();
  serviceMetrics.watchDatabase(database);
  const onRun = serviceMetrics.onJob;
  const jobs = new Jobs({ url: serviceUrl, mongodbUrl: config.mongodbUrl, log, clock, onRun });
  const mailSender = new MailSender({ database, vault, transport: mailTransport(config, clock), jobs, log });
  return {
    config,
    clock,
    log,
    database,
    storage: await openStorage({ ...config, publicUrl, reserveBytes: config.storageReserveBytes }, clock),
    vault,
    hasher,
    tokens: new Tokens(config.secretKey, config.previousSecretKeys),
    jobs,
    notifications: new Notifications(serviceUrl, clock, log, (tenantId) => database.noteChange(tenantId)),
    mailSender,
    malware: config.clamdAddress === null ? null : new Clamd({ address: config.clamdAddress }),
    publicUrl,
    writeSecurityLine: writeSecurityLine ?? securityLog(config),
    metrics: serviceMetrics.metrics,
    quota: (name, per600Requests) => {
      const quota = new TenantQuota({ name, per600Requests, requestsPerMinute: config.rateLimitPerMinute });
      serviceMetrics.watchQuota(quota);
      return quota;
    },
    serviceMetrics,
    workers: [mailSender],
    routes,
  };
}

/** The security log on standard output, one JSON object a line, where the settings have it on. */
function securityLog({ hasSecurityLog }: Config): (line: string) => void {
  return hasSecurityLog ? (line) => process.stdout.write(`${line}\n`) : () => undefined;
}

function mailTransport({ smtpUrl, mailFrom, dataDir }: Config, clock: Clock): MailTransport {
  if (smtpUrl !== null) return new SmtpTransport(smtpUrl, mailFrom);
  return new CaptureTransport(join(dataDir, 'mail'), mailFrom, clock);
}

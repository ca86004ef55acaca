import { MailServer } from '../mail/mail-server.js';
import { openFeatures } from '../support/features.js';
import { runPools } from '../support/pools.js';
import { startService, type TestService } from '../support/service.js';

/** Further processes of a service that send the notifications which are due. */
export interface DueNotifications {
  /** Sends those that are due at a moment, twice at once, and the mail that waits; then stores the outcomes. */
  runAt(moment: Date | string): Promise<void>;
  /** Finds what ends soon or is due at a moment, twice at once. */
  deriveAt(moment: Date | string): Promise<void>;
  /** Deletes what is too old at a moment. */
  pruneAt(moment: Date | string): Promise<void>;
  close(): Promise<void>;
}

export async function openDueNotifications(service: TestService): Promise<DueNotifications> {
  let now = new Date(0);
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const [opened, other] = [await openFeatures(service, clock), await openFeatures(service, clock)];
  const { platform, features } = opened;
  const { notifications } = features.notifications.services;
  const pools = [notifications.pool, other.features.notifications.services.notifications.pool];
  const { signal } = new AbortController();
  return {
    runAt: async (moment) => {
      now = new Date(moment);
      await runPools(...pools);
      await runPools(platform.mailSender.pool);
      await notifications.settle(signal);
    },
    deriveAt: async (moment) => {
      now = new Date(moment);
      await Promise.all([notifications.derive(signal), notifications.derive(signal)]);
    },
    pruneAt: async (moment) => {
      now = new Date(moment);
      await notifications.prune(signal);
    },
    close: async () => {
      await opened.close();
      await other.close();
    },
  };
}

/** A service in which nothing is sent by itself, what sends what is due, and the server of its mail. */
export interface MailedService {
  service: TestService;
  due: DueNotifications;
  mailServer: MailServer;
  stop: () => Promise<void>;
}

export async function startMailedService(): Promise<MailedService> {
  const mailServer = new MailServer();
  const smtpUrl = await mailServer.listen();
  const service = await startService({ settings: { role: 'web', smtpUrl } });
  const due = await openDueNotifications(service);
  return {
    ...{ service, due, mailServer },
    stop: async () => {
      await due.close();
      await service.stop();
      await mailServer.close();
    },
  };
}

import { openFeatures } from '../support/features.js';
import type { TestService } from '../support/service.js';

/** A second process of a service that sends the notifications which are due. */
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
  const opened = await openFeatures(service, clock);
  const { platform, features } = opened;
  const { notifications } = features.notifications.services;
  const { signal } = new AbortController();
  return {
    runAt: async (moment) => {
      now = new Date(moment);
      await Promise.all([notifications.run(signal), notifications.run(signal)]);
      await platform.mailSender.sendDue();
      await notifications.run(signal);
    },
    deriveAt: async (moment) => {
      now = new Date(moment);
      await Promise.all([notifications.derive(signal), notifications.derive(signal)]);
    },
    pruneAt: async (moment) => {
      now = new Date(moment);
      await notifications.prune(signal);
    },
    close: () => opened.close(),
  };
}

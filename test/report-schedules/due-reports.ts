import { openFeatures } from '../support/features.js';
import type { TestService } from '../support/service.js';

/** A second process of a service that makes the reports which are due. */
export interface DueReports {
  /** Makes those that are due at a moment, twice at once. */
  runAt(moment: Date | string): Promise<void>;
  close(): Promise<void>;
}

export async function openDueReports(service: TestService): Promise<DueReports> {
  let now = new Date(0);
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const opened = await openFeatures(service, clock);
  const { app, features } = opened;
  const { scheduledReports } = features.reportSchedules.services;
  const { signal } = new AbortController();
  return {
    runAt: async (moment) => {
      now = new Date(moment);
      await Promise.all([scheduledReports.run(app, signal), scheduledReports.run(app, signal)]);
    },
    close: () => opened.close(),
  };
}

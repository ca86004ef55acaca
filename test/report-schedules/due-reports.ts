import { openFeatures } from '../support/features.js';
import { runPools } from '../support/pools.js';
import type { TestService } from '../support/service.js';

/** Further processes of a service that make the reports which are due. */
export interface DueReports {
  /** Makes those that are due at a moment, twice at once. */
  runAt(moment: Date | string): Promise<void>;
  close(): Promise<void>;
}

export async function openDueReports(service: TestService): Promise<DueReports> {
  let now = new Date(0);
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const opened = [await openFeatures(service, clock), await openFeatures(service, clock)];
  const pools = opened.map(({ app, features }) => {
    const { scheduledReports } = features.reportSchedules.services;
    scheduledReports.open(app);
    return scheduledReports.pool;
  });
  return {
    runAt: async (moment) => {
      now = new Date(moment);
      await runPools(...pools);
    },
    close: async () => {
      for (const each of opened) await each.close();
    },
  };
}

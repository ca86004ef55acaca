import { ACCESS, createFeatures } from '../../src/app/features.js';
import { createConnectors } from '../../src/app/connectors.js';
import { openPersistence } from '../../src/app/persistence.js';
import { createPlatform } from '../../src/app/platform.js';
import type { AppContext } from '../../src/context.js';
import { ContextValues } from '../../src/platform/context-values.js';
import { createLog } from '../../src/platform/log.js';
import type { TestService } from '../support/service.js';

/** A second process of a service that makes the reports which are due. */
export interface DueReports {
  /** Makes those that are due at a moment, twice at once. */
  runAt(moment: Date | string): Promise<void>;
  close(): Promise<void>;
}

export async function openDueReports({ config: { publicUrl, ...rest }, baseUrl }: TestService): Promise<DueReports> {
  const log = createLog(process.env.TEST_LOG ?? 'silent');
  const config = { ...rest, publicUrl: publicUrl ?? baseUrl };
  let now = new Date(0);
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const persistence = await openPersistence(config, log);
  const platform = await createPlatform({ config, log, clock }, persistence);
  const { catalogue } = persistence;
  const features = createFeatures(platform, { catalogue, connectors: createConnectors(config) });
  const values = new ContextValues(
    Object.values(features).flatMap((each) => ('contextValues' in each ? (each.contextValues ?? []) : [])),
  );
  const app: AppContext = { access: ACCESS, clock, log, values };
  const { scheduledReports } = features.reportSchedules.services;
  const { signal } = new AbortController();
  return {
    runAt: async (moment) => {
      now = new Date(moment);
      await Promise.all([scheduledReports.run(app, signal), scheduledReports.run(app, signal)]);
    },
    close: async () => {
      await platform.jobs.stop();
      platform.storage.close();
      await persistence.close();
    },
  };
}

import { ACCESS, createFeatures } from '../../src/app/features.js';
import { createConnectors } from '../../src/app/connectors.js';
import { openPersistence } from '../../src/app/persistence.js';
import { createPlatform } from '../../src/app/platform.js';
import type { AppContext } from '../../src/context.js';
import type { Platform } from '../../src/feature/platform.js';
import type { Clock } from '../../src/platform/clock.js';
import { ContextValues } from '../../src/platform/context-values.js';
import { createLog } from '../../src/platform/log.js';
import type { TestService } from './service.js';

/** The features of a service as a second process of it has them, which runs nothing by itself. */
export interface OpenFeatures {
  app: AppContext;
  platform: Platform;
  features: ReturnType<typeof createFeatures>;
  close(): Promise<void>;
}

/** @param clock its time, which that of the service does not follow */
export async function openFeatures(
  { config: { publicUrl, ...rest }, baseUrl }: TestService,
  clock: Clock,
): Promise<OpenFeatures> {
  const log = createLog(process.env.TEST_LOG ?? 'silent');
  const config = { ...rest, publicUrl: publicUrl ?? baseUrl };
  const persistence = await openPersistence(config, log);
  const platform = await createPlatform({ config, log, clock }, persistence);
  const features = createFeatures(platform, { catalogue: persistence.catalogue, connectors: createConnectors(config) });
  const values = new ContextValues(
    Object.values(features).flatMap((each) => ('contextValues' in each ? (each.contextValues ?? []) : [])),
  );
  return {
    app: { access: ACCESS, clock, log, values },
    platform,
    features,
    close: async () => {
      await platform.mailSender.stop();
      await platform.jobs.stop();
      platform.storage.close();
      await persistence.close();
    },
  };
}

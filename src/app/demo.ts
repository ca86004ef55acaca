import type { AppContext } from '../context.js';
import { DemoHistory } from '../demo/demo-history.js';
import { DemoOrganization } from '../demo/demo-organization.js';
import { demoConnector } from './connectors.js';
import type { Features } from './features.js';
import type { AppPlatform } from './platform.js';

/** Creates the demo organization, which an empty database begins with. */
export function createDemo(
  platform: AppPlatform,
  { evidence, scans, workItems }: Features,
  context: AppContext,
): DemoOrganization {
  const { runs } = scans.services;
  const history = new DemoHistory({
    ...{ runs, context, clock: platform.clock },
    ...workItems.services,
    connector: demoConnector(0),
  });
  return new DemoOrganization({ ...platform, ...evidence.services, context, history });
}

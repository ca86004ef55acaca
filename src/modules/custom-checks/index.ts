import { ADMIN, ALL, read, scoped } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { CustomCheckEntity } from './custom-check.entity.js';
import { CustomCheckResolver } from './custom-check.resolver.js';
import { CustomCheckService } from './custom-check.service.js';

/** At the default of 600 requests a minute. */
const DRY_RUNS_PER_600 = 20;

/** Checks that an organization writes, and their dry runs. */
export const customChecksFeature = feature({
  // A whole snapshot is read piece by piece, and the check runs in a process.
  costlyFields: {
    'Mutation.dryRunCustomCheck': 1,
  },
  access: {
    'Query.customChecks': read(ALL),
    'Query.customCheck': read(ALL),
    'Query.resourceTypes': read(ALL),
    'Mutation.createCustomCheck': scoped('checks', ADMIN),
    'Mutation.updateCustomCheck': scoped('checks', ADMIN),
    'Mutation.deleteCustomCheck': scoped('checks', ADMIN),
    'Mutation.dryRunCustomCheck': scoped('checks', ADMIN),
  },
  listSizes: ({ resourceTypes }) => ({
    'Query.customChecks': 100,
    'CustomCheck.universalControls': 3,
    'Query.resourceTypes': resourceTypes,
    'DryRun.samples': 20,
  }),
  entities: [CustomCheckEntity],
  create({ storage, quota }: Platform) {
    const service = new CustomCheckService(storage.objects, quota('dry runs', DRY_RUNS_PER_600));
    return { services: {}, resolvers: [new CustomCheckResolver(service)] };
  },
});

import { ADMIN, stepUp } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { periodic } from '../../platform/jobs/periodic.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { ScheduleEntity } from './schedule.entity.js';
import { ScheduleResolver } from './schedule.resolver.js';
import { ScheduleRunner, type ScheduleRunnerOptions } from './schedule.jobs.js';
import { ScheduleService } from './schedule.service.js';

interface Needs {
  catalogue: Catalogue;
  wakeScan: ScheduleRunnerOptions['wake'];
}

/** Scans of an integration at set times. */
export const schedulesFeature = feature({
  access: { 'Mutation.setSchedule': stepUp(ADMIN) },
  entities: [ScheduleEntity],
  create({ database, clock, log, jobs }: Platform, { catalogue, wakeScan }: Needs) {
    const schedules = new ScheduleService();
    const runner = new ScheduleRunner({ database, catalogue, clock, log, wake: wakeScan });
    return {
      services: { schedules },
      resolvers: [new ScheduleResolver(schedules)],
      workers: [periodic(jobs, { name: 'scans.schedule', every: '30 seconds', run: (signal) => runner.run(signal) })],
    };
  },
});

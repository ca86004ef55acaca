import type { Feature } from '../../feature/feature.js';
import { ScheduleResolver } from './schedule.resolver.js';
import type { ScheduleService } from './schedule.service.js';

export function schedulesFeature(schedules: ScheduleService): Feature {
  return { resolvers: [new ScheduleResolver(schedules)], routes: [] };
}

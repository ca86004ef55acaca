import { ALL, interactive, read } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import type { ReportService } from '../reports/report.service.js';
import { ReportScheduleEntity } from './report-schedule.entity.js';
import { ReportScheduleRunner, reportScheduleWorker } from './report-schedule.jobs.js';
import { ReportScheduleResolver } from './report-schedule.resolver.js';
import { ReportScheduleService, SCHEDULES_MAX } from './report-schedule.service.js';

/** Reports that are made at set times. */
export const reportSchedulesFeature = feature({
  access: {
    'Query.reportSchedules': read(ALL),
    // For people alone: what a key sets up would go on after the key is revoked.
    'Mutation.createReportSchedule': interactive(ALL),
    'Mutation.updateReportSchedule': interactive(ALL),
    'Mutation.deleteReportSchedule': interactive(ALL),
  },
  listSizes: () => ({ 'Query.reportSchedules': SCHEDULES_MAX }),
  entities: [ReportScheduleEntity],
  create(platform: Platform, { reports }: { reports: ReportService }) {
    const { database, clock, log, jobs, vault, mailSender, publicUrl } = platform;
    const reportSchedules = new ReportScheduleService();
    const mails = new OutgoingMails(vault);
    const runner = new ReportScheduleRunner({ database, reports, mails, mailSender, publicUrl, clock, log });
    return {
      services: { reportSchedules, scheduledReports: runner },
      resolvers: [new ReportScheduleResolver(reportSchedules)],
      workers: [reportScheduleWorker(jobs, runner)],
    };
  },
});

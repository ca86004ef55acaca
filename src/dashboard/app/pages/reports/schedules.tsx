import { useQuery } from '@apollo/client/react';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { LANGUAGE_NAMES } from '../../i18n';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Section } from '../../parts/section';
import { StateWord } from '../../parts/state-word';
import type { Framework } from './report-choices';
import { ReportSchedulesDocument, type ShownScheduleFragment } from './reports.gql';
import { cronChoiceOf, plannedAt, timesOf } from './reports.rules';
import { ScheduleActions } from './schedule-actions';
import { NewScheduleDialog } from './schedule-new';

/** The reports that are made at set times, with the way to have another one made. */
export function Schedules({ frameworks }: { frameworks: readonly Framework[] }) {
  const { t } = useTranslation('reports');
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const result = useQuery(ReportSchedulesDocument);
  const mayCreate = may('createReportSchedule') && frameworks.length > 0;
  return (
    <Section
      title={t('schedule.title')}
      actions={
        mayCreate && (
          <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
            {t('schedule.new')}
          </Button>
        )
      }
    >
      <Answered result={result}>
        {({ reportSchedules }) =>
          reportSchedules.length === 0 ? (
            <Text c="dimmed">{t('schedule.none')}</Text>
          ) : (
            <ScheduleTable schedules={reportSchedules} />
          )
        }
      </Answered>
      {isOpen && <NewScheduleDialog frameworks={frameworks} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function ScheduleTable({ schedules }: { schedules: readonly ShownScheduleFragment[] }) {
  const { t } = useTranslation(['reports', 'terms']);
  const format = useFormat();
  const columns: readonly Column<ShownScheduleFragment>[] = [
    {
      key: 'report',
      header: t('schedule.report'),
      cell: ({ framework, reportType, format: file, language }) => (
        <div>
          <Text inherit fw={500}>
            {framework} · {t(`terms:reportType.${reportType}`)}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`format.${file}`)}, <span lang={language}>{LANGUAGE_NAMES[language]}</span>
          </Text>
        </div>
      ),
    },
    { key: 'often', header: t('schedule.often'), cell: ({ cron }) => <Often cron={cron} /> },
    {
      key: 'next',
      header: t('schedule.next'),
      cell: ({ nextAt, pausedAt, cron }) =>
        pausedAt === null ? (
          <Next at={nextAt} cron={cron} />
        ) : (
          <Text c="dimmed" inherit>
            {t('schedule.pausedSince', { day: format.date(pausedAt) })}
          </Text>
        ),
    },
    { key: 'last', header: t('schedule.last'), cell: (schedule) => <Last schedule={schedule} /> },
    {
      key: 'by',
      header: t('schedule.by'),
      cell: ({ createdBy }) => (
        <Stack gap={0}>
          {createdBy?.name ?? t('library.unknown')}
          {createdBy && (
            <Text size="xs" c="dimmed">
              {t('schedule.getsMail')}
            </Text>
          )}
        </Stack>
      ),
    },
    { key: 'state', header: t('schedule.state'), cell: (schedule) => <State schedule={schedule} /> },
    {
      key: 'buttons',
      header: '',
      align: 'right',
      cell: (schedule) => <ScheduleActions schedule={schedule} />,
    },
  ];
  return <DataTable label={t('schedule.title')} columns={columns} rows={schedules} rowKey={({ id }) => id} />;
}

/** When the next report is made: shortly after its time, where the schedule names one. */
function Next({ at, cron }: { at: string; cron: string }) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const planned = plannedAt(at, cron)?.toISOString();
  const words =
    planned === undefined
      ? format.dateTime(at)
      : t('schedule.soonAfter', { day: format.date(planned), time: format.time(planned) });
  return <time dateTime={at}>{words}</time>;
}

function State({ schedule: { pausedAt, failedAt } }: { schedule: ShownScheduleFragment }) {
  const { t } = useTranslation('reports');
  if (pausedAt !== null) return <StateWord tone="ended" word={t('schedule.paused')} />;
  if (failedAt !== null) return <StateWord tone="bad" word={t('schedule.lastFailed')} />;
  return <StateWord tone="good" word={t('schedule.active')} />;
}

function Often({ cron }: { cron: string }) {
  const { t, i18n } = useTranslation('reports');
  const choice = cronChoiceOf(cron);
  if (choice !== 'own') return t(`schedule.${choice}`);
  const times = timesOf(cron);
  if (!times) return <code>{cron}</code>;
  const time = `${times.hour}:${String(times.minute).padStart(2, '0')}`;
  if (times.day !== undefined) return t('schedule.onDay', { day: times.day, time });
  if (times.weekday === undefined) return t('schedule.daily', { time });
  // The first of a January that began on a Sunday.
  const someDay = new Date(Date.UTC(2023, 0, 1 + times.weekday));
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' }).format(someDay);
  return t('schedule.onWeekday', { weekday, time });
}

/** When the last report was made, or why the last one that was due was not. */
function Last({ schedule: { lastReport, failedAt, failure } }: { schedule: ShownScheduleFragment }) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  return (
    <div>
      {lastReport ? (
        <time dateTime={lastReport.generatedAt}>{format.dateTime(lastReport.generatedAt)}</time>
      ) : (
        <Text c="dimmed" inherit>
          {t('schedule.never')}
        </Text>
      )}
      {failedAt !== null && failure !== null && (
        <Text size="xs">{t('schedule.failed', { time: format.dateTime(failedAt), failure })}</Text>
      )}
    </div>
  );
}

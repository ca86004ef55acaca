import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { LANGUAGE_NAMES } from '../../i18n';
import { useFormat } from '../../parts/format';
import { Score } from '../../parts/status';
import { UnfoldButton } from '../../parts/unfold-button';
import { LibraryActions } from './library-actions';
import { ReportChanges } from './report-changes';
import type { ShownReportFragment } from './reports.gql';

interface LibraryTableProps {
  reports: readonly ShownReportFragment[];
  isBusy: boolean;
  onAgain: (id: string) => void;
}

/** Table of stored reports; each unfolds what has changed since the one before of its kind. */
export function LibraryTable({ reports, isBusy, onAgain }: LibraryTableProps) {
  const { t } = useTranslation(['reports', 'terms']);
  const format = useFormat();
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const columns: readonly Column<ShownReportFragment>[] = [
    {
      key: 'report',
      header: t('library.report'),
      cell: ({ id, framework, reportType, format: file, language, size }) => (
        <UnfoldButton
          isOpen={unfolded === id}
          onToggle={() => setUnfolded(unfolded === id ? null : id)}
          note={
            <>
              {t(`format.${file}`)}, <span lang={language}>{LANGUAGE_NAMES[language]}</span>, {format.bytes(size)}
            </>
          }
        >
          {framework} · {t(`terms:reportType.${reportType}`)}
        </UnfoldButton>
      ),
    },
    {
      key: 'asOf',
      header: t('library.asOf'),
      cell: ({ asOf, moment }) =>
        moment === 'now' ? (
          <time dateTime={asOf}>{format.dateTime(asOf)}</time>
        ) : (
          <Stack gap={0} style={{ whiteSpace: 'nowrap' }}>
            <time dateTime={asOf}>{format.dateTime(asOf)}</time>
            <Text size="xs" c="dimmed">
              {t(`moment.${moment}`)}
            </Text>
          </Stack>
        ),
    },
    {
      key: 'score',
      header: t('library.score'),
      cell: ({ assuredScore, complianceScore, totalControls, passedControls, failedControls }) => (
        <Stack gap={0}>
          <Score percent={assuredScore} />
          <Text size="xs" c="dimmed">
            {t('library.inPart', {
              score: format.percent(complianceScore),
              passed: format.number(passedControls),
              count: totalControls,
              failed: format.number(failedControls),
            })}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'generated',
      header: t('library.generated'),
      cell: ({ generatedAt, generatedBy, moment }) => (
        <Stack gap={0}>
          {generatedBy?.name ?? t('library.unknown')}
          {/* A report on the moment at which it was made says that one already. */}
          {moment !== 'now' && (
            <Text size="xs" c="dimmed" component="time" dateTime={generatedAt} style={{ whiteSpace: 'nowrap' }}>
              {format.dateTime(generatedAt)}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'keptUntil',
      header: t('library.keptUntil'),
      cell: ({ keptUntil }) => (
        <span style={{ whiteSpace: 'nowrap' }}>{isStored(keptUntil) ? format.date(keptUntil) : t('library.gone')}</span>
      ),
    },
    {
      key: 'buttons',
      header: '',
      align: 'right',
      cell: (report) => (
        <LibraryActions report={report} isStored={isStored(report.keptUntil)} isBusy={isBusy} onAgain={onAgain} />
      ),
    },
  ];
  return (
    <DataTable
      label={t('library.title')}
      columns={columns}
      rows={reports}
      rowKey={({ id }) => id}
      detailOf={({ id }) => (unfolded === id ? <ReportChanges id={id} /> : null)}
    />
  );
}

function isStored(keptUntil: string): boolean {
  return new Date(keptUntil).getTime() > Date.now();
}

import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { FindingStatus } from '../../parts/finding-status';
import { useFormat } from '../../parts/format';
import { Section } from '../../parts/section';
import type { FindingPageQuery } from './findings.gql';
import { standingsOf, type Standing } from './finding-history.rules';

type Shown = FindingPageQuery['finding'];
type Row = Standing<Shown['status']>;

/** What the check said of the resource one after the other; nothing where it always said the same. */
export function FindingHistory({ finding: { history, isCurrent } }: { finding: Shown }) {
  const { t } = useTranslation('findings');
  const format = useFormat();
  const rows = standingsOf(history, isCurrent);
  if (rows.length < 2) return null;
  const columns: readonly Column<Row>[] = [
    {
      key: 'status',
      header: t('column.said'),
      cell: ({ status }) =>
        status === null ? (
          <Text size="sm" c="dimmed">
            {t('finding.absent')}
          </Text>
        ) : (
          <FindingStatus status={status} isAccepted={false} />
        ),
    },
    {
      key: 'from',
      header: t('column.from'),
      cell: ({ from }) => format.dateTime(from),
    },
    {
      key: 'until',
      header: t('column.to'),
      cell: ({ until }) =>
        until === 'now' ? t('finding.untilNow') : until === null ? t('finding.notKept') : format.dateTime(until),
    },
    { key: 'summary', header: t('column.finding'), cell: ({ summary }) => summary },
  ];
  return (
    <Section title={t('finding.history')} aside={<Text c="dimmed">{t('finding.historyText')}</Text>}>
      <DataTable label={t('finding.history')} columns={columns} rows={rows} rowKey={({ key }) => key} />
    </Section>
  );
}

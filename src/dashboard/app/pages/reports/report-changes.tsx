import { useQuery } from '@apollo/client/react';
import { Code, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { countChanges } from './reports.rules';
import { ReportComparisonDocument, type ReportComparisonQuery } from './reports.gql';

type Report = ReportComparisonQuery['report'];
type Change = NonNullable<Report['comparison']>['changes'][number];

/** What has changed from the report before of the same kind to this one, with causes. */
export function ReportChanges({ id }: { id: string }) {
  const result = useQuery(ReportComparisonDocument, { variables: { id } });
  return <Answered result={result}>{({ report }) => <Changes report={report} />}</Answered>;
}

function Changes({ report: { asOf, assuredScore, previous, comparison, sha256 } }: { report: Report }) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const hash = (
    <Text size="xs" c="dimmed">
      SHA-256 <Code style={{ overflowWrap: 'anywhere' }}>{sha256}</Code>
    </Text>
  );
  if (!previous || !comparison) {
    return (
      <Stack gap="xs">
        <Text>{previous ? t('changes.inactive') : t('changes.first')}</Text>
        {hash}
      </Stack>
    );
  }
  const change = assuredScore - previous.assuredScore;
  const counts = countChanges(comparison.changes);
  const parts = (['passed', 'failed', 'leftScope', 'other'] as const).filter((kind) => counts[kind] > 0);
  const moments = { from: format.dateTime(previous.asOf), to: format.dateTime(asOf) };
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Text fw={500}>
          {parts.length === 0
            ? t('changes.none', moments)
            : t('changes.since', {
                ...moments,
                what: parts.map((kind) => t(`changes.${kind}`, { count: counts[kind] })).join(', '),
              })}
        </Text>
        {change !== 0 && <Text c="dimmed">{t('changes.score', { change: format.change(change) })}</Text>}
      </Group>
      {comparison.changes.length > 0 && <ChangeTable changes={comparison.changes} />}
      {hash}
    </Stack>
  );
}

function ChangeTable({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('reports');
  const columns: readonly Column<Change>[] = [
    {
      key: 'control',
      header: t('changes.control'),
      cell: ({ control: { id, controlId, title, framework } }) => (
        <div style={{ minWidth: 160 }}>
          <TextLink to="/controls/$framework/$controlId" params={{ framework: framework.slug, controlId: id }}>
            {controlId}
          </TextLink>
          <Text size="xs" c="dimmed">
            {title}
          </Text>
        </div>
      ),
    },
    { key: 'before', header: t('changes.before'), cell: ({ previousStatus }) => <Status status={previousStatus} /> },
    { key: 'after', header: t('changes.after'), cell: ({ status }) => <Status status={status} /> },
    {
      key: 'cause',
      header: t('changes.cause'),
      cell: ({ cause }) => (cause === null ? t('changes.unknown') : t(`cause.${cause}`)),
    },
  ];
  return <DataTable label={t('changes.title')} columns={columns} rows={changes} rowKey={({ control: { id } }) => id} />;
}

import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Score } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { useShell } from '../../api/shell-data';
import type { ReportsQuery } from './reports.gql';

type Row = ReportsQuery['reportFrameworks']['frameworks'][number];

/** Table of the frameworks available for a report, with their scores. */
export function FrameworkTable({ frameworks }: { frameworks: readonly Row[] }) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const shell = useShell();
  const columns: Column<Row>[] = [
    {
      key: 'framework',
      header: t('frameworks.framework'),
      cell: ({ framework }) => {
        const slug = shell.frameworks.find(({ name }) => name === framework)?.slug;
        if (slug === undefined) return framework;
        return (
          <TextLink to="/controls/$framework" params={{ framework: slug }}>
            {framework}
          </TextLink>
        );
      },
    },
    { key: 'version', header: t('frameworks.version'), cell: ({ version }) => version },
    {
      key: 'controls',
      header: t('frameworks.controls'),
      align: 'right',
      cell: ({ totalControls }) => format.number(totalControls),
    },
    { key: 'score', header: t('frameworks.score'), align: 'right', cell: ({ score }) => <Score percent={score} /> },
  ];
  return (
    <DataTable
      label={t('frameworks.title')}
      columns={columns}
      rows={frameworks}
      rowKey={({ framework }) => framework}
    />
  );
}

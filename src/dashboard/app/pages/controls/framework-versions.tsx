import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import type { FrameworkScoresQuery } from './frameworks.gql';

interface FrameworkVersionsProps {
  frameworks: readonly Pick<FrameworkScoresQuery['frameworks'][number], 'name' | 'versions'>[];
}

/** Installed versions of each framework, newest first. */
export function FrameworkVersions({ frameworks }: FrameworkVersionsProps) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const rows = frameworks.flatMap(({ name, versions }) => versions.map((version) => ({ ...version, name })));
  return (
    <DataTable
      label={t('versions.title')}
      rows={rows}
      rowKey={({ name, loadedAt }) => `${name} ${loadedAt}`}
      columns={[
        { key: 'framework', header: t('frameworks.framework'), cell: ({ name }) => name },
        { key: 'version', header: t('versions.version'), cell: ({ version }) => version },
        { key: 'loaded', header: t('versions.loaded'), cell: ({ loadedAt }) => format.dateTime(loadedAt) },
        {
          key: 'controls',
          header: t('versions.controls'),
          align: 'right',
          cell: ({ controls }) => format.number(controls),
        },
        { key: 'added', header: t('versions.added'), align: 'right', cell: ({ added }) => format.number(added) },
        {
          key: 'removed',
          header: t('versions.removed'),
          align: 'right',
          cell: ({ removed }) => format.number(removed),
        },
      ]}
    />
  );
}

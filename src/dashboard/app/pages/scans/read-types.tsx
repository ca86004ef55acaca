import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { useTypeName } from '../../parts/type-name';
import { useNames } from './names';
import type { ShownScan } from './scan.page';

/** Types of resources that a scan read, with their numbers. */
export function ReadTypes({ types }: { types: ShownScan['resourceTypes'] }) {
  const { t } = useTranslation('scans');
  const { placeOf } = useNames();
  const format = useFormat();
  const typeName = useTypeName();
  return (
    <DataTable
      label={t('read.title')}
      rows={types}
      rowKey={({ integrationId, resourceType }) => `${integrationId} ${resourceType}`}
      columns={[
        {
          key: 'type',
          header: t('read.type'),
          cell: ({ resourceType, isWhole }) =>
            isWhole ? typeName(resourceType) : `${typeName(resourceType)} (${t('read.part')})`,
        },
        {
          key: 'where',
          header: t('read.where'),
          cell: ({ integrationId }) => placeOf({ integrationId, account: null, region: null }),
        },
        {
          key: 'resources',
          header: t('read.resources'),
          align: 'right',
          cell: ({ resources }) => (resources === null ? '–' : format.number(resources)),
        },
      ]}
    />
  );
}

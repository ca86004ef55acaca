import { useTranslation } from 'react-i18next';
import type { Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';

interface ResourceCounts {
  resourcesFailed: number;
  resourcesPassed: number;
}

/** Columns with the numbers of resources that failed and passed. */
export function useResourceCountColumns(): Column<ResourceCounts>[] {
  const { t } = useTranslation('scans');
  const format = useFormat();
  return (['resourcesFailed', 'resourcesPassed'] as const).map((key) => ({
    key,
    header: t(`field.${key}`),
    align: 'right',
    cell: (row) => format.number(row[key]),
  }));
}

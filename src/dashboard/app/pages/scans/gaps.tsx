import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { useTypeName } from '../../parts/type-name';
import { useNames } from './names';
import type { ShownScan } from './scan.page';

type Gap = ShownScan['gaps'][number];

/** Gaps of a scan with their reasons. */
export function Gaps({ gaps }: { gaps: readonly Gap[] }) {
  const { t } = useTranslation('scans');
  const { placeOf } = useNames();
  const typeName = useTypeName();
  return (
    <Alert color="orange" variant="outline" title={t('gaps.title', { count: gaps.length })}>
      <Stack gap="sm">
        <Text>{t('gaps.meaning')}</Text>
        <DataTable
          label={t('gaps.label')}
          rows={gaps.map((gap, index) => ({ ...gap, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            {
              key: 'what',
              header: t('gaps.what'),
              cell: ({ resourceTypes, checkId }) => checkId ?? resourceTypes.map(typeName).join(', '),
            },
            { key: 'where', header: t('gaps.where'), cell: placeOf },
            { key: 'reason', header: t('gaps.reason'), cell: ({ reason }) => reason },
          ]}
        />
      </Stack>
    </Alert>
  );
}

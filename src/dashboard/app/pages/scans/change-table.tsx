import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Arrow } from './arrow';
import { CheckChanges } from './check-changes';
import type { ScanComparisonQuery } from './comparison.gql';
import { ControlLink } from './control-link';
import { Outcome } from './outcome';

export type ResultChange = ScanComparisonQuery['compareScans']['changes'][number];

/** Number of rows shown at once: comparing a report with a full scan returns a thousand. */
const STEP = 50;

interface ChangeTableProps {
  label: string;
  changes: readonly ResultChange[];
}

/** Table of controls with a different result: old, new, reason. */
export function ChangeTable({ label, changes }: ChangeTableProps) {
  const { t } = useTranslation(['scans', 'common']);
  const format = useFormat();
  const [shown, setShown] = useState(STEP);
  if (changes.length === 0) return null;
  const columns: Column<ResultChange>[] = [
    { key: 'control', header: t('field.control'), cell: ({ control }) => <ControlLink control={control} /> },
    {
      key: 'change',
      header: t('change.fromTo'),
      cell: ({ previousStatus, status }) => (
        <span className="cause-change">
          <Outcome status={previousStatus} /> <Arrow /> <Outcome status={status} />
        </span>
      ),
    },
    {
      key: 'reasons',
      header: t('change.why'),
      cell: ({ reasons }) => reasons.map((reason) => t(`reason.${reason}`)).join('; ') || '–',
    },
    {
      key: 'checks',
      header: t('change.checks'),
      cell: ({ checks, finding }) =>
        checks.length > 0 ? <CheckChanges checks={checks} /> : <Text size="sm">{finding}</Text>,
    },
  ];
  return (
    <Stack gap="sm" align="stretch">
      <DataTable label={label} columns={columns} rows={changes.slice(0, shown)} rowKey={({ control }) => control.id} />
      {shown < changes.length && (
        <div>
          <Button variant="default" onClick={() => setShown(shown + STEP)}>
            {t('common:action.more')} ({format.number(changes.length - shown)})
          </Button>
        </div>
      )}
    </Stack>
  );
}

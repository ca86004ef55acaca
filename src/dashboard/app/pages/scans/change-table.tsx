import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Status } from '../../parts/status';
import { Arrow } from './arrow';
import { CheckChanges } from './check-changes';
import type { ScanComparisonQuery } from './comparison.gql';
import { ControlLink } from './control-link';

export type ResultChange = ScanComparisonQuery['compareScans']['changes'][number];

/** Number of rows shown at once: comparing a report with a full scan returns a thousand. */
const STEP = 50;
const STEP_BRIEF = 6;

interface ChangeTableProps {
  label: string;
  changes: readonly ResultChange[];
  /** Shows only the first rows, without checks. @default false */
  isBrief?: boolean;
}

/** Table of controls with a different result: old, new, reason. */
export function ChangeTable({ label, changes, isBrief = false }: ChangeTableProps) {
  const { t } = useTranslation(['scans', 'common']);
  const format = useFormat();
  const [shown, setShown] = useState(isBrief ? STEP_BRIEF : STEP);
  if (changes.length === 0) return null;
  const columns: Column<ResultChange>[] = [
    { key: 'control', header: t('field.control'), cell: ({ control }) => <ControlLink control={control} /> },
    {
      key: 'change',
      header: t('change.fromTo'),
      cell: ({ previousStatus, status }) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          <Outcome status={previousStatus} /> <Arrow /> <Outcome status={status} />
        </span>
      ),
    },
    {
      key: 'reasons',
      header: t('change.why'),
      cell: ({ reasons }) => reasons.map((reason) => t(`reason.${reason}`)).join('; ') || '–',
    },
  ];
  if (!isBrief) {
    columns.push({
      key: 'checks',
      header: t('change.checks'),
      cell: ({ checks, finding }) =>
        checks.length > 0 ? <CheckChanges checks={checks} /> : <Text size="sm">{finding}</Text>,
    });
  }
  return (
    <Stack gap="sm" align="stretch">
      <DataTable label={label} columns={columns} rows={changes.slice(0, shown)} rowKey={({ control }) => control.id} />
      {shown < changes.length && !isBrief && (
        <div>
          <Button variant="default" onClick={() => setShown(shown + STEP)}>
            {t('common:action.more')} ({format.number(changes.length - shown)})
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** A scan result; a dash where the scan did not cover the control. */
function Outcome({ status }: { status: ResultChange['status'] }) {
  const { t } = useTranslation('scans');
  return status === null ? <Text span>{t('change.notCovered')}</Text> : <Status status={status} />;
}

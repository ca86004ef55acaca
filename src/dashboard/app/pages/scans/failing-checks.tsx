import '../../parts/findings/seen.css';
import { Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import { UnfoldSign } from '../../parts/unfold-sign';
import { ControlLink } from './control-link';
import { checksOf, type FailedBy } from './failing-checks.rules';
import type { FailingResult } from './use-failing';

type Failed = FailedBy<FailingResult>;

interface FailingChecksProps {
  results: readonly FailingResult[];
  /** What is wrong by the checks that fail a control which did not fail in the scan before. */
  newFaults: ReadonlySet<string>;
}

/** Checks that fail controls in a scan, the worst first, each with its controls to unfold. */
export function FailingChecks({ results, newFaults }: FailingChecksProps) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const [open, setOpen] = useState<readonly string[]>([]);
  const keyOf = ({ check }: Failed) => check?.id ?? '';
  const isOpen = (failed: Failed) => open.includes(keyOf(failed));
  const toggle = (failed: Failed) =>
    setOpen(isOpen(failed) ? open.filter((each) => each !== keyOf(failed)) : [...open, keyOf(failed)]);
  return (
    <div className="scan-checks">
      <DataTable<Failed>
        label={t('results.title')}
        rows={checksOf(results)}
        rowKey={keyOf}
        detailOf={(failed) => (isOpen(failed) ? <Controls failed={failed} /> : null)}
        columns={[
          {
            key: 'severity',
            header: t('field.severity'),
            cell: ({ check }) => check && <Severity severity={check.severity} />,
          },
          {
            key: 'check',
            header: t('results.check'),
            cell: (failed) => (
              <>
                <UnstyledButton fz="sm" fw={500} mih={24} aria-expanded={isOpen(failed)} onClick={() => toggle(failed)}>
                  <UnfoldSign isOpen={isOpen(failed)} />
                  {failed.check?.fault ?? t('results.unexplained')}
                </UnstyledButton>{' '}
                {newFaults.has(failed.check?.fault ?? '') && <span className="new">{t('results.new')}</span>}
              </>
            ),
          },
          {
            key: 'controls',
            header: t('results.controls'),
            align: 'right',
            cell: ({ controls }) => format.number(controls.length),
          },
          {
            key: 'resources',
            header: t('field.resources'),
            align: 'right',
            cell: ({ check }) => (check ? format.number(check.resourcesFailed) : '–'),
          },
        ]}
      />
    </div>
  );
}

/** Controls that a check fails, with a link to its findings of today. */
function Controls({ failed: { check, controls } }: { failed: Failed }) {
  const { t } = useTranslation('scans');
  return (
    <Stack gap="sm">
      <ul className="scan-controls">
        {controls.map((control) => (
          <li key={control.id}>
            <ControlLink control={control} />
          </li>
        ))}
      </ul>
      {check && (
        <Text size="sm">
          <TextLink inherit to="/findings" search={{ checkId: check.id }}>
            {t('results.toFindings')}
          </TextLink>
        </Text>
      )}
    </Stack>
  );
}

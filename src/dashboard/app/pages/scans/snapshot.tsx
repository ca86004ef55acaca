import { Button, Code, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { useMay } from '../../api/shell-data';
import { Arrow } from './arrow';
import { ScanReevaluationDocument } from './comparison.gql';
import { ControlLink } from './control-link';
import { useOnce } from './once';
import { Outcome } from './outcome';
import type { ShownScan } from './scan.page';

/** Stored resources of a scan, and their evaluation by the current checks. */
export function Snapshot({ scan: { id, snapshot } }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const may = useMay();
  if (snapshot === null) return <Text c="dimmed">{t('snapshot.none')}</Text>;
  return (
    <Stack gap="sm">
      <Text>{t('snapshot.stored', { count: snapshot.resources, size: format.bytes(snapshot.size) })}</Text>
      {may('reevaluateScan') && <Reevaluation scanId={id} />}
      <details>
        <summary>{t('snapshot.integrity')}</summary>
        <Text size="xs" pl={20} style={{ overflowWrap: 'anywhere' }}>
          SHA-256 <Code>{snapshot.sha256}</Code>
        </Text>
      </details>
    </Stack>
  );
}

function Reevaluation({ scanId }: { scanId: string }) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const [isAsked, setIsAsked] = useState(false);
  const result = useOnce(ScanReevaluationDocument, isAsked ? { scanId } : null);
  return (
    <Stack gap="sm">
      <Text>{t('reevaluation.what')}</Text>
      <div>
        <Button
          variant="default"
          loading={result.isAsking}
          onClick={() => (isAsked ? result.refetch() : setIsAsked(true))}
        >
          {t('reevaluation.run')}
        </Button>
      </div>
      {isAsked && (
        <Answered result={result}>
          {({ reevaluateScan: { failedControls, passedControls, totalControls, changes } }) => (
            <>
              <Text role="status">
                {t('reevaluation.figures', {
                  failed: format.number(failedControls),
                  passed: format.number(passedControls),
                  total: format.number(totalControls),
                })}{' '}
                {t('reevaluation.changes', { count: changes.length })}
              </Text>
              {changes.length > 0 && (
                <DataTable
                  label={t('reevaluation.label')}
                  rows={changes}
                  rowKey={({ control }) => control.id}
                  columns={[
                    {
                      key: 'control',
                      header: t('field.control'),
                      cell: ({ control }) => <ControlLink control={control} />,
                    },
                    {
                      key: 'change',
                      header: t('change.fromTo'),
                      cell: ({ previousStatus, previouslyEvaluated, status, evaluated }) => (
                        <>
                          <Outcome status={previouslyEvaluated ? previousStatus : 'not_applicable'} /> <Arrow />{' '}
                          <Outcome status={evaluated ? status : 'not_applicable'} />
                        </>
                      ),
                    },
                  ]}
                />
              )}
            </>
          )}
        </Answered>
      )}
    </Stack>
  );
}

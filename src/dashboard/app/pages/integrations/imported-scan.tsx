import { useQuery } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ReportRules } from '../../parts/report-rules';
import { TextLink } from '../../parts/text-link';
import { ImportedScanDocument } from './integrations.gql';

const POLL_MS = 1_000;

/** The scan of an imported report: that it is queued, then what of the report decides anything. */
export function ImportedScan({ scanId, fileName }: { scanId: string; fileName: string }) {
  const { t } = useTranslation('integrations');
  const { data, stopPolling } = useQuery(ImportedScanDocument, {
    variables: { id: scanId },
    pollInterval: POLL_MS,
    fetchPolicy: 'network-only',
  });
  const scan = data?.scan;
  const ended = scan?.status === 'completed' || scan?.status === 'failed' ? scan.status : null;
  if (ended !== null) stopPolling();
  return (
    <Text>
      <span aria-hidden="true">✓</span> {t(`import.${ended ?? 'done'}`, { name: fileName })}{' '}
      {scan && ended !== null && <ReportRules scan={scan} />}{' '}
      <TextLink to="/scans/$scanId" params={{ scanId }}>
        {t('import.toScan')}
      </TextLink>
    </Text>
  );
}

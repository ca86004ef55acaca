import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { decidesNothing, ReportRules } from '../../parts/report-rules';
import type { ShownScan } from './scan.page';

/** What of the reports that a scan read is known and decides controls, with a link to what is not known. */
export function ReportSummary({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  if (scan.reportRules === null) return null;
  const words = (
    <Text>
      <ReportRules scan={scan} />{' '}
      {scan.reportRules.unknown > 0 && <a href="#unknown-rules">{t('unknownRules.toList')}</a>}
    </Text>
  );
  if (!decidesNothing(scan)) return words;
  return (
    <Alert color="orange" variant="outline" title={t('unknownRules.decidesNothing')}>
      {words}
    </Alert>
  );
}

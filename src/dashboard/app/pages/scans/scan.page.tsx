import { useQuery } from '@apollo/client/react';
import { Alert, Button, VisuallyHidden } from '@mantine/core';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered, Waiting } from '../../parts/answered';
import { ButtonLink } from '../../parts/button-link';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { useMay } from '../../api/shell-data';
import { momentOfScan } from '../../parts/scan-moment.rules';
import { TextLink } from '../../parts/text-link';
import { CancelScan } from './cancel-scan';
import { CompletedScan } from './completed-scan';
import { LiveScan } from './live-scan';
import { useNames } from './names';
import { ScanResultsDocument } from './results.gql';
import { askedOf, hasEnded, quarterOf, resultFilter, stateOf } from './scan.rules';
import { ScanAnswer } from './scan-answer';
import { ScanDetailDocument, type ScanDetailQuery } from './scans.gql';
import { useScanProgress } from './use-scan-progress';

export type ShownScan = ScanDetailQuery['scan'];

/** Page of a scan: progress while it runs, then its results. */
export function ScanPage() {
  const { t } = useTranslation(['scans', 'common']);
  const { scanId } = useParams({ from: '/frame/scans/$scanId' });
  const { status, frameworkId } = useSearch({ from: '/frame/scans/$scanId' });
  const format = useFormat();
  const names = useNames();
  const result = useQuery(ScanDetailDocument, { variables: { id: scanId } });
  const scan = result.data?.scan;
  useScanProgress(scan, () => void result.refetch());
  const asked = [
    { document: ScanDetailDocument, variables: { id: scanId } },
    ...(scan?.status === 'completed'
      ? [
          {
            document: ScanResultsDocument,
            variables: { scanId, ...askedOf(resultFilter(status, scan)), frameworkId: frameworkId ?? null },
          },
        ]
      : []),
  ];
  return (
    <Page
      thing={{ kind: 'scan', id: scanId, result }}
      title={scan ? t('scan.of', { when: format.dateTime(momentOfScan(scan)) }) : t('scan.title')}
      up={<TextLink to="/scans">{t('scan.all')}</TextLink>}
      answer={scan && <ScanAnswer scan={scan} names={names} />}
      asked={asked}
      actions={scan && <Actions scan={scan} />}
    >
      {scan && <Announcement scan={scan} />}
      <Answered result={result}>{({ scan: shown }) => <Body scan={shown} />}</Answered>
    </Page>
  );
}

function Actions({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  const may = useMay();
  if (!hasEnded(scan)) return may('cancelScan') && <CancelScan scanId={scan.id} />;
  if (scan.status !== 'completed') return null;
  const { id, sinceBefore } = scan;
  return (
    <>
      {may('generateReport') && (
        <Button variant="default" component={Link} to="/reports">
          {t('scan.report')}
        </Button>
      )}
      {sinceBefore && may('compareScans') && (
        <ButtonLink to="/scans/compare" search={{ from: sinceBefore.before, to: id }}>
          {t('scan.changes')}
        </ButtonLink>
      )}
    </>
  );
}

function Body({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  switch (scan.status) {
    case 'queued':
    case 'running':
      return <LiveScan scan={scan} />;
    case 'completed':
      // The event of its end arrives before its scores have been queried.
      return scan.scores === null ? <Waiting /> : <CompletedScan scan={scan} />;
    case 'failed':
      return stateOf(scan) === 'cancelled' ? null : (
        <Alert color="orange" variant="outline" title={t('failure.title')}>
          {t('failure.next', { code: scan.failureReason?.code ?? '–' })}
        </Alert>
      );
  }
}

/** Announces the progress of a scan to screen readers: at each quarter and at its end. */
function Announcement({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  return (
    <VisuallyHidden role="status">
      {t(`announce.${stateOf(scan)}`, {
        percent: format.wholePercent(quarterOf(scan.progress.percent)),
        failed: format.number(scan.failedControls),
        passed: format.number(scan.passedControls),
      })}
    </VisuallyHidden>
  );
}

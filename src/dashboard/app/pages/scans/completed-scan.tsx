import './scans.css';
import { useQuery } from '@apollo/client/react';
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { useMay } from '../../api/shell-data';
import { TextLink } from '../../parts/text-link';
import { Figures } from './figures';
import { Gaps } from './gaps';
import { ReadTypes } from './read-types';
import { ReportSummary } from './report-summary';
import { Results } from './results';
import { FailingInAllDocument } from './results.gql';
import type { ShownScan } from './scan.page';
import { resultCounts } from './scan.rules';
import type { ScanSearch } from './scans-search';
import { SinceBefore } from './since-before';
import { Snapshot } from './snapshot';
import { UnknownRules } from './unknown-rules';
import { useSinceBefore, type SinceBeforeAnswer } from './use-since-before';

/** Results of a completed scan: figures, gaps, the list of results, changes. */
export function CompletedScan({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  const may = useMay();
  const since = useSinceBefore(scan.id);
  return (
    <>
      {scan.gaps.length > 0 && <Gaps gaps={scan.gaps} />}
      <ReportSummary scan={scan} />
      <Stack gap="sm">
        <FoundFigures scan={scan} since={since} />
        {may('scorecard') && <InAll />}
      </Stack>
      <Section title={t('results.title')} id="results">
        <Results scan={scan} />
      </Section>
      {may('compareScans') && (
        <Section title={t('before.title')}>
          <SinceBefore scanId={scan.id} answer={since} />
        </Section>
      )}
      {scan.reportRules !== null && scan.reportRules.unknown > 0 && (
        <Section title={t('unknownRules.title')} id="unknown-rules">
          <UnknownRules scanId={scan.id} />
        </Section>
      )}
      <Section title={t('snapshot.title')}>
        <Snapshot scan={scan} />
        {scan.resourceTypes.length > 0 && (
          <details>
            <summary>{t('read.summary', { count: scan.resourceTypes.length })}</summary>
            <ReadTypes types={scan.resourceTypes} />
          </details>
        )}
      </Section>
    </>
  );
}

/** Why the posture counts other failing controls than a scan. */
function InAll() {
  const { t } = useTranslation('scans');
  const { data } = useQuery(FailingInAllDocument);
  if (!data) return null;
  const count = data.scorecard.frameworks.reduce((sum, { failedControls }) => sum + failedControls, 0);
  return (
    <Text c="dimmed" maw={760}>
      <Trans t={t} i18nKey="inAll" values={{ count }} components={{ posture: <TextLink to="/posture" inherit /> }} />
    </Text>
  );
}

export function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" id={id} miw={0}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}

interface FoundFiguresProps {
  scan: ShownScan;
  since: SinceBeforeAnswer;
}

/** What fails, what of it is new, and what a scan repaired; a score is of controls, most of which no test passes. */
function FoundFigures({ scan, since }: FoundFiguresProps) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const { checked, failed, passed, undecided, notReached } = resultCounts(scan);
  const compared = since.comparison.data?.compareScans;
  const link = (status: NonNullable<ScanSearch['status']>, count: number) => (
    <ResultsLink scanId={scan.id} search={{ status }}>
      {format.number(count)}
    </ResultsLink>
  );
  return (
    <Figures
      figures={[
        {
          label: t('field.checked'),
          value: t('figure.checked', { checked: format.number(checked), total: format.number(scan.totalControls) }),
        },
        { label: t('field.failing'), value: link('fail', failed) },
        ...(compared
          ? [
              { label: t('field.newly'), value: format.number(compared.newlyFailed) },
              { label: t('field.repaired'), value: format.number(compared.newlyPassed) },
            ]
          : []),
        ...(passed > 0 ? [{ label: t('field.passed'), value: link('pass', passed) }] : []),
        { label: t('field.rest'), value: link('not_applicable', undecided) },
        ...(notReached > 0 ? [{ label: t('field.notReached'), value: link('not_reached', notReached) }] : []),
        { label: t('field.findings'), value: format.number(scan.progress.findings) },
      ]}
    />
  );
}

function ResultsLink({ scanId, search, children }: { scanId: string; search: ScanSearch; children: ReactNode }) {
  return (
    <TextLink inherit to="/scans/$scanId" params={{ scanId }} search={search} hash="results">
      {children}
    </TextLink>
  );
}

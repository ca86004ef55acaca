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
import { FailingInAllDocument, HeldInScanDocument } from './results.gql';
import type { ShownScan } from './scan.page';
import { resultCounts } from './scan.rules';
import type { ScanSearch } from './scans-search';
import { SeverityCounts } from './severity-counts';
import { SinceBefore } from './since-before';
import { useCauseWords } from './use-cause-words';
import { useSinceBefore } from './use-since-before';
import { Snapshot } from './snapshot';
import { UnknownRules } from './unknown-rules';

/** Results of a completed scan: figures, gaps, the list of results, changes. */
export function CompletedScan({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  const may = useMay();
  return (
    <>
      {scan.gaps.length > 0 && <Gaps gaps={scan.gaps} />}
      <ReportSummary scan={scan} />
      <Stack gap="sm">
        <FoundFigures scan={scan} />
        {may('scorecard') && <InAll />}
      </Stack>
      <Section title={t('results.title')} id="results">
        <Results scan={scan} />
      </Section>
      {may('compareScans') && (
        <Section title={t('before.title')}>
          <SinceBefore scan={scan} />
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

/** What is new, how grave it is and what is gone, then all that fails; a score is of controls, most of which no test passes. */
function FoundFigures({ scan }: { scan: ShownScan }) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const may = useMay();
  const { failed, passed } = resultCounts(scan);
  const { sinceBefore } = scan;
  const link = (status: NonNullable<ScanSearch['status']>, count: number) => (
    <ResultsLink scanId={scan.id} search={{ status }}>
      {format.number(count)}
    </ResultsLink>
  );
  return (
    <Figures
      figures={[
        ...(sinceBefore
          ? [
              {
                label: t('field.newly'),
                value: format.number(sinceBefore.newlyFailing),
                note: sinceBefore.newlyFailing > 0 && <Cause scan={scan} />,
              },
              { label: t('field.gone'), value: format.number(sinceBefore.noLongerFailing) },
              ...(sinceBefore.noLongerDecided > 0
                ? [{ label: t('field.held'), value: format.number(sinceBefore.noLongerDecided) }]
                : []),
            ]
          : []),
        { label: t('field.failingHere'), value: link('fail', failed) },
        ...(passed > 0 ? [{ label: t('field.passed'), value: link('pass', passed) }] : []),
        {
          label: t('field.findings'),
          value: format.number(scan.progress.findings),
          note: may('findings') && scan.completedAt !== null && <Held until={scan.completedAt} />,
        },
      ]}
    />
  );
}

/** What controls newly fail by; how grave that is where nobody may compare scans. */
function Cause({ scan }: { scan: ShownScan }) {
  const may = useMay();
  const causeWords = useCauseWords();
  const { data } = useSinceBefore(scan);
  if (!may('compareScans')) return <SeverityCounts counts={scan.sinceBefore?.newlyFailingChecks ?? []} />;
  return data && causeWords(data.compareScans.changes);
}

/** How many findings that fail today a scan could not decide: they are in no list of its own. */
function Held({ until }: { until: string }) {
  const { t } = useTranslation('scans');
  const { data } = useQuery(HeldInScanDocument, { variables: { until } });
  const count = data?.findings.totalCount ?? 0;
  if (count === 0) return null;
  return (
    <Trans
      t={t}
      i18nKey="onHold"
      values={{ count }}
      components={{ held: <TextLink to="/findings" search={{ status: 'on_hold' }} inherit /> }}
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

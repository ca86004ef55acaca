import './scans.css';
import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Score } from '../../parts/status';
import { useMay, useShell } from '../../api/shell-data';
import { TextLink } from '../../parts/text-link';
import { Figures } from './figures';
import { Gaps } from './gaps';
import { ReadTypes } from './read-types';
import { ReportSummary } from './report-summary';
import { Results } from './results';
import type { ShownScan } from './scan.page';
import type { ScanSearch } from './scans-search';
import { SinceBefore } from './since-before';
import { Snapshot } from './snapshot';
import { UnknownRules } from './unknown-rules';

interface CompletedScanProps {
  scan: ShownScan;
  scores: NonNullable<ShownScan['scores']>;
}

/** Results of a completed scan: figures, gaps, changes, and the list of results. */
export function CompletedScan({ scan, scores }: CompletedScanProps) {
  const { t } = useTranslation('scans');
  const may = useMay();
  return (
    <>
      {scan.gaps.length > 0 && <Gaps gaps={scan.gaps} />}
      <ReportSummary scan={scan} />
      <FoundFigures scan={scan} overall={scores.overall} />
      <div className="scan-columns">
        <Section title={t('scores.title')}>
          <ScoresTable scanId={scan.id} scores={scores.frameworks} />
        </Section>
        {may('compareScans') && (
          <Section title={t('before.title')}>
            <SinceBefore scanId={scan.id} />
          </Section>
        )}
      </div>
      {scan.reportRules !== null && scan.reportRules.unknown > 0 && (
        <Section title={t('unknownRules.title')} id="unknown-rules">
          <UnknownRules scanId={scan.id} />
        </Section>
      )}
      <Section title={t('results.title')} id="results">
        <Results scan={scan} />
      </Section>
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

export function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" id={id} miw={0}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}

function FoundFigures({ scan, overall }: { scan: ShownScan; overall: number }) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const { failedControls, passedControls, totalControls } = scan;
  const link = (status: NonNullable<ScanSearch['status']>, count: number) => (
    <ResultsLink scanId={scan.id} search={{ status }}>
      {format.number(count)}
    </ResultsLink>
  );
  return (
    <Figures
      figures={[
        { label: t('field.score'), value: format.percent(overall) },
        { label: t('field.failed'), value: link('fail', failedControls) },
        { label: t('field.passed'), value: link('pass', passedControls) },
        {
          label: t('field.rest'),
          value: link('not_applicable', totalControls - failedControls - passedControls),
        },
        { label: t('field.findings'), value: format.number(scan.progress.findings) },
      ]}
    />
  );
}

interface ScoresTableProps {
  scanId: string;
  scores: readonly { framework: string; score: number }[];
}

function ScoresTable({ scanId, scores }: ScoresTableProps) {
  const { t } = useTranslation('scans');
  const { frameworks } = useShell();
  return (
    <DataTable
      label={t('scores.title')}
      rows={scores}
      rowKey={({ framework }) => framework}
      columns={[
        {
          key: 'framework',
          header: t('field.framework'),
          cell: ({ framework }) => {
            const frameworkId = frameworks.find(({ name }) => name === framework)?.id;
            if (frameworkId === undefined) return framework;
            return (
              <ResultsLink scanId={scanId} search={{ frameworkId }}>
                {framework}
              </ResultsLink>
            );
          },
        },
        { key: 'score', header: t('field.score'), align: 'right', cell: ({ score }) => <Score percent={score} /> },
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

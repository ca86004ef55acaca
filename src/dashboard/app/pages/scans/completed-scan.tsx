import './scans.css';
import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { useMay, useShell } from '../../api/shell-data';
import { TextLink } from '../../parts/text-link';
import { Figures } from './figures';
import { Gaps } from './gaps';
import { ReadTypes } from './read-types';
import { ReportSummary } from './report-summary';
import { Results } from './results';
import type { ShownScan } from './scan.page';
import type { ScanSearch } from './scans-search';
import { sortedChanges } from './scan.rules';
import { SinceBefore } from './since-before';
import { Snapshot } from './snapshot';
import { UnknownRules } from './unknown-rules';
import { useFailing } from './use-failing';
import { useSinceBefore, type SinceBeforeAnswer } from './use-since-before';

interface CompletedScanProps {
  scan: ShownScan;
  scores: NonNullable<ShownScan['scores']>;
}

/** Results of a completed scan: figures, gaps, changes, and the list of results. */
export function CompletedScan({ scan, scores }: CompletedScanProps) {
  const { t } = useTranslation('scans');
  const may = useMay();
  const since = useSinceBefore(scan.id);
  return (
    <>
      {scan.gaps.length > 0 && <Gaps gaps={scan.gaps} />}
      <ReportSummary scan={scan} />
      <FoundFigures scan={scan} since={since} />
      <div className="scan-columns">
        <Section title={t('frameworks.title')}>
          <FrameworkTable scanId={scan.id} names={scores.frameworks.map(({ framework }) => framework)} since={since} />
        </Section>
        {may('compareScans') && (
          <Section title={t('before.title')}>
            <SinceBefore scanId={scan.id} answer={since} />
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

interface FoundFiguresProps {
  scan: ShownScan;
  since: SinceBeforeAnswer;
}

/** What fails, what of it is new, and what a scan repaired; a score is of controls, most of which no test passes. */
function FoundFigures({ scan, since }: FoundFiguresProps) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const { failedControls, passedControls, totalControls } = scan;
  const compared = since.comparison.data?.compareScans;
  const link = (status: NonNullable<ScanSearch['status']>, count: number) => (
    <ResultsLink scanId={scan.id} search={{ status }}>
      {format.number(count)}
    </ResultsLink>
  );
  return (
    <Figures
      figures={[
        { label: t('field.failing'), value: link('fail', failedControls) },
        ...(compared
          ? [
              { label: t('field.newly'), value: format.number(compared.newlyFailed) },
              { label: t('field.repaired'), value: format.number(compared.newlyPassed) },
            ]
          : []),
        ...(passedControls > 0 ? [{ label: t('field.passed'), value: link('pass', passedControls) }] : []),
        {
          label: t('field.rest'),
          value: link('not_applicable', totalControls - failedControls - passedControls),
        },
        { label: t('field.findings'), value: format.number(scan.progress.findings) },
      ]}
    />
  );
}

interface FrameworkTableProps {
  scanId: string;
  /** Names of the frameworks that the scan was of. */
  names: readonly string[];
  since: SinceBeforeAnswer;
}

/** Failing and newly failing controls of each framework. */
function FrameworkTable({ scanId, names, since }: FrameworkTableProps) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const { frameworks } = useShell();
  const failing = useFailing(scanId);
  const compared = since.comparison.data?.compareScans;
  const newly = compared && sortedChanges(compared.changes).failed;
  const rows = names.map((name) => ({ name, framework: frameworks.find((each) => each.name === name) }));
  const figure = (count: number | undefined) => (count === undefined ? '–' : format.number(count));
  return (
    <DataTable
      label={t('frameworks.title')}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          key: 'framework',
          header: t('field.framework'),
          cell: ({ name, framework }) =>
            framework === undefined ? (
              name
            ) : (
              <ResultsLink scanId={scanId} search={{ frameworkId: framework.id }}>
                {name}
              </ResultsLink>
            ),
        },
        {
          key: 'failing',
          header: t('field.failing'),
          align: 'right',
          cell: ({ framework }) =>
            figure(failing === null || !framework ? undefined : (failing.get(framework.slug) ?? 0)),
        },
        ...(newly
          ? [
              {
                key: 'newly',
                header: t('field.newly'),
                align: 'right' as const,
                cell: ({ name }: { name: string }) =>
                  figure(newly.filter(({ control }) => control.framework.name === name).length),
              },
            ]
          : []),
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

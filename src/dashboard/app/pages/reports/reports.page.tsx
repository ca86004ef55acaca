import { useMutation, useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import { useMay } from '../../api/shell-data';
import { FrameworkTable } from './framework-table';
import { ReportCard, type MadeReport } from './report-card';
import { ReportForm } from './report-form';
import { GenerateReportDocument, ReportsDocument, type GenerateReportInput, type ReportsQuery } from './reports.gql';
import { extremesOf } from './reports.rules';

/** Page that generates reports of one framework at one moment. */
export function ReportsPage() {
  const { t } = useTranslation(['reports', 'common']);
  const may = useMay();
  const result = useQuery(ReportsDocument);
  const [made, setMade] = useState<readonly MadeReport[]>([]);
  const [generate, { loading, error }] = useMutation(GenerateReportDocument, { fetchPolicy: 'no-cache' });
  async function make(input: GenerateReportInput) {
    const answer = await generate({ variables: { input } }).catch(() => null);
    const report = answer?.data?.generateReport.report;
    if (report) setMade((before) => [{ ...report, input }, ...before]);
  }
  return (
    <Page
      title={t('common:nav.reports')}
      answer={result.data && <Answer data={result.data} />}
      asked={[{ document: ReportsDocument }]}
    >
      <Answered result={result}>
        {({ reportFrameworks: { frameworks }, scans }) => (
          <Stack gap={32}>
            {may('generateReport') && (
              <ReportForm
                frameworks={frameworks}
                scans={scans.nodes}
                isBusy={loading}
                error={error}
                onSubmit={(input) => void make(input)}
              />
            )}
            <Section title={t('made.title')}>
              {made.length === 0 && <Text c="dimmed">{t('made.none')}</Text>}
              <div role="status" style={{ display: 'grid', gap: 12 }}>
                {made.map((report) => (
                  <ReportCard
                    key={report.id}
                    report={report}
                    isBusy={loading}
                    onAgain={() => void make(report.input)}
                  />
                ))}
              </div>
              <KeptElsewhere />
            </Section>
            <Section title={t('frameworks.title')}>
              <FrameworkTable frameworks={frameworks} />
            </Section>
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

/** Hint that the service has no list of generated reports: the audit log records them. */
function KeptElsewhere() {
  const { t } = useTranslation('reports');
  const may = useMay();
  return (
    <Text size="xs" c="dimmed">
      {may('auditLog') ? (
        <Trans t={t} i18nKey="made.visitWithLog" components={{ log: <TextLink to="/audit" size="xs" /> }} />
      ) : (
        t('made.visit')
      )}
    </Text>
  );
}

function Answer({ data }: { data: ReportsQuery }) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const { frameworks } = data.reportFrameworks;
  const extremes = extremesOf(frameworks);
  if (!extremes) return t('answer.count', { count: frameworks.length });
  const { lowest, highest } = extremes;
  return t('answer.range', {
    count: frameworks.length,
    lowest: `${lowest.framework} (${format.percent(lowest.score)})`,
    highest: `${highest.framework} (${format.percent(highest.score)})`,
  });
}

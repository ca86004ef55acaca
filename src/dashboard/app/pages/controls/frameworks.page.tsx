import { useQuery } from '@apollo/client/react';
import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { ShareBar } from '../../parts/share-bar';
import { TextLink } from '../../parts/text-link';
import { assuredScoreOf, scoreOf, sumOf, type Tally } from './controls.rules';
import { STATUSES } from './controls-search';
import { FrameworkVersions } from './framework-versions';
import { Testability } from './testability';
import { FrameworkScoresDocument, type FrameworkScoresQuery } from './frameworks.gql';

interface Row {
  framework: FrameworkScoresQuery['frameworks'][number];
  scores: FrameworkScoresQuery['scorecard']['frameworks'][number];
  tally: Tally;
}

/** Page of all frameworks with their scores and status counts. */
export function FrameworksPage() {
  const { t } = useTranslation('common');
  const result = useQuery(FrameworkScoresDocument);
  const rows = result.data && rowsOf(result.data);
  return (
    <Page
      title={t('nav.controls')}
      asked={[{ document: FrameworkScoresDocument }]}
      answer={rows && <Answer tally={sumOf(rows.map(({ tally }) => tally))} />}
    >
      <Answered result={result}>{(data) => <Frameworks rows={rowsOf(data)} />}</Answered>
    </Page>
  );
}

function Answer({ tally }: { tally: Tally }) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const [score, assuredScore] = [scoreOf(tally), assuredScoreOf(tally)];
  if (score === null || assuredScore === null) return t('nothing', { total: format.number(tally.total) });
  return t('frameworks.answer', {
    count: tally.total,
    score: format.percent(score),
    assuredScore: format.percent(assuredScore),
    total: format.number(tally.total),
    failed: format.number(tally.failed),
    open: format.number(tally.not_assessed),
  });
}

function Frameworks({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation(['controls', 'common']);
  const format = useFormat();
  const percent = (score: number | null) => (score === null ? '–' : format.percent(score));
  return (
    <Stack gap="xl">
      <DataTable
        label={t('frameworks.label')}
        rows={rows}
        rowKey={({ framework }) => framework.id}
        columns={[
          {
            key: 'framework',
            header: t('frameworks.framework'),
            cell: ({ framework: { name, slug, version } }) => (
              <>
                <TextLink to="/controls/$framework" params={{ framework: slug }} fw={500}>
                  {name}
                </TextLink>
                <Text size="xs" c="dimmed" miw={200}>
                  {version}
                </Text>
              </>
            ),
          },
          { key: 'shares', header: t('frameworks.shares'), cell: (row) => <Shares {...row} /> },
          {
            key: 'assuredScore',
            header: t('assuredScore'),
            align: 'right',
            cell: ({ scores }) => percent(scores.assuredScore),
          },
          { key: 'score', header: t('score'), align: 'right', cell: ({ scores }) => percent(scores.score) },
          {
            key: 'assured',
            header: t('controls.passed.full'),
            align: 'right',
            cell: ({ framework, tally: { assured } }) => (
              <TextLink
                to="/controls/$framework"
                params={{ framework: framework.slug }}
                search={{ status: 'passed', assurance: 'full' }}
                aria-label={t('frameworks.figure', {
                  count: assured,
                  framework: framework.name,
                  status: t('controls.passed.full'),
                })}
              >
                {format.number(assured)}
              </TextLink>
            ),
          },
          ...STATUSES.map((status) => ({
            key: status,
            header: t(`common:status.${status}`),
            align: 'right' as const,
            cell: ({ framework, tally }: Row) => (
              <TextLink
                to="/controls/$framework"
                params={{ framework: framework.slug }}
                search={{ status }}
                aria-label={t('frameworks.figure', {
                  count: tally[status],
                  framework: framework.name,
                  status: t(`common:status.${status}`),
                })}
              >
                {format.number(tally[status])}
              </TextLink>
            ),
          })),
          {
            key: 'coverage',
            header: t('coverage'),
            align: 'right',
            cell: ({ scores }) => format.percent(scores.coveragePercentage),
          },
          {
            key: 'freshness',
            header: t('freshness'),
            align: 'right',
            cell: ({ scores }) => format.percent(scores.freshnessPercentage),
          },
        ]}
      />
      <Text size="xs" c="dimmed" maw={720}>
        {t('frameworks.explained')}
      </Text>
      <Testability frameworks={rows.map(({ framework }) => framework)} />
      <section aria-labelledby="versions">
        <Title order={2} id="versions" mb="sm">
          {t('versions.title')}
        </Title>
        <FrameworkVersions frameworks={rows.map(({ framework }) => framework)} />
      </section>
    </Stack>
  );
}

/** Controls of a framework as one bar: passed in full, in part, failed, and not looked at. */
function Shares({ framework: { name }, tally }: Row) {
  const { t } = useTranslation('controls');
  const { assured: full, failed, not_assessed: rest } = tally;
  const part = tally.passed - full;
  return (
    <div style={{ minWidth: 140, paddingTop: 7 }}>
      <ShareBar
        counts={{ full, partial: part, failed, rest }}
        label={t('controls.bar', { category: name, full, part, failed, rest })}
      />
    </div>
  );
}

function rowsOf({ frameworks, scorecard }: FrameworkScoresQuery): Row[] {
  return frameworks.flatMap((framework) => {
    const scores = scorecard.frameworks.find((each) => each.framework === framework.name);
    if (!scores) return [];
    const tally = {
      total: scores.totalControls,
      passed: scores.passedControls,
      assured: scores.assuredControls,
      failed: scores.failedControls,
      not_assessed: scores.notAssessedControls,
      not_applicable: scores.notApplicableControls,
    };
    return { framework, scores, tally };
  });
}

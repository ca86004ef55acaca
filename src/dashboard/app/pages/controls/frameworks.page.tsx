import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { DataTable } from '../../parts/data-table';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { ShareBar } from '../../parts/share-bar';
import { TextLink } from '../../parts/text-link';
import { assuredScoreOf, scoreOf, sumOf, type StatusCounts } from './controls.rules';
import { FailedList } from './failed-list';
import { FrameworkVersions } from './framework-versions';
import { StandingList } from './standing-list';
import { StatusViews } from './status-views';
import { Testability } from './testability';
import { FrameworkScoresDocument, type FrameworkScoresQuery } from './frameworks.gql';

const route = getRouteApi('/frame/controls');

interface Row {
  framework: FrameworkScoresQuery['frameworks'][number];
  scores: FrameworkScoresQuery['scorecard']['frameworks'][number];
  counts: StatusCounts;
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
      answer={rows && <Answer counts={sumOf(rows.map(({ counts }) => counts))} />}
    >
      <Answered result={result}>{(data) => <Chosen rows={rowsOf(data)} />}</Answered>
    </Page>
  );
}

/** The frameworks, or the controls of all of them that stand alike. */
function Chosen({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation(['controls', 'common']);
  const search = route.useSearch();
  const { status, assurance, accepted } = search;
  const counts = sumOf(rows.map((each) => each.counts));
  const isOfStanding = status !== undefined || accepted === true;
  return (
    <Stack gap="md">
      <StatusViews
        label={t('standing.label')}
        first={{ name: t('standing.frameworks') }}
        counts={counts}
        disputed={0}
        accepted={rows.reduce((sum, { scores }) => sum + (scores.acceptedControls ?? 0), 0)}
        search={search}
      />
      {!isOfStanding && <Frameworks rows={rows} />}
      {isOfStanding && status === 'failed' && <FailedList />}
      {isOfStanding && status !== 'failed' && <StandingList {...{ status, assurance, accepted }} />}
    </Stack>
  );
}

function Answer({ counts }: { counts: StatusCounts }) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const [score, assuredScore] = [scoreOf(counts), assuredScoreOf(counts)];
  if (score === null || assuredScore === null) return t('nothing', { total: format.number(counts.total) });
  return t('frameworks.answer', {
    count: counts.total,
    score: format.percent(score),
    assuredScore: format.percent(assuredScore),
    total: format.number(counts.total),
    failed: format.number(counts.failed),
    open: format.number(counts.not_assessed),
  });
}

function Frameworks({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation(['controls', 'common']);
  const format = useFormat();
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
            cell: ({ framework: { name, slug, version }, counts }) => (
              <>
                <TextLink to="/controls/$framework" params={{ framework: slug }} fw={500}>
                  {name}
                </TextLink>
                <Text size="xs" c="dimmed" miw={200}>
                  {version}
                  {counts.not_applicable > 0 && ` · ${t('frameworks.outOfScope', { count: counts.not_applicable })}`}
                </Text>
              </>
            ),
          },
          { key: 'shares', header: t('frameworks.shares'), cell: (row) => <Shares {...row} /> },
          ...FIGURES.map((figure) => ({
            key: figure,
            header: t(`frameworks.column.${figure}`),
            align: 'right' as const,
            cell: (row: Row) => <Figure figure={figure} {...row} />,
          })),
          {
            key: 'score',
            header: t('frameworks.column.score'),
            align: 'right',
            cell: ({ counts, scores }) => (
              <>
                {format.percent(scoreOf(counts) ?? 0)}
                {scores.coveragePercentage > 0 && scores.freshnessPercentage < 100 && (
                  <Text size="xs" c="dimmed">
                    {t('frameworks.fresh', { share: format.percent(scores.freshnessPercentage) })}
                  </Text>
                )}
              </>
            ),
          },
        ]}
      />
      <Text size="xs" c="dimmed" maw={720}>
        {t('frameworks.explained')}
      </Text>
      <details>
        <summary>{t('testability.title')}</summary>
        <Testability frameworks={rows.map(({ framework }) => framework)} />
      </details>
      <details>
        <summary>{t('versions.title')}</summary>
        <FrameworkVersions frameworks={rows.map(({ framework }) => framework)} />
      </details>
    </Stack>
  );
}

/** Numbers of controls that a framework is shown by, in the order of the bar. */
const FIGURES = ['full', 'partial', 'failed', 'waiting'] as const;

/** A number of controls that leads to them, and what share of the framework they are. */
function Figure({ figure, framework, counts }: Row & { figure: (typeof FIGURES)[number] }) {
  const { t } = useTranslation(['controls', 'common']);
  const format = useFormat();
  const { name, slug } = framework;
  const { count, search, status } = {
    full: {
      count: counts.assured,
      search: { status: 'passed', assurance: 'full' } as const,
      status: t('controls.passed.full'),
    },
    partial: {
      count: counts.passed - counts.assured,
      search: { status: 'passed', assurance: 'partial' } as const,
      status: t('controls.passed.partial'),
    },
    failed: { count: counts.failed, search: { status: 'failed' } as const, status: t('common:status.failed') },
    waiting: {
      count: counts.not_assessed,
      search: { status: 'not_assessed' } as const,
      status: t('common:status.not_assessed'),
    },
  }[figure];
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <TextLink
        to="/controls/$framework"
        params={{ framework: slug }}
        search={search}
        aria-label={t('frameworks.figure', { count, framework: name, status })}
      >
        {format.number(count)}
      </TextLink>{' '}
      {count > 0 && (
        <Text span size="xs" c="dimmed">
          ({format.percent((100 * count) / counts.total)})
        </Text>
      )}
    </span>
  );
}

/** Controls of a framework as one bar: passed in full, in part, failed, and not looked at. */
function Shares({ framework: { name }, counts }: Row) {
  const { t } = useTranslation('controls');
  const { assured: full, failed, not_assessed: rest } = counts;
  const part = counts.passed - full;
  return (
    <div className="control-shares">
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
    const counts = {
      total: scores.totalControls,
      passed: scores.passedControls,
      assured: scores.assuredControls,
      failed: scores.failedControls,
      not_assessed: scores.notAssessedControls,
      not_applicable: scores.notApplicableControls,
    };
    return { framework, scores, counts };
  });
}

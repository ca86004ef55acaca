import './posture.css';
import { skipToken, useQuery } from '@apollo/client/react';
import { Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../parts/answered';
import { Page } from '../../parts/page';
import { useShell } from '../../api/shell-data';
import { FirstRun } from './first-run';
import { FrameworkTiles, WaitingTiles, type Tile } from './framework-tiles';
import { Answer, Headline } from './headline';
import { Heatmap } from './heatmap';
import { PostureDocument, PostureHeatmapDocument, type PostureQuery } from './posture.gql';
import { windowBegin } from './posture.rules';
import { RunningScan } from './running-scan';
import { ScoreHistory } from './score-history';
import { Today } from './today';
import { overallOf, runningScanOf, standingOf, tilesOf } from './standing';

const route = getRouteApi('/frame/posture');

/** Page of the posture: overall, by framework, by domain, and over time. */
export function PosturePage() {
  const { t } = useTranslation(['posture', 'common']);
  const { frameworks } = useShell();
  const { measure = 'score', framework } = route.useSearch();
  const navigate = route.useNavigate();
  // The period is that of the opening: a later query of the page must not have other variables.
  const [now] = useState(() => Date.now());
  const from = windowBegin(now);
  const result = useQuery(PostureDocument, { variables: { from } });
  const slugs = new Map(frameworks.map(({ name, slug }) => [name, slug]));
  const { data } = result;
  const tiles = data ? tilesOf(data, slugs) : [];
  const standing = data ? standingOf(data, from) : null;
  const since = standing ? afterMoment(standing.movement.since) : from;
  const shown = { isOfAge: measure === 'age', isOfChange: measure === 'change', since };
  // The change is compared with the moment that the scores are compared with.
  const isKnown = !shown.isOfChange || data !== undefined || result.error !== undefined;
  const variables = shown.isOfChange ? shown : { ...shown, since: from };
  const asked = useQuery(PostureHeatmapDocument, isKnown ? { variables } : skipToken);
  // Ages and changes are asked for with their own measure alone: without them these are not shown.
  const heatmap = { ...asked, data: asked.data ?? (measure === 'score' ? asked.previousData : undefined) };
  const choose = (search: { measure?: typeof measure; framework?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...search }), replace: true, resetScroll: false });
  return (
    <Page
      title={t('common:nav.posture')}
      answer={!data && result.error ? undefined : <Answer standing={standing} />}
      asked={[
        { document: PostureDocument, variables: { from } },
        { document: PostureHeatmapDocument, variables },
      ]}
    >
      {result.error && <Failure error={result.error} onRetry={result.refetch} />}
      <RunningScan scanId={data ? runningScanOf(data) : null} />
      {standing && <Headline standing={standing} from={from} />}
      {!data && !result.error && <Skeleton height={HEADLINE_HEIGHT} />}
      {data && <FirstRun failing={mostFailing(tiles)} hasAssessed={hasAssessed(data)} />}
      {data && data.scans.totalCount > 0 && <Today />}
      {data && <FrameworkTiles tiles={tiles} from={from} />}
      {!data && !result.error && <WaitingTiles count={frameworks.length} />}
      {data && (
        <ScoreHistory
          overall={overallOf(data)}
          tiles={tiles}
          framework={framework}
          onFramework={(chosen) => choose({ framework: chosen })}
          span={[Date.parse(from), now]}
        />
      )}
      {!data && !result.error && <Skeleton height={274} />}
      <Heatmap
        result={heatmap}
        measure={measure}
        onMeasure={(chosen) => choose({ measure: chosen })}
        since={since}
        slugs={slugs}
      />
    </Page>
  );
}

/** Of the three figures: what comes takes the place of the skeleton. */
const HEADLINE_HEIGHT = 92;

/** The moment of the service and what was recorded in the same millisecond. */
function afterMoment(at: string): string {
  return new Date(Date.parse(at) + 1).toISOString();
}

/** Whether somebody has assessed anything: who did has opened a control. */
function hasAssessed({ scorecard: { totalControls, notAssessed } }: PostureQuery): boolean {
  return notAssessed < totalControls;
}

function mostFailing(tiles: readonly Tile[]): string {
  return tiles.toSorted((a, b) => b.failedControls - a.failedControls)[0]?.slug ?? '';
}

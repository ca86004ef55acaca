import { percentOf } from '../../parts/percent.rules';
import type { Standing, StandingCounts } from './headline';
import type { Tile } from './framework-tiles';
import type { PostureQuery } from './posture.gql';
import { movementOf, type ScorePoint } from './posture.rules';

/** Tiles of the frameworks with their changes. */
export function tilesOf({ scorecard, scoreHistory }: PostureQuery, slugs: ReadonlyMap<string, string>): Tile[] {
  return scorecard.frameworks.map((each) => ({
    ...each,
    slug: slugs.get(each.framework) ?? each.framework,
    points: scoreHistory.find(({ framework }) => framework === each.framework)?.points ?? [],
  }));
}

/** The scores over all frameworks, and how they moved. */
export interface Overall {
  /** Null, as the assured score, while nothing is assessed. */
  score: number | null;
  assuredScore: number | null;
  points: readonly ScorePoint[];
}

/** The scores over the controls of all frameworks, each weighing the same, and how it moved. */
export function overallOf({ scorecard, scoreHistory }: PostureQuery): Overall {
  const { score, assuredScore } = countsOf(scorecard.frameworks);
  return { score, assuredScore, points: scoreHistory.find(({ scope }) => scope === 'overall')?.points ?? [] };
}

export function standingOf(data: PostureQuery, from: string): Standing {
  const overall = overallOf(data);
  return {
    ...countsOf(data.scorecard.frameworks),
    accepted: sum(data.scorecard.frameworks.map(({ acceptedControls }) => acceptedControls ?? 0)),
    before: countsOf(data.before.frameworks),
    movement: movementOf(overall.points, overall.score, from),
  };
}

/** Counts and scores over all frameworks; the scores are null while nothing was assessed. */
function countsOf(frameworks: PostureQuery['before']['frameworks']): StandingCounts {
  const count = (
    key: 'totalControls' | 'passedControls' | 'assuredControls' | 'failedControls' | 'notAssessedControls',
  ) => sum(frameworks.map((each) => each[key]));
  const total = count('totalControls');
  const isAssessed = frameworks.some(({ score }) => score !== null);
  return {
    score: isAssessed ? percentOf(count('passedControls'), total) : null,
    assuredScore: isAssessed ? percentOf(count('assuredControls'), total) : null,
    total,
    assured: count('assuredControls'),
    partial: count('passedControls') - count('assuredControls'),
    failed: count('failedControls'),
    waiting: count('notAssessedControls'),
  };
}

/** The running scan, else the next queued one. */
export function runningScanOf({ scans }: PostureQuery): string | null {
  const { nodes } = scans;
  const running =
    nodes.find(({ status }) => status === 'running') ?? nodes.findLast(({ status }) => status === 'queued');
  return running?.id ?? null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

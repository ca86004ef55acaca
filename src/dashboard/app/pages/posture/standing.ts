import type { Standing } from './answer';
import type { Tile } from './framework-tiles';
import type { PostureQuery } from './posture.gql';
import { movementOf, percentOf, type ScorePoint } from './posture.rules';

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
  const { frameworks } = scorecard;
  const total = sum(frameworks.map(({ totalControls }) => totalControls));
  const isAssessed = frameworks.some(({ score }) => score !== null);
  const share = (counts: readonly number[]) => (isAssessed ? percentOf(sum(counts), total) : null);
  return {
    score: share(frameworks.map(({ passedControls }) => passedControls)),
    assuredScore: share(frameworks.map(({ assuredControls }) => assuredControls)),
    points: scoreHistory.find(({ scope }) => scope === 'overall')?.points ?? [],
  };
}

export function standingOf(data: PostureQuery, tiles: readonly Tile[], from: string): Standing {
  const overall = overallOf(data);
  const moves = tiles.map(({ framework, points, score }) => ({
    name: framework,
    change: movementOf(points, score, from).change,
  }));
  const [most] = moves.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  return {
    score: overall.score,
    assuredScore: overall.assuredScore,
    totalControls: sum(tiles.map(({ totalControls }) => totalControls)),
    failedControls: sum(tiles.map(({ failedControls }) => failedControls)),
    notAssessedControls: sum(tiles.map(({ notAssessedControls }) => notAssessedControls)),
    movement: movementOf(overall.points, overall.score, from),
    mover: most && most.change !== 0 ? most : null,
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

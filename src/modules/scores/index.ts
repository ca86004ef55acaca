import type { Feature } from '../../feature/feature.js';
import { HeatmapResolver } from './heatmap.resolver.js';
import { ScoreLiveResolver } from './score-live.resolver.js';
import { ScoreResolver } from './score.resolver.js';

export function scoresFeature(): Feature {
  return { resolvers: [new ScoreResolver(), new ScoreLiveResolver(), new HeatmapResolver()], routes: [] };
}

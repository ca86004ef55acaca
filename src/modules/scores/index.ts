import { ALL } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import { HeatmapResolver } from './heatmap.resolver.js';
import { ScoreLiveResolver } from './score-live.resolver.js';
import { ScoreResolver } from './score.resolver.js';

/** Scores now, as they change and over time; the scorecard and the heat-map. */
export const scoresFeature = feature({
  access: {
    'Query.scorecard': ALL,
    'Query.scoreHistory': ALL,
    'Query.heatmap': ALL,
    'Subscription.scoreChanged': ALL,
  },
  listSizes: ({ frameworks, domains }) => ({
    'Scorecard.domains': domains,
    'Scorecard.frameworks': frameworks,
    'Heatmap.domains': domains,
    'Heatmap.frameworks': frameworks,
    'HeatmapRow.cells': domains,
    'Query.scoreHistory': frameworks + 1,
    'ScoreSeries.points': 100,
    'ScoreEvent.scores': frameworks + 1,
  }),
  create() {
    return { services: {}, resolvers: [new ScoreResolver(), new ScoreLiveResolver(), new HeatmapResolver()] };
  },
});

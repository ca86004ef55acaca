import { ALL, read } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import { HeatmapResolver } from './heatmap.resolver.js';
import { ScoreLiveResolver } from './score-live.resolver.js';
import { scoreRoutes } from './score.rest.js';
import { FrameworkScorecardResolver, ScoreResolver } from './score.resolver.js';

/** Scores now, as they change and over time; the scorecard and the heat-map. */
export const scoresFeature = feature({
  access: {
    'Query.scorecard': read(ALL),
    'Query.scoreHistory': read(ALL),
    'Query.heatmap': read(ALL),
    'Subscription.scoreChanged': read(ALL),
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
    return {
      services: {},
      routes: scoreRoutes,
      resolvers: [
        new ScoreResolver(),
        new FrameworkScorecardResolver(),
        new ScoreLiveResolver(),
        new HeatmapResolver(),
      ],
    };
  },
});

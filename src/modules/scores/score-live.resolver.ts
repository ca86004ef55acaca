import { Arg, Ctx, Resolver, Root, Subscription } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { ByObject } from '../../platform/by-object.js';
import { abortable } from '../../platform/pubsub/abortable.js';
import { findActiveFramework, visibleFrameworks } from '../catalogue/visibility.js';
import type { Framework } from '../catalogue/catalogue.js';
import { postureFeedOf } from '../posture/posture-feed.js';
import type { Posture } from '../posture/posture.js';
import { countStatuses, scoresOfCounts } from '../posture/count.rules.js';
import { ScoreEventType } from './score-live.type.js';

@Resolver()
export class ScoreLiveResolver {
  @Subscription(() => ScoreEventType, {
    description: 'The scores now, overall and of every active framework, or of one; then each that changes.',
    subscribe: watch,
  })
  scoreChanged(
    @Root() event: ScoreEventType,
    @Ctx() _ctx: RequestContext,
    @Arg('framework', () => String, { nullable: true, description: 'Name or slug.' }) _framework?: string,
  ): ScoreEventType {
    return event;
  }
}

const events = new ByObject<ScoreEventType>();

interface Subscribing {
  args: { framework?: string };
  context: RequestContext;
}

interface Score {
  framework: string | null;
  score: number | null;
  assuredScore: number | null;
}

function watch({ args, context }: Subscribing): AsyncIterableIterator<ScoreEventType> {
  const only = args.framework === undefined ? null : findActiveFramework(context, args.framework);
  return abortable(async function* (signal) {
    let before: Score[] | null = null;
    for await (const { posture } of postureFeedOf(context).watch(context.viewer.tenantId, signal)) {
      const now: Score[] = only ? [scoreIn(only, posture)] : allScores(visibleFrameworks(context), posture);
      const scores = now.map(({ framework, score, assuredScore }, index) => ({
        scope: framework === null ? 'overall' : 'framework',
        framework,
        previousScore: before?.[index]?.score ?? null,
        score,
        previousAssuredScore: before?.[index]?.assuredScore ?? null,
        assuredScore,
      }));
      const moved = scores.filter(
        ({ previousScore, score, previousAssuredScore, assuredScore }) =>
          before === null || previousScore !== score || previousAssuredScore !== assuredScore,
      );
      const event = { sequence: Number(posture.version), isSnapshot: before === null, scores: moved };
      // One event for all subscribers who have seen the same before: they share what is made of it.
      if (moved.length > 0) yield events.of(posture, JSON.stringify(event), () => event);
      before = now;
    }
  });
}

function allScores(frameworks: Framework[], posture: Posture): Score[] {
  const overall = scoreIn({ controls: frameworks.flatMap(({ controls }) => controls) }, posture);
  return [{ ...overall, framework: null }, ...frameworks.map((framework) => scoreIn(framework, posture))];
}

function scoreIn(
  { name, controls }: Partial<Pick<Framework, 'name'>> & Pick<Framework, 'controls'>,
  posture: Posture,
): Score {
  return { framework: name ?? null, ...scoresOfCounts(countStatuses(controls, posture)) };
}

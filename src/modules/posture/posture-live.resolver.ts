import { Arg, Ctx, Resolver, Root, Subscription } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { abortable } from '../../platform/pubsub/abortable.js';
import { catalogueOf, findActiveFramework, visibleFrameworks } from '../catalogue/visibility.js';
import type { Framework } from '../catalogue/catalogue.js';
import { postureFeedOf, type PostureUpdate } from './posture-feed.js';
import { ControlStatusChangeType, ControlStatusEventType } from './posture-live.type.js';

@Resolver()
export class PostureLiveResolver {
  @Subscription(() => ControlStatusEventType, {
    description: 'The status of every control of the active frameworks, or of one of them; then each change.',
    subscribe: watch,
  })
  controlStatusChanged(
    @Root() event: ControlStatusEventType,
    @Ctx() _ctx: RequestContext,
    @Arg('framework', () => String, { nullable: true, description: 'Name or slug.' }) _framework?: string,
  ): ControlStatusEventType {
    return event;
  }
}

interface Subscribing {
  args: { framework?: string };
  context: RequestContext;
}

function watch({ args, context }: Subscribing): AsyncIterableIterator<ControlStatusEventType> {
  const frameworks =
    args.framework === undefined ? visibleFrameworks(context) : [findActiveFramework(context, args.framework)];
  return abortable(async function* (signal) {
    let isSnapshot = true;
    for await (const update of postureFeedOf(context).watch(context.viewer.tenantId, signal)) {
      const sequence = Number(update.posture.version);
      const changes = isSnapshot ? everyStatus(frameworks, update) : changesIn(context, frameworks, update);
      if (isSnapshot || changes.length > 0) yield { sequence, isSnapshot, changes };
      isSnapshot = false;
    }
  });
}

function everyStatus(frameworks: Framework[], { posture }: PostureUpdate): ControlStatusChangeType[] {
  const nothing = {
    previousStatus: null,
    source: null,
    reason: null,
    changedAt: null,
    scanJobId: null,
    assessmentId: null,
  };
  return frameworks.flatMap(({ controls }) =>
    controls.map((control) => ({ control, status: posture.statusOf(control), ...nothing })),
  );
}

function changesIn(ctx: RequestContext, frameworks: Framework[], update: PostureUpdate): ControlStatusChangeType[] {
  return update.changes.flatMap(({ controlNo, changedAt, ...change }) => {
    const control = catalogueOf(ctx).controlByNo.get(controlNo);
    if (!control || !frameworks.includes(control.framework)) return [];
    return [{ control, ...change, changedAt: new Date(changedAt) }];
  });
}

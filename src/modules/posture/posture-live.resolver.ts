import { Arg, Ctx, Resolver, Root, Subscription } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { ByObject } from '../../platform/by-object.js';
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

const events = new ByObject<ControlStatusEventType>();

interface Subscribing {
  args: { framework?: string };
  context: RequestContext;
}

function watch({ args, context }: Subscribing): AsyncIterableIterator<ControlStatusEventType> {
  const frameworks =
    args.framework === undefined ? visibleFrameworks(context) : [findActiveFramework(context, args.framework)];
  const key = JSON.stringify([frameworks.map(({ slug }) => slug), context.viewer.hasHipaaPrivacy]);
  return abortable(async function* (signal) {
    let isSnapshot = true;
    for await (const update of postureFeedOf(context).watch(context.viewer.tenantId, signal)) {
      const sequence = Number(update.posture.version);
      // One event for all subscribers of these frameworks: they share what is made of it.
      const event = isSnapshot
        ? { sequence, isSnapshot, changes: everyStatus(frameworks, update) }
        : events.of(update, key, () => ({
            sequence,
            isSnapshot: false,
            changes: changesIn(context, frameworks, update),
          }));
      if (isSnapshot || event.changes.length > 0) yield event;
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

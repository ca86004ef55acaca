import { ALL, read } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { PostureLiveResolver } from './posture-live.resolver.js';
import { POSTURE_FEED, PostureFeed } from './posture-feed.js';
import { PostureResolver } from './posture.resolver.js';
import { postureOfRequest } from './posture.js';

/** The status of every control, its ledger, and its changes as they happen. */
export const postureFeature = feature({
  access: { 'Subscription.controlStatusChanged': read(ALL) },
  listSizes: ({ controls }) => ({ 'Control.history': 20, 'ControlStatusEvent.changes': controls }),
  create({ database, notifications, log }: Platform) {
    return {
      services: {},
      resolvers: [new PostureResolver(), new PostureLiveResolver()],
      contextValues: [POSTURE_FEED.holds(new PostureFeed(database, notifications, log))],
      // Read together with the caller, before the mutation: forgotten, so that the response shows the new statuses.
      afterMutation: (ctx) => ctx.once(postureOfRequest).forget(),
    };
  },
});

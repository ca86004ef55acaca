import type { Feature } from '../../feature/feature.js';
import { PostureLiveResolver } from './posture-live.resolver.js';
import { PostureResolver } from './posture.resolver.js';

export function postureFeature(): Feature {
  return { resolvers: [new PostureResolver(), new PostureLiveResolver()], routes: [] };
}

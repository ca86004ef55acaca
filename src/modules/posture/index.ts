import type { Feature } from '../../feature.js';
import { PostureResolver } from './posture.resolver.js';

export function postureFeature(): Feature {
  return { resolvers: [new PostureResolver()], routes: [] };
}

import type { Feature } from '../../feature/feature.js';
import { controlRoutes } from './control.rest.js';
import { ControlResolver, FrameworkResolver, FrameworkVersionResolver } from './control.resolver.js';

export function controlsFeature(): Feature {
  return {
    resolvers: [new FrameworkResolver(), new FrameworkVersionResolver(), new ControlResolver()],
    routes: controlRoutes,
  };
}

import type { Feature } from '../../feature.js';
import { catalogueRoutes } from './catalogue.rest.js';
import { ControlResolver, FrameworkResolver, FrameworkVersionResolver } from './catalogue.resolver.js';

export function catalogueFeature(): Feature {
  return {
    resolvers: [new FrameworkResolver(), new FrameworkVersionResolver(), new ControlResolver()],
    routes: catalogueRoutes,
  };
}

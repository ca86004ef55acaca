import type { Feature } from '../../feature.js';
import {
  ControlMappingResolver,
  CoverageResolver,
  DomainResolver,
  MappingResolver,
  UniversalControlResolver,
} from './ucf.resolver.js';
import { ucfRoutes } from './ucf.rest.js';

export function ucfFeature(): Feature {
  const resolvers = [
    new DomainResolver(),
    new UniversalControlResolver(),
    new ControlMappingResolver(),
    new MappingResolver(),
    new CoverageResolver(),
  ];
  return { resolvers, routes: ucfRoutes };
}

import type { Feature } from '../../feature/feature.js';
import { AssessmentResolver } from './assessment.resolver.js';
import type { AssessmentService } from './assessment.service.js';
import { MappingMatrixResolver } from './mapping-matrix.resolver.js';
import {
  ControlMappingResolver,
  CoverageResolver,
  DomainResolver,
  MappingResolver,
  UniversalControlResolver,
} from './ucf.resolver.js';
import { ucfRoutes } from './ucf.rest.js';

export function ucfFeature(assessments: AssessmentService): Feature {
  const resolvers = [
    new AssessmentResolver(assessments),
    new MappingMatrixResolver(),
    new DomainResolver(),
    new UniversalControlResolver(),
    new ControlMappingResolver(),
    new MappingResolver(),
    new CoverageResolver(),
  ];
  return { resolvers, routes: ucfRoutes };
}

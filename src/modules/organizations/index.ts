import type { Feature } from '../../feature.js';
import { OrganizationResolver } from './organization.resolver.js';
import { organizationRoutes } from './organization.rest.js';

export function organizationsFeature(): Feature {
  return { resolvers: [new OrganizationResolver()], routes: organizationRoutes };
}

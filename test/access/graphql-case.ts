import type { Role } from '../../src/access/roles.js';
import type { Verdict } from './verdict.js';
import type { World } from './world.js';

export interface GraphqlCase {
  may: Verdict;
  document: string;
  variables?: (world: World, role: Role | null) => Record<string, unknown>;
  /** Only with an access token: an API key of a role that may is FORBIDDEN. @default false */
  isForPeople?: boolean;
  /** What who may is told where the operation cannot succeed in this world; null where it does. @default null */
  code?: string;
}

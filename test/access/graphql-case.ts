import type { Role } from '../../src/access/roles.js';
import type { Verdict } from './verdict.js';
import type { World } from './world.js';

export interface GraphqlCase {
  may: Verdict;
  document: string;
  variables?: (world: World, role: Role | null) => Record<string, unknown>;
  /** Requires an access token: an API key of a permitted role is FORBIDDEN. @default false */
  isForPeople?: boolean;
  /**
   * Error code for permitted callers when the operation cannot succeed in this world; null when it does.
   * @default null
   */
  code?: string;
}

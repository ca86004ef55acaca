import type { Role } from '../../src/access/roles.js';
import type { Verdict } from './verdict.js';
import type { World } from './world.js';

export interface GraphqlCase {
  may: Verdict;
  document: string;
  variables?: (world: World, role: Role | null) => Record<string, unknown>;
  /** Ends the session of the caller, who therefore gets one of their own. @default false */
  endsSession?: boolean;
  /**
   * Error code for permitted callers when the operation cannot succeed in this world; null when it does.
   * @default null
   */
  code?: string;
}

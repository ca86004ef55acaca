import type { Role } from '../../access/roles.js';
import type { SignOnRefusalReason } from './sign-on-refusal.js';

/** What the last test log-in of a connection showed. Admins see it. */
export interface TestResult {
  at: string;
  /** Null for a success. */
  refusal: SignOnRefusalReason | null;
  /** What exactly was wrong, as far as a library says it. */
  detail: string | null;
  subject: string | null;
  email: string | null;
  groups: readonly string[] | null;
  /** Role that the person would get. */
  role: Role | null;
}

import { DAY } from '../../platform/clock.js';

/** Why evidence is withdrawn, as programs read it; people read the reason beside it. */
export const WITHDRAWAL_REASONS = [
  'personal_data',
  'secret',
  'confidential',
  'wrong_file',
  'outdated',
  'other',
] as const;
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number];

/** Time in which a withdrawal can be undone, before the file is deleted. Our choice: a week covers a holiday. */
export const WITHDRAWAL_GRACE_MS = 7 * DAY;

/** States of an exception. Only an approved one is in force; one that ended stays as it is. */
export const EXCEPTION_STATUSES = ['proposed', 'approved', 'rejected', 'withdrawn', 'expired'] as const;
export type ExceptionStatus = (typeof EXCEPTION_STATUSES)[number];

/** The states that can follow each state. */
export const NEXT_STATUSES: Readonly<Record<ExceptionStatus, readonly ExceptionStatus[]>> = {
  proposed: ['approved', 'rejected', 'withdrawn', 'expired'],
  approved: ['withdrawn', 'expired'],
  rejected: [],
  withdrawn: [],
  expired: [],
};

/** The states that an exception can leave. */
export const OPEN_STATUSES = EXCEPTION_STATUSES.filter((status) => NEXT_STATUSES[status].length > 0);

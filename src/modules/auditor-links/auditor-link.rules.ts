/** A period, both ends included. */
export interface AuditedPeriod {
  from: Date;
  to: Date;
}

/** The moment whose statuses an auditor sees, the end of the period or now, and whether it is now. */
export function momentOf({ to }: AuditedPeriod, now: Date): { at: Date; isNow: boolean } {
  return to < now ? { at: to, isNow: false } : { at: now, isNow: true };
}

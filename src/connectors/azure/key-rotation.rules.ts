/** A rotation policy as the API of a vault returns it. */
export interface RotationPolicy {
  lifetimeActions: {
    action: { type: string };
    trigger: { timeAfterCreate?: string | null; timeBeforeExpiry?: string | null };
  }[];
  /** Lifetime of a key version, as an ISO 8601 duration; null where it does not expire. */
  expiryTime: string | null;
}

/**
 * Whether a policy rotates a key automatically, and after how many days: the time since the creation of a version, or its
 * lifetime less the time before its expiry. Days are null where it does not rotate, or the durations are not whole days.
 */
export function rotationOf({ lifetimeActions, expiryTime }: RotationPolicy): {
  rotates: boolean;
  afterDays: number | null;
} {
  const rotation = lifetimeActions.find(({ action }) => action.type.toLowerCase() === 'rotate');
  if (!rotation) return { rotates: false, afterDays: null };
  const { timeAfterCreate, timeBeforeExpiry } = rotation.trigger;
  const after = daysIn(timeAfterCreate);
  if (after !== null) return { rotates: true, afterDays: after };
  const [life, before] = [daysIn(expiryTime), daysIn(timeBeforeExpiry)];
  return { rotates: true, afterDays: life === null || before === null ? null : life - before };
}

/** Days in `P1Y2M3D`, with 365 days a year and 30 a month, as vaults count. */
function daysIn(duration: string | null | undefined): number | null {
  const parts = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?$/i.exec(duration ?? '');
  if (!parts) return null;
  const [years, months, weeks, days] = parts.slice(1).map((part: string | undefined) => Number(part ?? 0));
  return (years ?? 0) * 365 + (months ?? 0) * 30 + (weeks ?? 0) * 7 + (days ?? 0);
}

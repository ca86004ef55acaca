import type { Viewer } from '../context.js';
import { ownerOf } from './callers.js';

/**
 * Limit of open sockets and event streams of one tenant in this process, and of sockets of one address without a caller.
 * Source: schema/contract/limits.md.
 */
const OPEN_MAX = 200;
/** Of these, those of one person, key or link of an auditor: a stolen one leaves room for the others. */
const OF_OWNER_MAX = 100;

/**
 * Counter of open connections by tenant or address: every one costs memory, and that of a tenant a lookup of its
 * credential every few seconds.
 */
export class OpenConnections {
  private readonly counts = new Map<string, number>();

  constructor(private readonly openMax: number = OPEN_MAX) {}

  /** Counts a connection. @returns a function that removes it from the count; null when the key has too many */
  open(key: string): (() => void) | null {
    const count = this.counts.get(key) ?? 0;
    if (count >= this.openMax) return null;
    this.counts.set(key, count + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (this.counts.get(key) ?? 1) - 1;
      if (left > 0) this.counts.set(key, left);
      else this.counts.delete(key);
    };
  }
}

/** Open sockets and event streams of callers: those of their tenants, and a share of these for each person, key or link. */
export class CallerConnections {
  private readonly ofTenants = new OpenConnections();
  private readonly ofOwners = new OpenConnections(OF_OWNER_MAX);

  /** Counts a connection. @returns a function that removes it from the counts; null where there are too many */
  open(viewer: Viewer): (() => void) | null {
    const leaveOwner = this.ofOwners.open(ownerOf(viewer));
    const leaveTenant = leaveOwner && this.ofTenants.open(viewer.tenantId);
    if (leaveOwner && !leaveTenant) leaveOwner();
    return leaveOwner && leaveTenant
      ? () => {
          leaveOwner();
          leaveTenant();
        }
      : null;
  }
}

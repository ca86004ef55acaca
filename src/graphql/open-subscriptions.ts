import type { Viewer } from '../context.js';
import { AppError } from '../platform/errors.js';
import { ownerOf } from './callers.js';
import { OpenConnections } from './open-connections.js';

/**
 * Limits of the subscriptions that are open in this process. Our choice: some pages of the dashboard have five different ones, of one
 * framework each, and a socket has five on average where 200 of them share an organization's. Source: schema/contract/limits.md.
 */
const OPEN_MAX = { different: 50, differentOfTenant: 200, ofOwner: 200, ofTenant: 1_000 };
/** Value of `Retry-After` for a subscription beyond those that may be open. */
const RETRY_SECONDS = 60;

/**
 * Counts of the open subscriptions: by who has opened them, because each is written for each of its events, and different ones, because
 * each of these is executed for each of its events, however many subscribers it has.
 */
export class OpenSubscriptions {
  private readonly different = new Map<string, Map<string, number>>();
  private readonly ofOwners: OpenConnections;
  private readonly ofTenants: OpenConnections;

  constructor(private readonly max: Readonly<typeof OPEN_MAX> = OPEN_MAX) {
    this.ofOwners = new OpenConnections(max.ofOwner);
    this.ofTenants = new OpenConnections(max.ofTenant);
  }

  /**
   * Counts a subscription.
   * @param key of everything that its results follow from
   * @returns a function that removes it from the counts
   * @throws {AppError} RATE_LIMITED, naming the limit
   */
  add(viewer: Viewer, key: string): () => void {
    const { different, differentOfTenant, ofOwner, ofTenant } = this.max;
    const owner = ownerOf(viewer);
    const counts: [limit: string, count: () => (() => void) | null][] = [
      [`${different} different subscriptions of a person or key`, () => this.addDifferent(owner, key, different)],
      [
        `${differentOfTenant} different subscriptions of an organization`,
        () => this.addDifferent(viewer.tenantId, key, differentOfTenant),
      ],
      [`${ofOwner} subscriptions of a person or key`, () => this.ofOwners.open(owner)],
      [`${ofTenant} subscriptions of an organization`, () => this.ofTenants.open(viewer.tenantId)],
    ];
    const counted: (() => void)[] = [];
    const leave = () => {
      for (const remove of counted) remove();
    };
    for (const [limit, count] of counts) {
      const remove = count();
      if (!remove) {
        leave();
        throw tooMany(limit);
      }
      counted.push(remove);
    }
    return leave;
  }

  private addDifferent(owner: string, key: string, max: number): (() => void) | null {
    const keys = this.different.get(owner) ?? new Map<string, number>();
    const count = keys.get(key) ?? 0;
    if (count === 0 && keys.size >= max) return null;
    this.different.set(owner, keys.set(key, count + 1));
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (keys.get(key) ?? 1) - 1;
      if (left > 0) keys.set(key, left);
      else keys.delete(key);
      if (keys.size === 0) this.different.delete(owner);
    };
  }
}

function tooMany(limit: string): AppError {
  return new AppError('RATE_LIMITED', `at most ${limit} are open at once`, { retryAfterSeconds: RETRY_SECONDS });
}

import { createHash } from 'node:crypto';
import { MINUTE } from '../../platform/clock.js';
import { clientAddressKey } from '../../platform/client-address.rules.js';

/** Time for which failures count, from the first of them. Source: schema/contract/limits.md. */
export const WINDOW_MS = 15 * MINUTE;

/** An attempt at a password or code. */
export interface Guess {
  /** Key of the account, see `accountKey`; whether or not it exists. */
  account: string;
  /** Address of the client; null where there is none. */
  address: string | null;
  /** Whether the account's own valid session asks. Strangers do not count against it. */
  isInSession: boolean;
  /** Id of a browser that has logged in to the account, which shows it by its cookie. Strangers do not count against it either. @default null */
  device?: string | null;
  /** What is counted. A request for a new password counts whether or not it could be a guess. @default 'login' */
  purpose?: 'login' | 'reset';
}

export type CounterName =
  | 'accountAndAddress'
  | 'account'
  | 'address'
  | 'service'
  | 'session'
  | 'device'
  | 'resetAccountAndAddress'
  | 'resetAccount'
  | 'resetAddress'
  | 'resetService';

/** A count of failures, and what it refuses. */
export interface Counter {
  name: CounterName;
  /** SHA-256: people type their passwords into the wrong box. */
  key: string;
  /** Hash of the account, for counters that belong to one. */
  subject: string | null;
  /** Failures in a window that are answered. */
  limit: number;
  /** Whether it refuses those also who have logged in from this address before. */
  refusesKnown: boolean;
}

/**
 * Limits, in failures in 15 minutes. The first ends guessing at one account from one address. The others end guessing from many
 * addresses, at many accounts (spraying), and both; they refuse none who has logged in from where they are, so that nobody locks
 * another out. Source: schema/contract/limits.md; our choice.
 */
export const LIMITS: Readonly<Record<CounterName, Pick<Counter, 'limit' | 'refusesKnown'>>> = {
  accountAndAddress: { limit: 10, refusesKnown: true },
  account: { limit: 30, refusesKnown: false },
  address: { limit: 50, refusesKnown: false },
  service: { limit: 2_000, refusesKnown: false },
  session: { limit: 10, refusesKnown: true },
  // Alone: neither a neighbour behind the same address nor guesses elsewhere keep a known browser out.
  device: { limit: 10, refusesKnown: true },
  // Each is a mail to somebody who may not have asked for it.
  resetAccountAndAddress: { limit: 3, refusesKnown: true },
  resetAccount: { limit: 6, refusesKnown: false },
  resetAddress: { limit: 20, refusesKnown: false },
  resetService: { limit: 1_000, refusesKnown: false },
};

/** Counters of a guess, the decisive one first. */
export function countersOf(guess: Guess): [Counter, ...Counter[]] {
  const { account, address, isInSession, device = null, purpose = 'login' } = guess;
  const from = clientAddressKey(address ?? '');
  const subject = subjectOf(account);
  const counter = (name: CounterName, key: string, belongsTo: string | null): Counter => ({
    name,
    key: hashOf(`${name} ${key}`),
    subject: belongsTo,
    ...LIMITS[name],
  });
  if (isInSession) return [counter('session', account, subject)];
  if (purpose === 'reset') {
    return [
      counter('resetAccountAndAddress', `${from} ${account}`, subject),
      counter('resetAccount', account, subject),
      counter('resetAddress', from, null),
      counter('resetService', '', null),
    ];
  }
  if (device !== null) return [counter('device', `${device} ${account}`, subject)];
  return [
    counter('accountAndAddress', `${from} ${account}`, subject),
    counter('account', account, subject),
    counter('address', from, null),
    counter('service', '', null),
  ];
}

/** Key under which it is known that somebody has logged in to the account from the address. */
export function originOf({ account, address }: Pick<Guess, 'account' | 'address'>): string {
  return hashOf(`accountAndAddress ${clientAddressKey(address ?? '')} ${account}`);
}

/** Keys of the counters of an address over all accounts, or of the whole service; see `LIMITS`. */
export function sharedKeysOf(of: { address: string } | 'service'): string[] {
  if (of === 'service') return [hashOf('service '), hashOf('resetService ')];
  const from = clientAddressKey(of.address);
  return [hashOf(`address ${from}`), hashOf(`resetAddress ${from}`)];
}

/** Hash by which everything that is counted of an account is found. */
export function subjectOf(account: string): string {
  return hashOf(`subject ${account}`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

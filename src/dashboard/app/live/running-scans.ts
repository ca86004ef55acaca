import { useSyncExternalStore } from 'react';
import type { ScansChangedSubscription } from './live.gql';

type ChangedScan = ScansChangedSubscription['scansChanged'][number];

/** A scan that is not over, as the socket said last. */
export interface RunningScan {
  id: string;
  status: 'queued' | 'running';
  /** 0 to 100. */
  percent: number;
}

let scans: readonly RunningScan[] = [];
const watchers = new Set<() => void>();

/** Takes what the socket says of scans: those that are over are forgotten. */
export function scansChanged(changed: readonly ChangedScan[]): void {
  const ids = new Set(changed.map(({ id }) => id));
  become([...scans.filter(({ id }) => !ids.has(id)), ...changed.flatMap(running)]);
}

/** Forgets all, as nobody says any more how far they are. */
export function forgetScans(): void {
  become([]);
}

/** The scans that are not over: those that run, then those that wait. */
export function useRunningScans(): readonly RunningScan[] {
  return useSyncExternalStore(watch, () => scans);
}

function running({ id, status, progress: { percent } }: ChangedScan): RunningScan[] {
  return status === 'queued' || status === 'running' ? [{ id, status, percent }] : [];
}

function become(next: readonly RunningScan[]): void {
  if (next.length === 0 && scans.length === 0) return;
  scans = [...next.filter(({ status }) => status === 'running'), ...next.filter(({ status }) => status === 'queued')];
  for (const changed of watchers) changed();
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

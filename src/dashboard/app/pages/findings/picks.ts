import { useState } from 'react';
import type { ListedFindingFragment } from './findings.gql';

/** A check that is chosen with all its findings, or a finding. */
export type Pick =
  | { kind: 'check'; key: string; checkId: string; title: string; count: number; hasWork: boolean }
  | { kind: 'finding'; key: string; checkId: string; finding: ListedFindingFragment };

/** What is chosen in the list of findings. */
export interface Picks {
  all: readonly Pick[];
  has: (key: string) => boolean;
  toggle: (pick: Pick) => void;
  /** Chooses all of them, or none where all are chosen. */
  toggleAll: (picks: readonly Pick[]) => void;
  clear: () => void;
}

export function usePicks(): Picks {
  const [all, setAll] = useState<readonly Pick[]>([]);
  const has = (key: string) => all.some((each) => each.key === key);
  return {
    all,
    has,
    toggle: (pick) => setAll(has(pick.key) ? without(all, [pick]) : withPicks(all, [pick])),
    toggleAll: (picks) => setAll(picks.every(({ key }) => has(key)) ? without(all, picks) : withPicks(all, picks)),
    clear: () => setAll([]),
  };
}

function without(all: readonly Pick[], picks: readonly Pick[]): Pick[] {
  return all.filter(({ key }) => !picks.some((each) => each.key === key));
}

/** A check is chosen with its findings: none of them is chosen beside it. */
function withPicks(all: readonly Pick[], picks: readonly Pick[]): Pick[] {
  const whole = new Set(picks.flatMap((each) => (each.kind === 'check' ? [each.checkId] : [])));
  return [...without(all, picks).filter((each) => each.kind === 'check' || !whole.has(each.checkId)), ...picks];
}

/** Number of findings that are chosen. */
export function countOf(picks: readonly Pick[]): number {
  return picks.reduce((sum, each) => sum + (each.kind === 'check' ? each.count : 1), 0);
}

/** A finding, to be chosen. */
export function pickOf(finding: ListedFindingFragment): Pick {
  return { kind: 'finding', key: finding.id, checkId: finding.check.id, finding };
}

/** What the derivation of a control says of its elements. */
interface DerivedVotes {
  elements: readonly {
    votes: readonly {
      integrationId: string;
      result: string;
      evaluatedAt: string;
      laterScanAt: string | null;
      scanJobId: string;
      checks: readonly { ruleId: string; title: string; resourcesFailed: number; resourcesAccepted: number }[];
    }[];
  }[];
}

/** A check that fails a control, over all integrations. */
export interface FailingCheck {
  ruleId: string;
  /** What is wanted; what is wrong stands at the check. */
  title: string;
  /** Number of resources on which it fails and no exception accepts that. */
  failed: number;
  /** When a scan last saw it fail. */
  seenAt: string;
  /** Whether later scans could not look, of every integration. */
  isOlder: boolean;
  scanJobId: string;
}

/** Checks that fail a control, each once, the last seen first. */
export function failingChecksOf(mappings: readonly DerivedVotes[]): FailingCheck[] {
  const byPlace = new Map<string, FailingCheck>();
  for (const { integrationId, result, evaluatedAt, laterScanAt, scanJobId, checks } of votesOf(mappings)) {
    if (result !== 'fail') continue;
    for (const { ruleId, title, resourcesFailed, resourcesAccepted } of checks) {
      const failed = resourcesFailed - resourcesAccepted;
      if (failed <= 0) continue;
      const found = { ruleId, title, failed, seenAt: evaluatedAt, isOlder: laterScanAt !== null, scanJobId };
      // Several elements may hang on one check.
      byPlace.set(`${integrationId} ${ruleId}`, found);
    }
  }
  const found = [...byPlace.values()].toSorted((a, b) => b.seenAt.localeCompare(a.seenAt));
  const newest = found.filter(({ ruleId }, index) => found.findIndex((each) => each.ruleId === ruleId) === index);
  return newest.map((check) => {
    const ofRule = found.filter(({ ruleId }) => ruleId === check.ruleId);
    return {
      ...check,
      failed: ofRule.reduce((sum, { failed }) => sum + failed, 0),
      isOlder: ofRule.every(({ isOlder }) => isOlder),
    };
  });
}

function votesOf(mappings: readonly DerivedVotes[]) {
  return mappings.flatMap(({ elements }) => elements.flatMap(({ votes }) => votes));
}

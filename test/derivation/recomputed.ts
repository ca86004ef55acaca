import type { Client } from '../support/client.js';

/** What the service says of a control, and the derivation of that. */
export interface DerivedControl {
  status: string;
  method: string;
  assurance: { level: string; shown: number; needed: number } | null;
  disputed: boolean;
  derivation: {
    mappings: {
      isFull: boolean;
      mapping: { universalControl: { code: string } };
      elements: { number: number; state: string; votes: { result: string; evaluatedAt: string }[] }[];
      assessment: { status: string; assessedAt: string; isSupported: boolean } | null;
    }[];
    missing: { action: string; text: string; elements: number[]; universalControl: { code: string } }[];
    scopeDecision: { reason: string } | null;
  };
}

const FIELDS = `status method disputed assurance { level shown needed }
  derivation {
    mappings {
      isFull mapping { universalControl { code } } elements { number state votes { result evaluatedAt } } assessment { status assessedAt isSupported } }
    missing { action text elements universalControl { code } } scopeDecision { reason }
  }`;
const CONTROLS_PER_QUERY = 15;

/** Status, assurance and dispute worked out from a derivation alone, by the rules of the contract. */
export function recomputed({
  method,
  derivation,
}: DerivedControl): Pick<DerivedControl, 'status' | 'assurance' | 'disputed'> {
  if (derivation.scopeDecision) return { status: 'not_applicable', assurance: null, disputed: false };
  const states = derivation.mappings.map(({ isFull, elements, assessment }) => {
    const results = elements.map(({ votes }) =>
      votes.map(({ result }) => result).filter((each) => each !== 'incomplete'),
    );
    const fails = results.some((each) => each.includes('fail'));
    const passes =
      method !== 'manual' && results.every((each) => each.length > 0 && each.every((one) => one === 'pass'));
    const judgement = assessment?.status === 'not_assessed' ? null : assessment;
    const isCompliant = judgement?.status === 'compliant';
    const isShown = passes || (isCompliant && judgement.isSupported);
    const isDisputed = judgement !== null && ((fails && isCompliant) || (passes && !isCompliant));
    return { isFull, fails, passes, judgement, isShown, isDisputed };
  });
  const full = states.filter(({ isFull }) => isFull);
  const byTests = states.some(({ fails }) => fails) ? 'failed' : full.some(({ passes }) => passes) ? 'passed' : null;
  const votes = derivation.mappings.flatMap(({ elements }) => elements.flatMap((element) => element.votes));
  const moments = votes
    .filter(({ result }) => /pass|fail/.test(result))
    .map(({ evaluatedAt }) => Date.parse(evaluatedAt));
  const judgements = states
    .flatMap(({ judgement }) => judgement ?? [])
    .filter(({ assessedAt }) => byTests === null || Date.parse(assessedAt) > Math.max(...moments));
  const judged = judgements.some(({ status }) => status !== 'compliant')
    ? 'failed'
    : judgements.length > 0
      ? 'passed'
      : null;
  const status = byTests === 'failed' ? 'failed' : (judged ?? byTests ?? 'not_assessed');
  const shown = states.filter(({ isShown }) => isShown).length;
  const isOne = full.some(({ isShown }) => isShown);
  // What a single part mapping leaves out is a part of its own, which nothing shows.
  const parts = states.length === 1 && full.length === 0 ? 2 : states.length;
  const level = isOne || shown === parts ? 'full' : 'partial';
  const assurance = isOne ? { level, shown: 1, needed: 1 } : { level, shown, needed: parts };
  return {
    status,
    assurance: status === 'passed' ? assurance : null,
    disputed: states.some(({ isDisputed }) => isDisputed),
  };
}

/** Controls with their derivations, by id. */
export async function derivedControls(client: Client, ids: readonly string[]): Promise<Map<string, DerivedControl>> {
  const answers = new Map<string, DerivedControl>();
  for (let start = 0; start < ids.length; start += CONTROLS_PER_QUERY) {
    const some = ids.slice(start, start + CONTROLS_PER_QUERY);
    const query = some.map((id, index) => `c${index}: control(id: "${id}") { ${FIELDS} }`).join('\n');
    const found = await client.data<Record<string, DerivedControl>>(`{ ${query} }`);
    for (const [index, id] of some.entries()) {
      const answer = found[`c${index}`];
      if (answer) answers.set(id, answer);
    }
  }
  return answers;
}

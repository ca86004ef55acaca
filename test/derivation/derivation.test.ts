import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf } from '../catalogue/shipped.js';
import { exclude, select, settle } from '../scope/scoping.js';
import { connect, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';

interface Answer {
  status: string;
  method: string;
  assurance: { level: string; shown: number; needed: number } | null;
  disputed: boolean;
  derivation: {
    mappings: {
      isFull: boolean;
      elements: { votes: { result: string; evaluatedAt: string }[] }[];
      assessment: { status: string; assessedAt: string; isSupported: boolean } | null;
    }[];
    missing: { action: string; text: string }[];
    scopeDecision: { reason: string } | null;
  };
}

const FIELDS = `status method disputed assurance { level shown needed }
  derivation {
    mappings { isFull elements { votes { result evaluatedAt } } assessment { status assessedAt isSupported } }
    missing { action text } scopeDecision { reason }
  }`;
const CONTROLS_PER_QUERY = 15;

/** Status, assurance and dispute worked out from a derivation alone, by the rules of the contract. */
function recomputed({ method, derivation }: Answer): Pick<Answer, 'status' | 'assurance' | 'disputed'> {
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

describe('the derivation of a control', () => {
  let service: TestService;
  const answers = new Map<string, Answer>();

  beforeAll(async () => {
    service = await startService();
    const { admin, auditor, member } = service.a;
    await connect(admin, 'demo');
    await runScan(member);
    const catalogue = catalogueOf();
    // Every third universal control: compliant with a note, compliant without one, or not compliant.
    for (const [index, { id }] of catalogue.universalControls.entries()) {
      if (index % 3 !== 0) continue;
      const status = index % 9 === 6 ? 'non_compliant' : 'compliant';
      const input = { universalControlId: id, status, details: index % 9 === 0 ? 'Seen.' : null };
      await auditor.data(
        'mutation ($input: CreateAssessmentInput!) { createAssessment(input: $input) { assessment { id } } }',
        {
          input,
        },
      );
    }
    await settle(admin, 'approve', [await select(auditor, 'SOC 2', ['security', 'privacy'])]);
    const [excluded] = catalogue.frameworkBySlug.get('hitrust')?.controls ?? [];
    await settle(admin, 'approve', (await exclude(auditor, [excluded?.id ?? ''])).decisions);
    const ids = catalogue.controls.map(({ id }) => id);
    for (let start = 0; start < ids.length; start += CONTROLS_PER_QUERY) {
      const some = ids.slice(start, start + CONTROLS_PER_QUERY);
      const query = some.map((id, index) => `c${index}: control(id: "${id}") { ${FIELDS} }`).join('\n');
      const found = await member.data<Record<string, Answer>>(`{ ${query} }`);
      for (const [index, id] of some.entries()) {
        const answer = found[`c${index}`];
        if (answer) answers.set(id, answer);
      }
    }
  });
  afterAll(() => service.stop());

  it('is enough to work out the status, the assurance and a dispute of every control', () => {
    const { controls } = catalogueOf();
    expect(answers.size).toBe(controls.length);
    for (const { id, controlId, framework } of controls) {
      const answer = answers.get(id);
      if (!answer) throw new Error(`no answer for ${framework.slug} ${controlId}`);
      const { status, assurance, disputed } = answer;
      expect({ control: `${framework.slug} ${controlId}`, status, assurance, disputed }).toEqual({
        control: `${framework.slug} ${controlId}`,
        ...recomputed(answer),
      });
    }
  });

  it('meets every status, both levels of assurance and disputes', () => {
    const found = [...answers.values()];
    expect(new Set(found.map(({ status }) => status))).toEqual(
      new Set(['passed', 'failed', 'not_assessed', 'not_applicable']),
    );
    expect(new Set(found.flatMap(({ assurance }) => assurance?.level ?? []))).toEqual(new Set(['full', 'partial']));
    expect(found.some(({ disputed }) => disputed)).toBe(true);
  });

  it('has nothing missing exactly where a control is out of scope, or passed and all of it is shown', () => {
    for (const { status, assurance, derivation } of answers.values()) {
      const isComplete = status === 'passed' && assurance?.level === 'full';
      if (isComplete || status === 'not_applicable') expect(derivation.missing).toEqual([]);
      else if (status !== 'passed' || assurance?.level === 'partial') expect(derivation.missing).not.toEqual([]);
    }
  });
});

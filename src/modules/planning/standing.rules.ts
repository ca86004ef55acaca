import type { Severity } from '../../connectors/finding.js';
import type { Catalogue, Control, UniversalControl } from '../catalogue/catalogue.js';
import { isFull } from '../catalogue/relationship.rules.js';
import { elementCode } from '../catalogue/tested-elements.rules.js';
import { assuranceByteOf, verdictOf, type JudgedMapping, type Judgement } from '../posture/decision.rules.js';
import type { PartialAssessments } from '../posture/partial-assessments.js';
import type { ElementResult } from '../scans/element-result.rules.js';

/** A check behind a failing vote, as the scan of the vote stored it. */
export interface StandingCheck {
  scanId: string;
  checkNo: number;
  /** Id of the check, or of the rule where only an imported report knows it. */
  name: string;
  checkId: string | null;
  ruleId: string;
  title: string;
  severity: Severity;
  controlNos: number[];
  /** Resources that fail and that no exception accepts. */
  failed: number;
  accepted: number;
  isPartial: boolean;
  /** Whether the newest scan of the integration, a later one, could not look at all of its resources. */
  isUnseen: boolean;
}

/** The vote of an integration on an element, as JSON from the database. */
export interface StoredVote {
  universalNo: number;
  element: number;
  integrationId: string;
  result: ElementResult;
  /** What it would be if no finding failed. */
  otherwise: ElementResult;
  /** RFC 3339. */
  evaluatedAt: string;
  /** Those that ran and decide the element; none where it does not fail. */
  checks: StandingCheck[];
}

/** How many of a check's failing resources are repaired: by integration, then name of the check, or by scan and number. */
export type Repairs = (check: StandingCheck, integrationId: string) => number;

/** A vote with its time in milliseconds. */
export interface StandingVote extends Omit<StoredVote, 'evaluatedAt'> {
  evaluatedAt: number;
}

/** Status and assurance of a control, as a posture has them. */
export interface Outcome {
  status: 'passed' | 'failed' | 'not_assessed' | 'not_applicable';
  /** Byte of a posture: see `assuranceOf`. */
  assurance: number;
}

/** What is repaired and judged beyond what stands. */
export interface Steps {
  /** Null where nothing is repaired. */
  repairs: Repairs | null;
  /** Integrations that are scanned again: their votes are new. */
  scanned: ReadonlySet<string>;
  /** By number of the universal control. */
  judged: ReadonlyMap<number, Judgement>;
  /** Milliseconds of the scan; judgements come after it. */
  at: number;
}

interface ElementFacts {
  isContradicted: boolean;
  isHeld: boolean;
  isShown: boolean;
  votedAt: number;
}

/** Everything that decides statuses, in memory: votes and assessments in force. Decides as the statement does, without it. */
export class Standing {
  private readonly votesByCode: ReadonlyMap<number, StandingVote[]>;
  /** By code of the element, then provider: ids of the checks that are its test. */
  private readonly tests: ReadonlyMap<
    number,
    readonly { provider: string; checks: { id: string; canShow: boolean }[] }[]
  >;

  constructor(
    private readonly catalogue: Pick<Catalogue, 'testedElements' | 'checkById'>,
    readonly votes: readonly StandingVote[],
    private readonly assessments: ReadonlyMap<number, Judgement>,
    private readonly partialAssessments: PartialAssessments,
    /** Whether a control is in scope. */
    private readonly isInScope: (control: Control) => boolean,
  ) {
    this.votesByCode = Map.groupBy(votes, (vote) => codeOf(vote));
    const tests = [...catalogue.testedElements].flatMap(([provider, elements]) =>
      elements.map(({ universalControl, element, checks }) => ({
        code: elementCode(universalControl, element),
        provider,
        checks,
      })),
    );
    this.tests = Map.groupBy(tests, ({ code }) => code);
  }

  /** Status and assurance of a control after some steps. */
  outcomeOf(control: Control, steps: Steps | null = null): Outcome {
    if (!this.isInScope(control)) return { status: 'not_applicable', assurance: 0 };
    const mappings = control.mappings.map(({ universalControl, covers, relationship }): JudgedMapping => {
      const elements = covers.map((element) => this.factsOf(universalControl, element, steps));
      const newest = steps?.judged.get(universalControl.no) ?? this.assessments.get(universalControl.no) ?? null;
      return {
        isFull: isFull(relationship),
        isContradicted: elements.some(({ isContradicted }) => isContradicted),
        isHeld: elements.some(({ isHeld }) => isHeld),
        isTested: control.method !== 'manual' && elements.every(({ isShown }) => isShown),
        votedAt: Math.max(-Infinity, ...elements.map(({ votedAt }) => votedAt)),
        assessment: newest?.status === 'not_assessed' ? null : newest,
      };
    });
    const { status } = verdictOf(mappings, this.partialAssessments);
    return { status, assurance: assuranceByteOf(mappings, status) };
  }

  /** The assessment in force of a universal control; null where there is none. */
  assessmentOf({ no }: UniversalControl): Judgement | null {
    const newest = this.assessments.get(no) ?? null;
    return newest?.status === 'not_assessed' ? null : newest;
  }

  /** The votes on an element. */
  votesOn(universalControl: UniversalControl, element: number): readonly StandingVote[] {
    return this.votesByCode.get(elementCode(universalControl, element)) ?? [];
  }

  /** A vote after repairs, as the next scan of its integration would cast it where it can look at what the last one looked at. */
  resultAfter(vote: StandingVote, repairs: Repairs): ElementResult {
    if (vote.result !== 'fail') return vote.result;
    const failing = vote.checks.filter(({ failed }) => failed > 0);
    // What fails from before a check lost its access fails until it can look again.
    if (failing.length === 0 || failing.some(({ isUnseen }) => isUnseen)) return 'fail';
    if (failing.some((check) => repairs(check, vote.integrationId) < check.failed)) return 'fail';
    switch (vote.otherwise) {
      case 'pass':
      case 'supported':
      case 'fail':
        return vote.otherwise;
      case 'incomplete':
        return this.isShownBy(vote, failing) ? 'pass' : 'incomplete';
      case 'held':
        return vote.checks.some(({ accepted }) => accepted > 0) && !failing.some(({ isPartial }) => isPartial)
          ? 'held'
          : 'fail';
    }
  }

  /** Whether every test of the element by a provider ran, and repaired resources pass one. */
  private isShownBy(vote: StandingVote, repaired: readonly StandingCheck[]): boolean {
    const ran = new Set(vote.checks.map(({ checkId }) => checkId));
    const providers = new Set(repaired.map(({ checkId }) => this.catalogue.checkById.get(checkId ?? '')?.provider));
    return (this.tests.get(codeOf(vote)) ?? []).some(
      ({ provider, checks }) => providers.has(provider) && checks.every(({ id, canShow }) => canShow && ran.has(id)),
    );
  }

  private factsOf(universalControl: UniversalControl, element: number, steps: Steps | null): ElementFacts {
    const facts = { isContradicted: false, isHeld: false, isShown: false, votedAt: -Infinity };
    let counting = 0;
    let passing = 0;
    for (const vote of this.votesOn(universalControl, element)) {
      const result = steps?.repairs ? this.resultAfter(vote, steps.repairs) : vote.result;
      if (result === 'incomplete') continue;
      counting += 1;
      if (result === 'held') {
        facts.isHeld = true;
        continue;
      }
      if (result === 'supported') continue;
      if (result === 'fail') facts.isContradicted = true;
      else passing += 1;
      const at = steps?.scanned.has(vote.integrationId) ? steps.at : vote.evaluatedAt;
      facts.votedAt = Math.max(facts.votedAt, at);
    }
    facts.isShown = counting > 0 && passing === counting;
    return facts;
  }
}

/** The element of a vote as one number: see `elementCode`. */
export function codeOf({ universalNo, element }: Pick<StandingVote, 'universalNo' | 'element'>): number {
  return elementCode({ no: universalNo }, element);
}

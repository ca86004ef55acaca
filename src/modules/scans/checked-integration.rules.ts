import type { Catalogue, Check, Control } from '../catalogue/catalogue.js';
import {
  coveredCodes,
  elementCode,
  type SupportedElement,
  type TestedElement,
} from '../catalogue/tested-elements.rules.js';
import {
  combinedVotes,
  customRulesBehind,
  elementResult,
  worstVotes,
  type ElementVote,
} from './element-result.rules.js';
import type { CheckAggregate, ControlResult } from './finding-aggregate.rules.js';

const SUPPORTED = { result: 'supported', found: 'supported', otherwise: 'supported' } as const;

/** What ran in one integration, what could not look, and the votes that follow. */
export class CheckedIntegration {
  /** By the id of their check. */
  private readonly aggregates: ReadonlyMap<string, readonly CheckAggregate[]>;
  /** The elements that checks of its providers test. */
  private readonly tested: readonly TestedElement[];
  /** The elements that its providers only support. */
  private readonly supported: readonly SupportedElement[];
  private readonly checksByElement: ReadonlyMap<number, readonly Check[]>;

  /**
   * @param checks every aggregate of the integration
   * @param withheld why a check could not look at everything, by its id
   */
  constructor(
    catalogue: Catalogue,
    checks: readonly CheckAggregate[],
    private readonly withheld: ReadonlyMap<string, string>,
  ) {
    const known = checks.filter(({ check }) => check !== null);
    this.aggregates = Map.groupBy(known, ({ check }) => check?.id ?? '');
    const ran = known.flatMap(({ check }) => check?.provider ?? []);
    const refused = [...withheld.keys()].flatMap((id) => catalogue.resolveRule('crosswalk', id)?.provider ?? []);
    const providers = new Set([...ran, ...refused]);
    this.tested = [...providers].flatMap((provider) => catalogue.testedElements.get(provider) ?? []);
    this.supported = [...providers].flatMap((provider) => catalogue.supportedElements.get(provider) ?? []);
    const checksByElement = new Map<number, Check[]>();
    for (const { universalControl, element, checks: deciding } of this.tested) {
      const code = elementCode(universalControl, element);
      checksByElement.set(code, [...(checksByElement.get(code) ?? []), ...deciding]);
    }
    this.checksByElement = checksByElement;
  }

  /**
   * Votes on the elements that its checks test or support; one integration may hold several providers, of which the worst counts.
   * What they support they do not show, whatever the checks saw: also where they could not look.
   */
  votes(): ElementVote[] {
    const votes = this.tested.flatMap((tested) => {
      const { universalControl, element } = tested;
      const results = elementResult(tested, this);
      if (results === null) return [];
      return [{ universalControl, element, ...results, customRules: customRulesBehind(tested, results.found, this) }];
    });
    const supported = this.supported.map((element) => ({ ...element, ...SUPPORTED, customRules: [] }));
    return combinedVotes([...votes, ...supported]);
  }

  /** What ran of a check. */
  aggregatesOf({ id }: Check): readonly CheckAggregate[] {
    return this.aggregates.get(id) ?? [];
  }

  /** Why a check could not look at everything; null where it could, or did not run. */
  reasonOf({ id, logic }: Check): string | null {
    return this.withheld.get(id) ?? this.refutationOf(logic?.population?.refuted_by);
  }

  /** Why the resources of a check are not all, where the pass of another one shows it. */
  private refutationOf(checkId: string | undefined): string | null {
    const passing = (checkId === undefined ? [] : (this.aggregates.get(checkId) ?? [])).find(
      ({ passed }) => passed.length > 0,
    );
    return passing ? `What it looks at is not all that there is: “${passing.title}” passes.` : null;
  }

  /** The checks that decide an element. */
  checksOf(code: number): readonly Check[] {
    return this.checksByElement.get(code) ?? [];
  }
}

/** The worst votes over all integrations. */
export function pooled(integrations: readonly CheckedIntegration[]): Map<number, ElementVote> {
  return worstVotes(integrations.flatMap((integration) => integration.votes()));
}

/** The deciding checks of a control that could not look, and the number of those that did not run. */
export function unseen(
  control: Control,
  integrations: readonly CheckedIntegration[],
): Pick<ControlResult, 'withheld' | 'missing'> {
  const withheld = new Map<string, string>();
  let missing = 0;
  for (const integration of integrations) {
    for (const check of new Set(coveredCodes(control).flatMap((code) => integration.checksOf(code)))) {
      const reason = integration.reasonOf(check);
      if (reason !== null) withheld.set(check.id, reason);
      else if (integration.aggregatesOf(check).length === 0) missing += 1;
    }
  }
  return { withheld: [...withheld].map(([checkId, reason]) => ({ checkId, reason })), missing };
}

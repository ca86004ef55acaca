import type { Catalogue, Check } from '../catalogue/catalogue.js';
import { elementCode, type TestedElement } from '../catalogue/tested-elements.rules.js';
import { combinedVotes, customRulesBehind, elementResult, type ElementVote } from './element-result.rules.js';
import type { CheckAggregate } from './finding-aggregate.rules.js';

/** What ran in one integration, what could not look, and the votes that follow. */
export class CheckedIntegration {
  /** By the id of their check. */
  private readonly aggregates: ReadonlyMap<string, readonly CheckAggregate[]>;
  /** The elements that checks of its providers test. */
  private readonly tested: readonly TestedElement[];
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
    const checksByElement = new Map<number, Check[]>();
    for (const { universalControl, element, checks: deciding } of this.tested) {
      const code = elementCode(universalControl, element);
      checksByElement.set(code, [...(checksByElement.get(code) ?? []), ...deciding]);
    }
    this.checksByElement = checksByElement;
  }

  /** Votes on the elements that its checks test; one integration may hold several providers, of which the worst counts. */
  votes(): ElementVote[] {
    const votes = this.tested.flatMap((tested) => {
      const { universalControl, element } = tested;
      const results = elementResult(tested, this);
      if (results === null) return [];
      return [{ universalControl, element, ...results, customRules: customRulesBehind(tested, results.found, this) }];
    });
    return combinedVotes(votes);
  }

  /** What ran of a check. */
  aggregatesOf({ id }: Check): readonly CheckAggregate[] {
    return this.aggregates.get(id) ?? [];
  }

  /** Why a check could not look at everything; null where it could, or did not run. */
  reasonOf({ id }: Check): string | null {
    return this.withheld.get(id) ?? null;
  }

  /** The checks that decide an element. */
  checksOf(code: number): readonly Check[] {
    return this.checksByElement.get(code) ?? [];
  }
}

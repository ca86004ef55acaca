import { Kind, type DocumentNode, type FragmentDefinitionNode } from 'graphql';
import { LimitError } from './limit-error.js';

/**
 * Results of a document's fragments, each computed once however often it is spread: fragments that spread each other twice would double
 * the work with each.
 */
export class FragmentResults<Result> {
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  private readonly results = new Map<string, Result | 'in progress'>();

  constructor(document: DocumentNode) {
    const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  /** Undefined for an unknown fragment, which validation refuses. @throws {LimitError} for one that spreads itself */
  of(name: string, compute: (fragment: FragmentDefinitionNode) => Result): Result | undefined {
    const known = this.results.get(name);
    if (known === 'in progress') throw new LimitError(`fragment ${name} spreads itself`);
    const fragment = this.fragments.get(name);
    if (known !== undefined || !fragment) return known;
    this.results.set(name, 'in progress');
    const result = compute(fragment);
    this.results.set(name, result);
    return result;
  }
}

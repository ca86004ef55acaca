import { Kind, type DocumentNode, type FieldNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';

/** Size of a document as validation sees it. */
export interface SelectionCount {
  /** Selections, each as often as the fragments around it are spread. */
  selections: number;
  /**
   * Comparisons of two fields with the same place in the answer, of which `OverlappingFieldsCanBeMerged` makes up to one
   * for each level above them. Thirty equal fields in thirty equal fields are 400,000.
   */
  comparisons: number;
  /** Length of the longest alias: each is in the answer as often as its field. */
  aliasCharacters: number;
}

/**
 * Counts the selections of a document with repetitions: before validation, whose rules compare fields pair by pair. The
 * document is walked as validation walks it, from every operation and from every fragment, spread or not; the walk ends at
 * the limit, so that fragments that double each other, or spread themselves, cost no more than it.
 */
export class SelectionCounter {
  private selections = 0;
  private comparisons = 0;
  private aliasCharacters = 0;
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(
    private readonly document: DocumentNode,
    private readonly selectionsMax: number,
  ) {
    const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

  /** @returns null where there are more selections than the limit */
  count(): SelectionCount | null {
    for (const definition of this.document.definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
      if (!this.countMerged([definition.selectionSet], 1)) return null;
    }
    const { selections, comparisons, aliasCharacters } = this;
    return { selections, comparisons, aliasCharacters };
  }

  /** Counts selection sets whose fields have one place in the answer. @returns whether they are within the limit */
  private countMerged(sets: readonly SelectionSetNode[], depth: number): boolean {
    const fields = new Map<string, FieldNode[]>();
    if (!sets.every((set) => this.collect(set, fields))) return false;
    for (const same of fields.values()) {
      this.comparisons += (depth * same.length * (same.length - 1)) / 2;
      const below = same.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (below.length > 0 && !this.countMerged(below, depth + 1)) return false;
    }
    return true;
  }

  /** Adds the fields of a selection set, those of its fragments included, by their names in the answer. */
  private collect({ selections }: SelectionSetNode, fields: Map<string, FieldNode[]>): boolean {
    return selections.every((selection) => {
      this.selections += 1;
      if (this.selections > this.selectionsMax) return false;
      switch (selection.kind) {
        case Kind.FIELD: {
          const name = (selection.alias ?? selection.name).value;
          this.aliasCharacters = Math.max(this.aliasCharacters, selection.alias?.value.length ?? 0);
          const same = fields.get(name);
          if (same) same.push(selection);
          else fields.set(name, [selection]);
          return true;
        }
        case Kind.INLINE_FRAGMENT:
          return this.collect(selection.selectionSet, fields);
        case Kind.FRAGMENT_SPREAD: {
          const fragment = this.fragments.get(selection.name.value);
          return !fragment || this.collect(fragment.selectionSet, fields);
        }
      }
    });
  }
}

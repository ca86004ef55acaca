/** Source: NIST IR 8477. */
export const RELATIONSHIPS = ['equal', 'subset', 'superset', 'intersects'] as const;
/** "The framework control is … of the universal control", in the words of NIST IR 8477. */
export type Relationship = (typeof RELATIONSHIPS)[number];

/** What a framework control asks for, of a universal control and beyond it. */
interface Overlap {
  /** Numbers of the covered elements, each once. */
  covers: readonly number[];
  asks_more: boolean;
}

/** The relationship that follows from the covered elements; nobody types it. */
export function relationshipOf({ covers, asks_more: asksMore }: Overlap, elements: readonly string[]): Relationship {
  if (covers.length === elements.length) return asksMore ? 'superset' : 'equal';
  return asksMore ? 'intersects' : 'subset';
}

/** Whether the universal control holds all that the framework control asks for: who shows the one has shown the other. */
export function isFull(relationship: Relationship): boolean {
  return relationship === 'equal' || relationship === 'subset';
}

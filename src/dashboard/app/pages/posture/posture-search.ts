import { oneOf, text } from '../../parts/search-params';

/** What the heat-map shows. */
export const MEASURES = ['score', 'change', 'age'] as const;
export type Measure = (typeof MEASURES)[number];

export interface PostureSearch {
  measure?: Measure | undefined;
  /** Slug of the framework whose line the chart draws beside that of all. */
  framework?: string | undefined;
}

export function postureSearch(search: Record<string, unknown>): PostureSearch {
  return { measure: oneOf(search.measure, MEASURES), framework: text(search.framework) };
}

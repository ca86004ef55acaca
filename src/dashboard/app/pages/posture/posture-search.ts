import { oneOf, text } from '../../parts/search-params';

/** Measures of the heat-map. */
export const MEASURES = ['score', 'change', 'age'] as const;
export type Measure = (typeof MEASURES)[number];

export interface PostureSearch {
  measure?: Measure | undefined;
  /** Slug of the framework in the chart beside the overall score. */
  framework?: string | undefined;
}

export function postureSearch(search: Record<string, unknown>): PostureSearch {
  return { measure: oneOf(search.measure, MEASURES), framework: text(search.framework) };
}

import { text } from '../../parts/search-params';

export interface AuditorLinksSearch {
  /** Slug of the framework that a link is asked for: the form is open. */
  framework?: string | undefined;
}

export function auditorLinksSearch(search: Record<string, unknown>): AuditorLinksSearch {
  return { framework: text(search.framework) };
}

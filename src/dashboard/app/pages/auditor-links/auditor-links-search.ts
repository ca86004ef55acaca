import { createSearch, text, type CreateSearch } from '../../parts/search-params';

export interface AuditorLinksSearch extends CreateSearch {
  /** Slug of the framework that a link is asked for: the form is open. */
  framework?: string | undefined;
  /** Id of the link whose comments are shown. */
  link?: string | undefined;
}

export function auditorLinksSearch(search: Record<string, unknown>): AuditorLinksSearch {
  return { ...createSearch(search), framework: text(search.framework), link: text(search.link) };
}

import { text } from '../../parts/search-params';

export interface IntegrationsSearch {
  /** The type that is being connected; any other word lets one choose it. */
  connect?: string | undefined;
  /** The integration that is open. */
  id?: string | undefined;
}

export function integrationsSearch(search: Record<string, unknown>): IntegrationsSearch {
  return { connect: text(search.connect), id: text(search.id) };
}

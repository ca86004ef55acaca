import { text } from '../../parts/search-params';

export interface IntegrationsSearch {
  /** Integration type to connect; any other text opens the list of types. */
  connect?: string | undefined;
  /** Id of the open integration. */
  id?: string | undefined;
}

export function integrationsSearch(search: Record<string, unknown>): IntegrationsSearch {
  return { connect: text(search.connect), id: text(search.id) };
}

/** Files of messages of the page: its own, and the translations of what the service says of kinds, settings and connections. */
export const INTEGRATION_WORDS = ['integrations', 'integration-kinds', 'integration-problems'];

import { text } from '../../parts/search-params';

export function registerSearch(search: Record<string, unknown>): { token?: string | undefined } {
  return { token: text(search.token) };
}

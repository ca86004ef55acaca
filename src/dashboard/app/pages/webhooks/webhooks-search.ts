import { oneOf } from '../../parts/search-params';

export const STATUSES = ['pending', 'delivering', 'delivered', 'failed'] as const;

export interface WebhookSearch {
  status?: (typeof STATUSES)[number] | undefined;
}

export function webhookSearch(search: Record<string, unknown>): WebhookSearch {
  return { status: oneOf(search.status, STATUSES) };
}

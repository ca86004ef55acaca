import type { Vault } from '../../platform/crypto/vault.js';
import type { WebhookFormat } from './message-format.rules.js';

/**
 * Address of a webhook as it is stored: sealed, because its path or query often is a secret (Slack, Teams). Addresses that were stored
 * before are plain until the worker has sealed them.
 */
export function sealUrl(vault: Vault, webhookId: string, url: string): string {
  return vault.seal(url, placeOf(webhookId));
}

/** The address; null when the key that sealed it is no longer known. */
export function openUrl(vault: Vault, webhookId: string, stored: string): string | null {
  // An address begins with its scheme.
  if (!stored.startsWith('v1.')) return stored;
  try {
    return vault.open(stored, placeOf(webhookId));
  } catch {
    return null;
  }
}

/** The address as administrators see it: of a chat, where it is the credential, without path and query; of one that cannot be opened, its host. */
export function shownUrl(
  vault: Vault,
  { id, url, host, format }: { id: string; url: string; host: string; format: WebhookFormat },
): string {
  const opened = openUrl(vault, id, url) ?? `https://${host}/`;
  return format === 'json' ? opened : new URL('/', opened).href;
}

function placeOf(webhookId: string): string {
  return `webhooks ${webhookId} url`;
}

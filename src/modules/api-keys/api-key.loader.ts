import DataLoader from 'dataloader';
import type { RequestContext } from '../../context.js';
import { readApiKeysById } from './api-key.read.js';
import type { ApiKeyType } from './api-key.type.js';

/** For `ctx.once`: API keys that the caller may see, by their ids, in one statement for all of a batch; null for any other. */
export function apiKeyLoader(ctx: RequestContext): DataLoader<string, ApiKeyType | null> {
  return new DataLoader(async (ids) => {
    const found = await readApiKeysById(ctx, ids);
    const byId = new Map(found.map((key) => [key.id, key]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}

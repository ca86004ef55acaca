import DataLoader from 'dataloader';
import type { RequestContext, Viewer } from '../../context.js';
import { decodeCursor, encodeCursor, pageOf, type Page, type PageRequest } from '../../platform/api/connection.js';
import { query } from '../../platform/database/database.js';
import type { RowOf } from '../../platform/database/statement-row.js';
import { messagePages } from './notification-message.sql.js';

/** Condition of the rules that somebody sees: their own, and those of the organization. */
export function visibleTo({ tenantId, userId }: Viewer) {
  return { tenantId, $or: [{ ownerId: userId }, { ownerId: null }] };
}

export type MessageRow = RowOf<(typeof messagePages)['row']>;

/** A page of the log of a rule, newest first. */
export interface MessagesQuery {
  ruleId: string;
  request: PageRequest;
}

/** For `ctx.once`: pages of logs, in one statement for all rules with the same arguments. */
export function messagePageLoader(ctx: RequestContext): DataLoader<MessagesQuery, Page<MessageRow>, string> {
  return new DataLoader(
    async (queries) => {
      const pages = new Map<string, Page<MessageRow>>();
      for (const alike of Map.groupBy(queries, ({ request }) => JSON.stringify(request)).values())
        for (const [key, page] of await readPages(ctx, alike)) pages.set(key, page);
      return queries.map((each) => pages.get(keyOf(each)) ?? new Error('a page was not read'));
    },
    { cacheKeyFn: keyOf },
  );
}

function keyOf(of: MessagesQuery): string {
  return JSON.stringify(of);
}

async function readPages(ctx: RequestContext, queries: MessagesQuery[]): Promise<[string, Page<MessageRow>][]> {
  const request = queries[0]?.request ?? { first: 0, after: null, offset: 0 };
  const [microseconds, id] = request.after === null ? [] : decodeCursor(request.after, ['microseconds', 'uuid']);
  const found = await messagePages.all(ctx.em, {
    tenantId: ctx.viewer.tenantId,
    ruleIds: queries.map(({ ruleId }) => ruleId),
    after: id === undefined ? null : { microseconds: Number(microseconds), id: String(id) },
    limit: request.first + 1,
    offset: request.offset,
  });
  const byRule = Map.groupBy(found, ({ ruleId }) => ruleId);
  return queries.map((each) => [
    keyOf(each),
    pageOf<MessageRow>(byRule.get(each.ruleId) ?? [], request.first, {
      cursorOf: (message) => encodeCursor(message.microseconds, message.id),
      countAll: () => ctx.once(messageCountLoader).load(each.ruleId),
    }),
  ]);
}

function messageCountLoader({ em, viewer }: RequestContext): DataLoader<string, number> {
  return new DataLoader(async (ids) => {
    const found = await query(em)
      .selectFrom('notification_messages')
      .select(({ fn }) => ['rule_id as ruleId', fn.countAll<string>().as('count')])
      .where('tenant_id', '=', viewer.tenantId)
      .where('rule_id', 'in', [...ids])
      .groupBy('rule_id')
      .execute();
    const byRule = new Map(found.map(({ ruleId, count }) => [ruleId, Number(count)]));
    return ids.map((id) => byRule.get(id) ?? 0);
  });
}

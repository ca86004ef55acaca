import { sql } from '../../platform/database/database.js';
import { text } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { MessageStatus, NotificationEvent } from './notification-kinds.js';
import { faultOf, handedOver, outcomeOf } from './notification.sql.js';

interface PagesQuery {
  tenantId: string;
  ruleIds: readonly string[];
  /** The last message of the previous page, or null for the first page. */
  after: { microseconds: number; id: string } | null;
  limit: number;
  offset: number;
}

/** The same page of the log of each rule, newest first, with outcomes as they are known now. */
export const messagePages = statement({
  name: 'notifications.message_pages',
  row: {
    ruleId: 'uuid!',
    id: 'uuid',
    isTest: 'bool',
    receiverId: 'uuid?',
    events: text<NotificationEvent>('text[]'),
    eventCount: 'int4',
    status: text<MessageStatus>('text!'),
    error: 'text?',
    createdAt: 'timestamptz',
    completedAt: 'timestamptz?',
    microseconds: 'float8!',
  },
  text: ({ tenantId, ruleIds, after, limit, offset }: PagesQuery) => sql`
    select wanted.id as "ruleId", page.* from unnest(${ruleIds}::uuid[]) as wanted (id)
    cross join lateral (
      select m.id, m.is_test as "isTest", m.user_id as "receiverId", m.events, m.event_count as "eventCount", ${outcomeOf} as status,
        case when ${outcomeOf} = 'failed' then ${faultOf} end as error, m.created_at as "createdAt", m.completed_at as "completedAt",
        (extract(epoch from m.created_at) * 1000000)::float8 as microseconds
      from notification_messages m ${handedOver}
      where m.tenant_id = ${tenantId} and m.rule_id = wanted.id
        and (${after?.microseconds ?? null}::bigint is null or (m.created_at, m.id)
          < (timestamptz 'epoch' + ${after?.microseconds ?? null}::bigint * interval '1 microsecond', ${after?.id ?? null}::uuid))
      order by m.created_at desc, m.id desc limit ${limit} offset ${offset}
    ) page
    order by page."createdAt" desc, page.id desc`,
  samples: [{ tenantId: '', ruleIds: [], after: null, limit: 1, offset: 0 }],
});

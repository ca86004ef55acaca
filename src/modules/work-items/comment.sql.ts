import { sql } from '../../platform/database/database.js';
import { json, type RowOf } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';

interface Person {
  id: string;
  name: string;
}

const COLUMNS = {
  id: 'uuid',
  workItemId: 'uuid',
  text: 'text?',
  author: json<Person>('jsonb?'),
  mentioned: json<Person[]>(),
  createdAt: 'timestamptz',
  editedAt: 'timestamptz?',
  deletedAt: 'timestamptz?',
  microseconds: 'float8',
} as const;

/** A comment with the names of its people. */
export type CommentRow = RowOf<typeof COLUMNS>;

const columnsOf = (tenantId: string) => sql`
  c.id, c.work_item_id as "workItemId", c.text, (
    select jsonb_build_object('id', u.id, 'name', u.name) from users u
    where u.tenant_id = ${tenantId} and u.id = c.author_id) as author,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.name, u.id) from users u
    where u.tenant_id = ${tenantId} and u.id = any(c.mentioned_ids)), '[]') as mentioned,
  c.created_at as "createdAt", c.edited_at as "editedAt", c.deleted_at as "deletedAt",
  (extract(epoch from c.created_at) * 1000000)::float8 as microseconds`;

/** One comment by its id. */
export const commentById = statement({
  name: 'work_item_comments.by_id',
  row: COLUMNS,
  text: ({ tenantId, id }: { tenantId: string; id: string }) => sql`
    select ${columnsOf(tenantId)} from work_item_comments c where c.tenant_id = ${tenantId} and c.id = ${id}::uuid`,
  samples: [{ tenantId: '', id: '' }],
});

interface PageParams {
  tenantId: string;
  workItemId: string;
  /** Position of the comment before the page, null for the first page. */
  after: { microseconds: number; id: string } | null;
  limit: number;
  offset: number;
}

/** One page of the comments on a work item, oldest first. */
export const commentPage = statement({
  name: 'work_item_comments.page',
  row: COLUMNS,
  text: ({ tenantId, workItemId, after, limit, offset }: PageParams) => sql`
    select ${columnsOf(tenantId)} from (
      select c.* from work_item_comments c
      where c.tenant_id = ${tenantId} and c.work_item_id = ${workItemId}::uuid
        and (${after?.microseconds ?? null}::bigint is null or (c.created_at, c.id) > (
          timestamptz 'epoch' + ${after?.microseconds ?? null}::bigint * interval '1 microsecond', ${after?.id ?? null}::uuid))
      order by c.created_at, c.id limit ${limit} offset ${offset}
    ) c order by c.created_at, c.id`,
  samples: [{ tenantId: '', workItemId: '', after: null, limit: 1, offset: 0 }],
});

/** Number of the comments on a work item, deleted ones too. */
export const commentCount = statement({
  name: 'work_item_comments.count',
  row: { count: 'int4' },
  text: ({ tenantId, workItemId }: { tenantId: string; workItemId: string }) => sql`
    select count(*)::int as count from work_item_comments c
    where c.tenant_id = ${tenantId} and c.work_item_id = ${workItemId}::uuid`,
  samples: [{ tenantId: '', workItemId: '' }],
});

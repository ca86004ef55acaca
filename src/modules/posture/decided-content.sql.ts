import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Gives a content the highest number, unless it has it. */
export const moveToNewest = statement({
  name: 'posture.move_to_newest',
  row: {},
  text: ({ content }: { content: string }) => sql`
    with newest as (select coalesce(max(no), 0) as no from decided_contents)
    insert into decided_contents (content, no) select ${content}, no + 1 from newest
    on conflict (content) do update set no = excluded.no where decided_contents.no < excluded.no - 1`,
  samples: [{ content: '' }],
});

/** What releases that have migrated this database decide by. */
export const decidedContents = statement({
  name: 'posture.decided_contents',
  row: { content: 'text' },
  text: () => sql`select content from decided_contents`,
});

/**
 * What the posture of a tenant was decided by, locked until the transaction ends; null where nothing was. It is older than `content`
 * unless a release with a higher number decided it.
 */
export const lockDecidedContent = statement({
  name: 'posture.lock_decided_content',
  row: { content: 'text?', isOlder: 'bool!' },
  text: ({ tenantId, content }: { tenantId: string; content: string }) => sql`
    select p.decided_content as content,
      p.decided_content is not null and coalesce(decided.no < own.no, true) as "isOlder"
    from postures p
    left join decided_contents decided on decided.content = p.decided_content
    left join decided_contents own on own.content = ${content}
    where p.tenant_id = ${tenantId}
    for update of p`,
  samples: [{ tenantId: '', content: '' }],
});

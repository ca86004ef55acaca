import { sql } from '../../platform/database/database.js';
import { json, text, type RowOf } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { Numbers } from '../findings/numbered-id.rules.js';
import { UNFINISHED_STATES, type WorkItemState } from './work-item-states.js';

interface Person {
  id: string;
  name: string;
}

const COLUMNS = {
  id: 'uuid',
  title: 'text',
  checkId: 'text?',
  controlNo: 'int4?',
  exceptionId: 'uuid?',
  findingResourceNo: 'int4?',
  findingCheckNo: 'int4?',
  findingCopyNo: 'int4?',
  owner: json<Person>('jsonb?'),
  // A day, YYYY-MM-DD.
  dueOn: 'text?',
  state: text<WorkItemState>(),
  createdBy: json<Person>('jsonb?'),
  createdAt: 'timestamptz',
  changedBy: json<Person>('jsonb?'),
  changedAt: 'timestamptz',
} as const;

/** A stored work item with the names of its people. */
export type WorkItemRow = RowOf<typeof COLUMNS>;

/** The user behind a column, as `{ id, name }`; null where there is none. */
function person(tenantId: string, column: 'owner_id' | 'created_by' | 'changed_by') {
  return sql`(
    select jsonb_build_object('id', u.id, 'name', u.name) from users u
    where u.tenant_id = ${tenantId} and u.id = ${sql.ref(`w.${column}`)})`;
}

const columnsOf = (tenantId: string) => sql`
  w.id, w.title, w.check_id as "checkId", w.control_no as "controlNo", w.exception_id as "exceptionId",
  w.finding_resource_no as "findingResourceNo", w.finding_check_no as "findingCheckNo",
  w.finding_copy_no as "findingCopyNo", ${person(tenantId, 'owner_id')} as owner, w.due_on::text as "dueOn", w.state,
  ${person(tenantId, 'created_by')} as "createdBy", w.created_at as "createdAt", ${person(tenantId, 'changed_by')} as "changedBy",
  w.changed_at as "changedAt"`;

/** Some work items by their ids, in no order. */
export const workItemsById = statement({
  name: 'work_items.by_id',
  row: COLUMNS,
  text: ({ tenantId, ids }: { tenantId: string; ids: readonly string[] }) => sql`
    select ${columnsOf(tenantId)} from work_items w where w.tenant_id = ${tenantId} and w.id = any(${ids}::uuid[])`,
  samples: [{ tenantId: '', ids: [] }],
});

/** Which work items; null means any. */
export interface WorkItemSelection {
  tenantId: string;
  states: readonly WorkItemState[] | null;
  ownerId: string | null;
  checkId: string | null;
  controlNo: number | null;
  exceptionId: string | null;
  finding: { resourceNo: number; checkNo: number; copyNo: number } | null;
  /** Unfinished ones that were due before this day, `YYYY-MM-DD`. */
  dueBefore: string | null;
}

function selected(selection: WorkItemSelection) {
  const { tenantId, states, ownerId, checkId, controlNo, exceptionId, finding, dueBefore } = selection;
  return sql`w.tenant_id = ${tenantId} and (${states}::text[] is null or w.state = any(${states}::text[]))
    and (${ownerId}::uuid is null or w.owner_id = ${ownerId}::uuid)
    and (${checkId}::text is null or w.check_id = ${checkId}::text)
    and (${controlNo}::int is null or w.control_no = ${controlNo}::int)
    and (${exceptionId}::uuid is null or w.exception_id = ${exceptionId}::uuid)
    and (${finding?.resourceNo ?? null}::int is null or (w.finding_resource_no, w.finding_check_no, w.finding_copy_no) = (
      ${finding?.resourceNo ?? null}::int, ${finding?.checkNo ?? null}::int, ${finding?.copyNo ?? null}::int))
    and (${dueBefore}::date is null or (w.due_on < ${dueBefore}::date and w.state = any(${UNFINISHED_STATES}::text[])))`;
}

interface PageParams<Position> extends WorkItemSelection {
  /** Position of the item before the page, null for the first page. */
  after: Position | null;
  limit: number;
  offset: number;
}

/** Time of the creation since the epoch, and id. */
interface CreatedPosition {
  microseconds: number;
  id: string;
}

/** Day `YYYY-MM-DD`, null for none, and id. */
interface DuePosition {
  dueOn: string | null;
  id: string;
}

const SELECTION: WorkItemSelection = {
  tenantId: '',
  states: null,
  ownerId: null,
  checkId: null,
  controlNo: null,
  exceptionId: null,
  finding: null,
  dueBefore: null,
};

/** One page of work items, newest first, with their positions. People are read of those of the page alone, and not of what is skipped. */
export const workItemPage = statement({
  name: 'work_items.page',
  row: { ...COLUMNS, microseconds: 'float8' },
  text: ({ after, limit, offset, ...selection }: PageParams<CreatedPosition>) => sql`
    select ${columnsOf(selection.tenantId)}, (extract(epoch from w.created_at) * 1000000)::float8 as microseconds
    from (
      select w.* from work_items w where ${selected(selection)}
        and (${after?.microseconds ?? null}::bigint is null or (w.created_at, w.id) < (
          timestamptz 'epoch' + ${after?.microseconds ?? null}::bigint * interval '1 microsecond', ${after?.id ?? null}::uuid))
      order by w.created_at desc, w.id desc limit ${limit} offset ${offset}
    ) w order by w.created_at desc, w.id desc`,
  samples: [{ ...SELECTION, after: null, limit: 1, offset: 0 }],
});

/** One page of work items by their days, those without one last. */
export const workItemPageByDay = statement({
  name: 'work_items.page_by_day',
  row: COLUMNS,
  text: ({ after, limit, offset, ...selection }: PageParams<DuePosition>) => sql`
    select ${columnsOf(selection.tenantId)} from (
      select w.* from work_items w where ${selected(selection)}
        and (${after?.id ?? null}::uuid is null
          or (${after?.dueOn ?? null}::date is null and w.due_on is null and w.id > ${after?.id ?? null}::uuid)
          or (${after?.dueOn ?? null}::date is not null
            and ((w.due_on, w.id) > (${after?.dueOn ?? null}::date, ${after?.id ?? null}::uuid) or w.due_on is null)))
      order by w.due_on, w.id limit ${limit} offset ${offset}
    ) w order by w.due_on, w.id`,
  samples: [{ ...SELECTION, after: null, limit: 1, offset: 0 }],
});

/** Who has unfinished work about each control of `nos`, each person once, by name: the first of them. */
export const assigneesOfControls = statement({
  name: 'work_items.assignees_of_controls',
  row: { controlNo: 'int4!', people: json<Person[]>() },
  text: ({ tenantId, nos, peopleMax }: { tenantId: string; nos: readonly number[]; peopleMax: number }) => sql`
    select wanted.no as "controlNo", named.people
    from unnest(${nos}::int[]) as wanted (no)
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.name, u.id) as people
      from (
        select u.id, u.name from users u
        where u.tenant_id = ${tenantId} and u.id in (
          select w.owner_id from work_items w
          where w.tenant_id = ${tenantId} and w.control_no = wanted.no and w.state = any(${UNFINISHED_STATES}::text[]))
        order by u.name, u.id limit ${peopleMax}
      ) u
    ) named
    where named.people is not null`,
  samples: [{ tenantId: '', nos: [], peopleMax: 1 }],
});

/** Number of the work items that a filter selects. */
export const workItemCount = statement({
  name: 'work_items.count',
  row: { count: 'int4' },
  text: (selection: WorkItemSelection) => sql`
    select count(*)::int as count from work_items w where ${selected(selection)}`,
  samples: [SELECTION],
});

/** Unfinished work items about findings or checks, the oldest first. */
export const openWorkItems = statement({
  name: 'work_items.open_about',
  row: COLUMNS,
  text: ({ tenantId, findings, checkIds }: OpenWorkItems) => sql`
    select ${columnsOf(tenantId)} from work_items w
    where w.tenant_id = ${tenantId} and w.state in ('open', 'in_progress')
      and (w.check_id = any(${checkIds}::text[]) or (w.finding_resource_no, w.finding_check_no, w.finding_copy_no) in (
        select * from unnest(${findings.map(({ resourceNo }) => resourceNo)}::int[],
          ${findings.map(({ checkNo }) => checkNo)}::int[], ${findings.map(({ copyNo }) => copyNo)}::int[])))
    order by w.created_at, w.id`,
  samples: [{ tenantId: '', findings: [], checkIds: [] }],
});

interface OpenWorkItems {
  tenantId: string;
  findings: readonly Numbers[];
  checkIds: readonly string[];
}

/** Most work items that are listed of one thing. */
export const OPEN_WORK_MAX = 5;

/**
 * Unfinished work items about checks, or a finding of them, and about controls: of each thing the first by their days, those
 * without one last.
 */
export const openWork = statement({
  name: 'work_items.open',
  row: { ...COLUMNS, ofCheckId: 'text?' },
  text: ({ tenantId, checkIds, controlNos }: OpenWorkParams) => sql`
    with placed as (
      select i.id, coalesce(i.check_id, f.check_id) as check_id,
        row_number() over (
          partition by coalesce(i.check_id, f.check_id), i.control_no order by i.due_on, i.id
        ) as place
      from work_items i
      left join finding_checks f on f.tenant_id = ${tenantId} and f.check_no = i.finding_check_no
      where i.tenant_id = ${tenantId} and i.state = any(${UNFINISHED_STATES}::text[])
        and (coalesce(i.check_id, f.check_id) = any(${checkIds}::text[]) or i.control_no = any(${controlNos}::int[]))
    )
    select ${columnsOf(tenantId)}, placed.check_id as "ofCheckId"
    from placed join work_items w on w.tenant_id = ${tenantId} and w.id = placed.id
    where placed.place <= ${OPEN_WORK_MAX}
    order by w.due_on, w.id`,
  samples: [{ tenantId: '', checkIds: [], controlNos: [] }],
});

interface OpenWorkParams {
  tenantId: string;
  checkIds: readonly string[];
  controlNos: readonly number[];
}

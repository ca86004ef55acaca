import { sql } from '../../platform/database/database.js';
import { json, text } from '../../platform/database/statement-row.js';
import { statement, type StatementRow } from '../../platform/database/statement.js';
import type { AddressableOutcome, ScopeKind, ScopeDecisionStatus } from './scope.rules.js';

/** A person as the author of a step. */
interface Author {
  id: string;
  name: string;
}

const COLUMNS = {
  id: 'uuid',
  framework: 'text',
  kind: text<ScopeKind>(),
  controlNo: 'int4?',
  selected: 'text[]?',
  outcome: text<AddressableOutcome>('text?'),
  reason: 'text',
  status: text<ScopeDecisionStatus>(),
  reviewAt: 'timestamptz',
  proposedAt: 'timestamptz',
  decidedAt: 'timestamptz?',
  note: 'text?',
  endedAt: 'timestamptz?',
  proposedBy: json<Author>(),
  decidedBy: json<Author>('jsonb?'),
  endedBy: json<Author>('jsonb?'),
} as const;

const columns = sql`
  d.id, d.framework, d.kind, d.control_no as "controlNo", d.selected, d.outcome, d.reason, d.status, d.review_at as "reviewAt",
  d.proposed_at as "proposedAt", d.decided_at as "decidedAt", d.note, d.ended_at as "endedAt",
  jsonb_build_object('id', d.proposed_by, 'name', coalesce(proposer.name, '')) as "proposedBy",
  case when d.decided_by is not null then jsonb_build_object('id', d.decided_by, 'name', coalesce(decider.name, '')) end
    as "decidedBy",
  case when d.ended_by is not null then jsonb_build_object('id', d.ended_by, 'name', coalesce(ender.name, '')) end
    as "endedBy"`;

const decisionsWithAuthors = sql`
  scope_decisions d
  left join users proposer on proposer.tenant_id = d.tenant_id and proposer.id = d.proposed_by
  left join users decider on decider.tenant_id = d.tenant_id and decider.id = d.decided_by
  left join users ender on ender.tenant_id = d.tenant_id and ender.id = d.ended_by`;

/** Every decision that is proposed or approved: at most two for each control and each framework. */
export const openScopeDecisions = statement({
  name: 'scope.open_decisions',
  row: COLUMNS,
  text: ({ tenantId }: { tenantId: string }) => sql`
    select ${columns} from ${decisionsWithAuthors}
    where d.tenant_id = ${tenantId} and d.status in ('proposed', 'approved') order by d.proposed_at desc, d.id desc`,
  samples: [{ tenantId: '' }],
});

/** A decision on what of a framework is in scope. */
export type ScopeDecisionRow = StatementRow<typeof openScopeDecisions>;

/** Decisions of a framework that were in force at a moment. */
export const scopeDecisionsAt = statement({
  name: 'scope.decisions_at',
  row: COLUMNS,
  text: ({ tenantId, slug, at }: { tenantId: string; slug: string; at: Date }) => sql`
    select ${columns} from ${decisionsWithAuthors}
    where d.tenant_id = ${tenantId} and d.framework = ${slug} and d.decided_at <= ${at}::timestamptz
      and (d.status = 'approved' or d.status = 'withdrawn' and d.ended_at > ${at}::timestamptz)
    order by d.decided_at, d.id`,
  samples: [{ tenantId: '', slug: '', at: new Date(0) }],
});

/** Decisions by their ids. */
export const scopeDecisionsById = statement({
  name: 'scope.decisions_by_id',
  row: COLUMNS,
  text: ({ tenantId, ids }: { tenantId: string; ids: readonly string[] }) => sql`
    select ${columns} from ${decisionsWithAuthors} where d.tenant_id = ${tenantId} and d.id = any(${ids}::uuid[])`,
  samples: [{ tenantId: '', ids: [] }],
});

interface Selection {
  tenantId: string;
  /** Slugs. */
  frameworks: readonly string[];
  controlNo: number | null;
  status: ScopeDecisionStatus | null;
}

const selected = ({ tenantId, frameworks, controlNo, status }: Selection) => sql`
  d.tenant_id = ${tenantId} and d.framework = any(${frameworks}::text[])
  and (${controlNo}::int is null or d.control_no = ${controlNo}::int) and (${status}::text is null or d.status = ${status}::text)`;

interface PageParams extends Selection {
  after: { microseconds: number; id: string } | null;
  limit: number;
  offset: number;
}

const SAMPLE: Selection = { tenantId: '', frameworks: [], controlNo: null, status: null };

/** Decisions of every status, newest proposal first. */
export const scopeDecisionPage = statement({
  name: 'scope.decision_page',
  row: { ...COLUMNS, microseconds: 'float8' },
  text: ({ after, limit, offset, ...selection }: PageParams) => sql`
    select ${columns}, (extract(epoch from d.proposed_at) * 1000000)::float8 as microseconds
    from ${decisionsWithAuthors} where ${selected(selection)}
      and (${after?.microseconds ?? null}::bigint is null or (d.proposed_at, d.id) < (
        timestamptz 'epoch' + ${after?.microseconds ?? null}::bigint * interval '1 microsecond', ${after?.id ?? null}::uuid))
    order by d.proposed_at desc, d.id desc limit ${limit} offset ${offset}`,
  samples: [{ ...SAMPLE, after: null, limit: 1, offset: 0 }],
});

/** Number of the decisions that a filter selects. */
export const scopeDecisionCount = statement({
  name: 'scope.decision_count',
  row: { count: 'int4' },
  text: (selection: Selection) =>
    sql`select count(*)::int as count from scope_decisions d where ${selected(selection)}`,
  samples: [SAMPLE],
});

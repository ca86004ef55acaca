import { sql } from '../../platform/database/database.js';
import { json } from '../../platform/database/statement-row.js';
import { statement } from '../../platform/database/statement.js';
import type { Control, Framework } from '../catalogue/catalogue.js';
import { compared, disputedAssessments, eventsOf, scoresAround } from '../posture/consequences.sql.js';
import { decision, type Assumed } from '../posture/decision.sql.js';
import type { Decision } from '../posture/status-decision.js';

/** A state that is only assumed. */
export interface Hypothesis {
  tenantId: string;
  controls: readonly Control[];
  assumed: Assumed;
  /** Every framework of the catalogue. */
  frameworks: readonly Framework[];
  /** Slugs of those that would be active. */
  active: readonly string[];
}

/**
 * What would follow from a hypothesis, by the expressions with which decisions are recorded: the changes of statuses, the events, and
 * the active webhooks that subscribe to one of them. Writes nothing.
 */
export const consequences = statement({
  name: 'planning.consequences',
  row: {
    changes: json<Decision[]>(),
    events: json<{ event: string; count: number }[]>(),
    webhooks: json<{ id: string; events: string[] }[]>(),
  },
  text: ({ tenantId, controls, assumed, frameworks, active }: Hypothesis) => sql`
    with ${decision(tenantId, controls, assumed)},
    ${compared(tenantId)},
    ${scoresAround(tenantId, frameworks, active)},
    ${eventsOf({ scanId: null, assessmentId: null })},
    ${disputedAssessments(tenantId)},
    following as (
      select event, count(*)::int as count from (
        select event from new_events
        ${(assumed.votes ?? []).length > 0 ? sql`union all select event from disputed_assessments` : sql``}
      ) each group by event
    )
    select
      coalesce((
        select jsonb_agg(jsonb_build_object('controlNo', no, 'previousStatus', previous_status, 'status', status,
          'previousAssurance', previous_assurance, 'assurance', assurance) order by no) from changed
      ), '[]') as changes,
      coalesce((select jsonb_agg(jsonb_build_object('event', event, 'count', count) order by event) from following), '[]')
        as events,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', id, 'events', events) order by created_at, id) from webhooks
        where tenant_id = ${tenantId} and status = 'active'
          and exists (select from following where event = any(webhooks.events) or '*' = any(webhooks.events))
      ), '[]') as webhooks`,
  samples: [
    { tenantId: '', controls: [], assumed: { assessments: [] }, frameworks: [], active: [] },
    {
      tenantId: '',
      controls: [],
      assumed: {
        assessments: [{ id: '', universalNo: 1, status: 'compliant', isSupported: true, at: new Date(0) }],
        votes: [{ universalNo: 1, element: 1, integrationId: '', result: 'pass', at: new Date(0) }],
      },
      frameworks: [],
      active: [],
    },
  ],
});

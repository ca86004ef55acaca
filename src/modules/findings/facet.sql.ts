import type { FindingStatus } from '../../connectors/finding.js';
import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';
import { FINDING_COLUMNS, findingColumns, findingJoins } from './finding-row.sql.js';
import { NARROW, restOf, SAMPLE, type FindingSelection } from './finding-selection.sql.js';

/** Findings that are counted together, and the place of their check in a list. */
interface PlacedGroup {
  place: number;
  integrationId: string;
  checkNo: number;
  status: FindingStatus;
  /** Position in the list of severities. */
  severity: number;
}

/** The newest current finding of each group of a selection, by the place of the group. Each is found by an index, whatever the group holds. */
export const newestOfGroups = statement({
  name: 'findings.newest_of_groups',
  mayBeStale: true,
  row: { ...FINDING_COLUMNS, place: 'int4' },
  text: ({ selection, groups }: { selection: FindingSelection; groups: readonly PlacedGroup[] }) => {
    const { tenantId, resourceNos } = selection;
    return sql`
      select ${findingColumns}, s.place from unnest(
        ${groups.map(({ place }) => place)}::int[], ${groups.map(({ integrationId }) => integrationId)}::uuid[],
        ${groups.map(({ checkNo }) => checkNo)}::int[], ${groups.map(({ status }) => status)}::text[],
        ${groups.map(({ severity }) => severity)}::smallint[]) as s (place, integration_id, check_no, status, severity)
      cross join lateral (
        select f.* from findings f
        where f.tenant_id = ${tenantId} and f.integration_id = s.integration_id and f.check_no = s.check_no
          and f.status = s.status and f.severity = s.severity and f.until_scan is null
          ${resourceNos === null ? sql`` : sql`and f.resource_no = any(${resourceNos}::int[])`} ${restOf(selection, true)}
        order by f.first_seen_at desc, f.resource_no desc, f.copy_no desc limit 1
      ) f
      ${findingJoins}`;
  },
  samples: [
    { selection: SAMPLE, groups: [] },
    { selection: NARROW, groups: [] },
  ],
});

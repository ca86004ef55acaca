import { listCount } from '../../feature/list-count.sql.js';
import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';
import { isEveryVersion, selected, type Selection } from './evidence.sql.js';
import { divideWindow } from './expiry-window.rules.js';

const TYPES = ['auto', 'manual'] as const;

const SAMPLE: Selection = {
  tenantId: '',
  filter: {
    ...{ control: null, type: null, fileReference: null, expiresFrom: null, expiresBefore: null },
    ...{ integrationIds: null, allVersions: false },
  },
};
const WINDOW = { expiresFrom: new Date(1), expiresBefore: new Date('2026-01-01T12:00:00Z') };

/**
 * Number of the artifacts that a filter selects. By type, by control and by expiry it is added up from what is counted where artifacts
 * are written; of a window the days in which it begins and ends are counted in an index, and so are versions that newer ones replace.
 */
export const evidenceCount = statement({
  name: 'evidence.count',
  row: { count: 'int4' },
  text: (selection: Selection) => {
    const { control, fileReference, integrationIds, expiresFrom, expiresBefore } = selection.filter;
    const hasWindow = expiresFrom !== null || expiresBefore !== null;
    if (fileReference !== null || integrationIds !== null || (control !== null && hasWindow)) {
      return sql`select count(*)::int as count ${selected(selection)}`;
    }
    const ofTypes = control === null ? artifactsOf(selection) : linksOf(selection, control.no);
    return sql`select ${ofTypes} - ${formerVersions(selection)} as count`;
  },
  samples: [
    SAMPLE,
    { ...SAMPLE, filter: { ...SAMPLE.filter, ...WINDOW } },
    { ...SAMPLE, filter: { ...SAMPLE.filter, control: { no: 1 } } },
    { ...SAMPLE, filter: { ...SAMPLE.filter, control: { no: 1 }, ...WINDOW } },
  ],
});

const typesOf = ({ filter: { type } }: Selection) => (type === null ? TYPES : [type]);

/** Every version of the artifacts of a type, or of both, that expire in the window, if there is one. */
function artifactsOf(selection: Selection) {
  const { tenantId, filter } = selection;
  const { expiresFrom, expiresBefore } = filter;
  // A subset is the type and the day of expiry, or a hyphen, which sorts before every day.
  if (expiresFrom === null && expiresBefore === null) {
    const counts = typesOf(selection).map((type) => subsetsBetween(tenantId, `${type} `, `${type}!`));
    return sum(counts);
  }
  const { days, rest } = divideWindow(expiresFrom, expiresBefore);
  const whole = days
    ? typesOf(selection).map((type) =>
        subsetsBetween(
          tenantId,
          `${type} ${days.from ?? '0'}`,
          days.before === null ? `${type}!` : `${type} ${days.before}`,
        ),
      )
    : [];
  const ofRest = rest.map(
    ({ from, before }) => sql`(
      select count(*)::int from evidence e
      where e.tenant_id = ${tenantId} and e.expires_at >= ${from}::timestamptz and e.expires_at < ${before}::timestamptz
        and e.type = any(${typesOf(selection)}::text[]))`,
  );
  return sum([...whole, ...ofRest]);
}

const subsetsBetween = (tenantId: string, from: string, before: string) =>
  listCount(tenantId, 'evidence', sql`l.subset >= ${from}::text and l.subset < ${before}::text`);

function linksOf(selection: Selection, controlNo: number) {
  const subsets = typesOf(selection).map((type) => `${controlNo} ${type}`);
  return listCount(selection.tenantId, 'evidence_controls', sql`l.subset = any(${subsets}::text[])`);
}

/** Versions that newer ones replace, where the filter leaves them out. */
function formerVersions({ tenantId, filter }: Selection) {
  if (isEveryVersion(filter)) return sql`0`;
  const { control, expiresFrom, expiresBefore } = filter;
  const hasWindow = expiresFrom !== null || expiresBefore !== null;
  return sql`(
    select count(*)::int from evidence_versions v
    ${hasWindow ? sql`join evidence e on e.tenant_id = ${tenantId} and e.id = v.evidence_id` : sql``}
    ${control ? sql`join evidence_controls c on c.tenant_id = ${tenantId} and c.evidence_id = v.evidence_id and c.control_no = ${control.no}::int` : sql``}
    where v.tenant_id = ${tenantId} and not v.is_current
      ${expiresFrom === null ? sql`` : sql`and e.expires_at >= ${expiresFrom}::timestamptz`}
      ${expiresBefore === null ? sql`` : sql`and e.expires_at < ${expiresBefore}::timestamptz`})`;
}

const sum = (counts: readonly ReturnType<typeof sql>[]) => sql`(${sql.join(counts, sql` + `)})`;

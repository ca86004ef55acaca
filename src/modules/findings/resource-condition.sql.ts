import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/** Which resources; null means any. */
export interface ResourceCondition {
  ids: readonly string[] | null;
  contains: string | null;
  startsWith: string | null;
  /** Part of the name, the id or the type, without case; of the type also without its spaces (`s3 bucket`). */
  search: string | null;
  types: readonly string[] | null;
  accounts: readonly string[] | null;
  regions: readonly string[] | null;
  /** True for those of which an exception in force covers something. */
  isCovered: true | null;
}

export const ANY_RESOURCE: ResourceCondition = {
  ids: null,
  contains: null,
  startsWith: null,
  search: null,
  types: null,
  accounts: null,
  regions: null,
  isCovered: null,
};

/** Length of the part of an id that the index has. */
const INDEXED = 256;

/** Whether a row of `resources`, as `r`, meets a condition. */
export function meets(condition: ResourceCondition) {
  const { ids, contains, startsWith, search, types, accounts, regions, isCovered } = condition;
  const conditions = [
    ids === null
      ? []
      : [
          sql`left(r.resource_id, ${sql.lit(INDEXED)}) = any(${ids.map((id) => firstCharacters(id))}::text[])
            and r.resource_id = any(${ids}::text[])`,
        ],
    contains === null ? [] : [sql`strpos(lower(r.resource_id), lower(${contains})) > 0`],
    startsWith === null
      ? []
      : [
          sql`left(r.resource_id, ${sql.lit(INDEXED)}) like ${`${firstCharacters(startsWith).replace(/[\\%_]/g, '\\$&')}%`}
            and starts_with(r.resource_id, ${startsWith})`,
        ],
    search === null
      ? []
      : [
          sql`(strpos(lower(r.resource_id), lower(${search})) > 0 or strpos(lower(coalesce(r.name, '')), lower(${search})) > 0
            or (${search.trim()} <> '' and strpos(lower(coalesce(r.type, '')), lower(${search.replaceAll(' ', '')})) > 0))`,
        ],
    types === null ? [] : [sql`r.type = any(${types}::text[])`],
    accounts === null ? [] : [sql`r.account = any(${accounts}::text[])`],
    regions === null ? [] : [sql`r.region = any(${regions}::text[])`],
    isCovered === null
      ? []
      : [
          sql`exists (
            select from exception_resources x
            join exceptions e on e.tenant_id = x.tenant_id and e.id = x.exception_id and e.status = 'approved'
            where x.tenant_id = r.tenant_id and x.integration_id = r.integration_id and x.resource_key = r.resource_key
              and x.covered_at is not null)`,
        ],
  ].flat();
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** As PostgreSQL counts characters: by code points. */
function firstCharacters(text: string): string {
  return Array.from(text.slice(0, 2 * INDEXED))
    .slice(0, INDEXED)
    .join('');
}

const SAMPLE: ResourceCondition = {
  ids: [],
  contains: '',
  startsWith: '',
  search: '',
  types: [],
  accounts: [],
  regions: [],
  isCovered: true,
};

/** The first resources of integrations that meet a condition, in no order. */
export const someResources = statement({
  name: 'findings.some_resources',
  row: { resourceNo: 'int4', integrationId: 'uuid' },
  text: ({ tenantId, integrationIds, condition, limit }: SomeResources) => sql`
    select r.resource_no as "resourceNo", r.integration_id as "integrationId" from resources r
    where r.tenant_id = ${tenantId} and r.integration_id = any(${integrationIds}::uuid[]) and ${meets(condition)}
    limit ${limit}`,
  samples: [
    { tenantId: '', integrationIds: [], condition: SAMPLE, limit: 1 },
    { tenantId: '', integrationIds: [], condition: ANY_RESOURCE, limit: 1 },
  ],
});

interface SomeResources {
  tenantId: string;
  integrationIds: readonly string[];
  condition: ResourceCondition;
  limit: number;
}

import { SYSTEM } from '../../access/actor.js';
import { DAY, MINUTE, type Clock } from '../../platform/clock.js';
import { query, type Database, type EntityManager } from '../../platform/database/database.js';
import { tenantIds } from '../../platform/database/each-tenant.js';
import { FairPool, type DueWork } from '../../platform/jobs/fair-pool.js';
import type { Log } from '../../platform/log.js';
import { recordAuditAs } from '../audit/audit.js';
import { recordName, recordText } from './email-domain.rules.js';
import type { ResolveTxt } from './txt-records.js';

/** Interval at which the record of a verified domain is looked for. */
const CHECK_MS = DAY;
/** Time for which a record may be missing. Our choice: long enough for a mistake in the zone to be noticed. */
const MISSING_MS = 7 * DAY;
/** Organizations whose domains are looked up at once. */
const SLOTS = 8;
/** Longest time for the domains of one, one after the other; what is left is for the next hour. */
const DEADLINE_MS = 5 * MINUTE;
/** Longest time for one lookup, which nothing ends before its own limit. */
const LOOKUP_MS = MINUTE / 2;

export interface DomainChecksOptions {
  database: Database;
  clock: Clock;
  log: Log;
  resolveTxt: ResolveTxt;
}

/**
 * Looks for the records of verified domains once a day: a domain that was sold must not log its new owner in. One whose
 * record is missing for 7 days is verified no longer. Where no name server answers nothing changes, and only its own organization
 * waits for that. Each wake-up goes through all organizations.
 */
export function domainChecks(options: DomainChecksOptions): FairPool<DueWork> {
  const { database, log } = options;
  return new FairPool({
    ...{ name: 'email-domains.check', log, slots: SLOTS, deadlineMs: DEADLINE_MS, windDownMs: LOOKUP_MS },
    find: async (without) => {
      const done = new Set(without);
      const ids = (await tenantIds(database)).filter((id) => !done.has(id));
      return ids.map((id) => ({ id, tenantId: id }));
    },
    work: async ({ tenantId }, signal) => {
      await database.within({ kind: 'tenant', tenantId }, () => checkDomainsOf(options, tenantId, signal));
      return false;
    },
  });
}

async function checkDomainsOf(
  { database, clock, resolveTxt }: DomainChecksOptions,
  tenantId: string,
  signal: AbortSignal,
): Promise<void> {
  const due = await dueDomains(database.fork(), tenantId, new Date(clock.now().getTime() - CHECK_MS));
  for (const domain of due) {
    if (signal.aborted) return;
    const records = await resolveTxt(recordName(domain.domain));
    if (records === null) continue;
    const isThere = records.includes(recordText(domain.token));
    const found = { ...domain, tenantId, isThere, at: clock.now() };
    await database.fork().transactional((em) => settle(em, found));
  }
}

interface CheckedDomain {
  id: string;
  domain: string;
  token: string;
  missingSince: Date | null;
  tenantId: string;
  isThere: boolean;
  at: Date;
}

function dueDomains(em: EntityManager, tenantId: string, before: Date) {
  return query(em)
    .selectFrom('email_domains')
    .select(['id', 'domain', 'token', 'missing_since as missingSince'])
    .where('tenant_id', '=', tenantId)
    .where('verified_at', 'is not', null)
    .where('checked_at', '<=', before)
    .orderBy('id')
    .execute();
}

async function settle(em: EntityManager, { id, domain, tenantId, missingSince, isThere, at }: CheckedDomain) {
  const isLost = !isThere && missingSince !== null && at.getTime() - missingSince.getTime() >= MISSING_MS;
  const changed = await query(em)
    .updateTable('email_domains')
    .set({ checked_at: at, missing_since: isThere || isLost ? null : (missingSince ?? at) })
    .$if(isLost, (update) => update.set({ verified_at: null }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  if (!isLost || changed.numUpdatedRows === 0n) return;
  const resource = { resourceType: 'email_domain', resourceId: id };
  await recordAuditAs(SYSTEM, em, { tenantId, at, action: 'email_domain.lost', ...resource, before: { domain } });
}

import { CHANGES, CREATIONS, isCreation, type Call } from './calls.js';
import type { Verdict } from './oracle.js';

/** Rows of the organization of a seed; the first parameter is its id. */
export type AskRows = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

interface Counted {
  key: string;
  count: number;
}

/** Each acknowledged call is in the audit trail, and what it created once. */
export async function judgeAudit(ask: AskRows, calls: readonly Call[], verdict: Verdict): Promise<void> {
  const rows = await ask<Counted>(
    `select action || ' ' || resource_id as key, count(*)::int as count from audit_log
     where tenant_id = $1 and resource_id is not null group by 1`,
  );
  const counts = new Map(rows.map(({ key, count }) => [key, count]));
  for (const { no, kind, ids, outcome, target } of calls) {
    const { audited } = isCreation(kind) ? CREATIONS[kind] : CHANGES[kind];
    const about = isCreation(kind) ? ids : outcome === 'acknowledged' && target !== null ? [target] : [];
    for (const id of about) {
      const count = counts.get(`${audited} ${id}`) ?? 0;
      if (count === 0) verdict.lost.push(`call ${no} (${kind}) of ${id} is not in the audit trail`);
      if (count > 1 && kind !== 'finishing')
        verdict.doubled.push(`${audited} of ${id} is ${count} times in the audit trail`);
    }
  }
}

/** Each change of a score, and each control of the organization's frameworks that fails after it passed, has one event; others have none. */
export async function judgeConsequences(ask: AskRows, verdict: Verdict): Promise<void> {
  const expected = await ask<{ subject: string }>(
    `select 'score_changed ' || coalesce(nullif(framework, ''), 'overall') || ' ' || posture_version as subject
     from score_history where tenant_id = $1 and previous_score <> score
     union all
     select 'control_failed ' || l.control_no || ' ' || l.posture_version
     from status_ledger l join catalogue_controls c on c.no = l.control_no join tenants t on t.id = l.tenant_id
     where l.tenant_id = $1 and l.previous_status = 'passed' and l.status = 'failed' and c.framework = any(t.frameworks)`,
  );
  const sent = await ask<Counted>(
    `select subject as key, count(*)::int as count from outbox
     where tenant_id = $1 and event in ('compliance.score_changed', 'compliance.control_failed') group by subject`,
  );
  const counts = new Map(sent.map(({ key, count }) => [key, count]));
  for (const { subject } of expected) {
    const count = counts.get(subject) ?? 0;
    counts.delete(subject);
    if (count === 0) verdict.lost.push(`${subject} has no event`);
    if (count > 1) verdict.doubled.push(`${subject} has ${count} events`);
  }
  for (const subject of counts.keys()) verdict.phantom.push(`${subject} has an event, and no entry in a history`);
}

/** What is counted as stored of each kind is the sum of what is stored. */
export async function judgeStorage(ask: AskRows, verdict: Verdict): Promise<void> {
  const differing = await ask<{ kind: string; counted: string; stored: string }>(
    `select kind, counted, coalesce((select sum(o.bytes) from stored_objects o where o.tenant_id = $1 and o.kind = k.kind), 0) as stored
     from storage_usage u
     cross join lateral (values ('scans', u.scan_bytes), ('imports', u.import_bytes), ('audit', u.audit_bytes)) as k (kind, counted)
     where u.tenant_id = $1`,
  );
  for (const { kind, counted, stored } of differing) {
    if (Number(counted) < Number(stored)) verdict.lost.push(`${kind}: ${counted} bytes counted, ${stored} stored`);
    if (Number(counted) > Number(stored)) verdict.phantom.push(`${kind}: ${counted} bytes counted, ${stored} stored`);
  }
}

/** Each open invitation was sent, under one Message-ID however often it was tried, and no mail was given up. */
export async function judgeMails(ask: AskRows, texts: readonly string[], verdict: Verdict): Promise<void> {
  const open = await ask<{ email: string }>(
    `select email from invitations where tenant_id = $1 and status = 'pending'`,
  );
  for (const { email } of open) {
    const sent = texts.filter((text) => text.includes(email) && /^Subject: Invitation/m.test(text));
    const ids = new Set(sent.map((text) => /^Message-ID: *(\S+)/im.exec(text)?.[1]));
    if (ids.size === 0) verdict.lost.push(`the invitation of ${email} was not sent`);
    if (ids.size > 1) verdict.doubled.push(`the invitation of ${email} was sent as ${[...ids].join(' and ')}`);
  }
  const failed = await ask<{ id: string }>('select id from mails where tenant_id = $1 and failed_at is not null');
  for (const { id } of failed) verdict.lost.push(`mail ${id} failed`);
}

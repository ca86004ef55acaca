import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyChain } from '../../src/modules/audit/chain.read.js';
import { CONTROL_STATUSES } from '../../src/modules/posture/posture.js';
import { Owner } from '../../src/platform/database/owner.js';
import { createLog } from '../../src/platform/log.js';
import { CHANGES, CREATIONS, isCreation, type Call, type Creation } from './calls.js';
import type { Stage } from './faults.js';
import { judgeAudit, judgeConsequences, judgeMails, judgeStorage, type AskRows } from './oracle-records.js';
import type { Organization } from './organization.js';

/**
 * What is wrong, one line each. **Lost**: acknowledged, or following from what was, and not there. **Phantom**: there although
 * refused, or asked for by nobody. **Doubled**: one call or one event twice, or a chain that is not one; the same event id delivered
 * several times is what at least once means, and is not. **Stuck**: work that does not end.
 */
export interface Verdict {
  lost: string[];
  phantom: string[];
  doubled: string[];
  stuck: string[];
}

interface Row {
  id: string;
  mark: string | null;
}

/** Compares what clients know with the database, the objects, the mail and the receiver, once everything has settled. */
export async function judge(stage: Stage, organization: Organization, calls: readonly Call[]): Promise<Verdict> {
  const verdict: Verdict = { lost: [], phantom: [], doubled: [], stuck: [] };
  const judging = new Judgement(stage, organization, calls, verdict);
  for (const kind of Object.keys(CREATIONS) as Creation[]) await judging.creations(kind);
  await judging.changes();
  await judging.scans();
  await judging.events();
  await judging.chains();
  await judging.objects();
  await judging.records();
  return verdict;
}

class Judgement {
  constructor(
    private readonly stage: Stage,
    private readonly organization: Organization,
    private readonly calls: readonly Call[],
    private readonly verdict: Verdict,
  ) {}

  /** Each acknowledged thing is there once, and nothing else is. */
  async creations(kind: Creation): Promise<void> {
    const { table, where, mark } = CREATIONS[kind];
    const given = [this.organization.webhookId, this.organization.scanId];
    const rows = await this.query<Row>(
      `select id, ${mark ?? 'null'} as mark from ${table} where tenant_id = $1 and (${where}) and id <> all($2::uuid[])`,
      [given],
    );
    const ofKind = this.calls.filter((call) => call.kind === kind);
    const deleted = new Set(this.calls.flatMap(({ kind: change, target }) => (change === 'deletion' ? [target] : [])));
    const there = new Set(rows.map(({ id }) => id));
    for (const call of ofKind) {
      const ids = new Set(call.ids);
      if (ids.size > 1) this.verdict.doubled.push(`${name(call)} was answered with ${[...ids].join(' and ')}`);
      for (const id of ids) {
        if (!there.has(id) && !deleted.has(id))
          this.verdict.lost.push(`${name(call)} created ${id}, which is not there`);
      }
    }
    if (mark === null) this.unmarked(kind, rows, ofKind);
    else this.marked(rows, ofKind);
  }

  private marked(rows: readonly Row[], calls: readonly Call[]): void {
    const byMark = Map.groupBy(rows, (row) => row.mark);
    for (const call of calls) {
      const found = byMark.get(call.mark) ?? [];
      byMark.delete(call.mark);
      if (found.length > 1)
        this.verdict.doubled.push(`${name(call)} created ${found.map(({ id }) => id).join(' and ')}`);
      if (found.length > 0 && call.outcome === 'refused')
        this.verdict.phantom.push(`${name(call)} was refused (${call.status}) and created ${found[0]?.id}`);
    }
    for (const [mark, found] of byMark) {
      // An assessment that loses its evidence is recorded again.
      if (mark?.startsWith('Its evidence was withdrawn') === true) continue;
      this.verdict.phantom.push(`nobody asked for ${found.map(({ id }) => id).join()} (${mark})`);
    }
  }

  /** Where nothing shows which call a row is of: no more of them than calls whose outcome nobody knows. */
  private unmarked(kind: Creation, rows: readonly Row[], calls: readonly Call[]): void {
    const acknowledged = new Set(calls.flatMap(({ ids }) => ids));
    const others = rows.filter(({ id }) => !acknowledged.has(id));
    const unknown = calls.filter(({ outcome }) => outcome === 'unknown').length;
    if (others.length <= unknown) return;
    const hasAcknowledged = calls.some(({ outcome, key }) => outcome === 'acknowledged' && key !== null);
    const list = hasAcknowledged ? this.verdict.doubled : this.verdict.phantom;
    list.push(
      `${others.length} ${kind}s nobody knows of, and ${unknown} calls without an outcome: ${others.map(({ id }) => id).join()}`,
    );
  }

  /** Each acknowledged change holds. */
  async changes(): Promise<void> {
    for (const call of this.calls) {
      if (isCreation(call.kind) || call.outcome !== 'acknowledged') continue;
      const { table, id, done } = CHANGES[call.kind];
      const [row] = await this.query<{ done: boolean }>(
        `select ${done ?? 'true'} as done from ${table} where tenant_id = $1 and ${id} = $2::uuid`,
        [call.target],
      );
      const holds = done === null ? row === undefined : row?.done === true;
      if (!holds) this.verdict.lost.push(`${name(call)} was acknowledged and does not hold for ${call.target}`);
    }
  }

  /** Each scan has ended once and whole. */
  async scans(): Promise<void> {
    const scans = await this.query<{
      id: string;
      status: string;
      code: string | null;
      results: number;
      total: number;
      ends: string[];
    }>(
      `select s.id, s.status, s.failure_code as code, s.total_controls as total,
         (select count(*)::int from scan_results r where r.tenant_id = s.tenant_id and r.scan_id = s.id) as results,
         array(select event from outbox o where o.tenant_id = s.tenant_id and o.data->>'scan_job_id' = s.id::text
           and o.event like 'scan.%') as ends
       from scans s where s.tenant_id = $1`,
    );
    for (const { id, status, code, results, total, ends } of scans) {
      if (ends.length > 1) this.verdict.doubled.push(`scan ${id} has ${ends.length} ends`);
      if (ends.length === 0 && ['completed', 'failed'].includes(status))
        this.verdict.lost.push(`scan ${id} has no event`);
      if (status === 'completed' && results !== total)
        this.verdict.lost.push(`scan ${id} has ${results} results of ${total}`);
      if (status === 'failed' && results > 0) this.verdict.phantom.push(`scan ${id} failed and has ${results} results`);
      if (status === 'failed' && code !== 'CANCELLED') this.verdict.lost.push(`scan ${id} failed: ${code}`);
      if (ends.length === 1 && ends[0] !== `scan.${status}`)
        this.verdict.phantom.push(`scan ${id} is ${status}, reported ${ends[0]}`);
    }
  }

  /** Each event leads to one delivery for the first webhook, and reaches the receiver under its id. */
  async events(): Promise<void> {
    const events = await this.query<{ id: string; subject: string; deliveries: number; delivered: number }>(
      `select o.id, o.subject, count(d.id)::int as deliveries,
         (count(d.id) filter (where d.status = 'delivered'))::int as delivered
       from outbox o left join webhook_deliveries d
         on d.tenant_id = o.tenant_id and d.event_id = o.id and d.webhook_id = $2::uuid
       where o.tenant_id = $1 group by o.id, o.subject`,
      [this.organization.webhookId],
    );
    const received = new Set(this.stage.receiver.received.map(({ headers }) => String(headers['webhook-id'])));
    for (const { id, subject, deliveries, delivered } of events) {
      if (deliveries > 1) this.verdict.doubled.push(`event ${id} (${subject}) has ${deliveries} deliveries`);
      if (delivered === 0) this.verdict.lost.push(`event ${id} (${subject}) was not delivered`);
      else if (!received.has(id))
        this.verdict.lost.push(`event ${id} (${subject}) is delivered, and nobody received it`);
    }
    const uploads = await this.query<{ id: string; events: number }>(
      `select e.id, (select count(*)::int from outbox o where o.tenant_id = e.tenant_id and o.subject = 'evidence ' || e.id) as events
       from evidence e where e.tenant_id = $1 and e.type = 'manual'`,
    );
    for (const { id, events: sent } of uploads)
      if (sent !== 1) this.verdict.lost.push(`evidence ${id} has ${sent} events`);
    const known = new Set(events.map(({ id }) => id));
    const bodies = this.stage.receiver.received.map(
      ({ body }) => JSON.parse(body) as { event_id: string; data: object },
    );
    const ofTenant = await this.query<{ id: string }>(
      'select event_id as id from webhook_deliveries where tenant_id = $1',
    );
    const queued = new Set(ofTenant.map(({ id }) => id));
    // Deliveries of a deleted webhook are gone with it; the event is not.
    const strange = bodies.filter(({ event_id: id }) => !known.has(id) && !queued.has(id));
    for (const { event_id: id } of strange)
      this.verdict.phantom.push(`the receiver was notified of ${id}, which is no event`);
  }

  /** The ledger of each control follows from entry to entry, the posture is its end, and the audit trail is one chain. */
  async chains(): Promise<void> {
    const breaks = await this.query<{ control: number }>(
      `select control_no as control from (
         select control_no, previous_status, previous_assurance,
           lag(status) over newest as before, lag(assurance) over newest as assurance_before
         from status_ledger where tenant_id = $1 window newest as (partition by control_no order by sequence)
       ) steps
       where coalesce(before, 'not_assessed') <> previous_status or coalesce(assurance_before, 0) <> previous_assurance`,
    );
    for (const { control } of breaks) this.verdict.doubled.push(`the ledger of control ${control} does not follow`);
    const ends = await this.query<{ control: number }>(
      `select l.control_no as control
       from (select distinct on (control_no) * from status_ledger where tenant_id = $1 order by control_no, sequence desc) l
       join postures p on p.tenant_id = l.tenant_id
       where status_code(p.statuses, l.control_no) <> array_position($2::text[], l.status) - 1`,
      [CONTROL_STATUSES],
    );
    for (const { control } of ends)
      this.verdict.lost.push(`the posture of control ${control} is not the end of its ledger`);
    const owner = await Owner.connect(this.stage.cluster.ownUrl, createLog('silent'));
    try {
      const { broken } = await verifyChain(owner, this.organization.tenantId);
      if (broken) this.verdict.doubled.push(`the audit trail is broken at ${broken.sequence}: ${broken.fault}`);
    } finally {
      await owner.close();
    }
  }

  /** Each artifact has its file, byte for byte, and so has the report in force of each integration. */
  async objects(): Promise<void> {
    const root = join(this.stage.fleet.dataDir, 'objects');
    const files = await this.query<{ key: string; sha256: string }>(
      `select file_reference as key, sha256 from evidence where tenant_id = $1
       union all select object_key, sha256 from reports where tenant_id = $1`,
    );
    for (const { key, sha256 } of files) {
      const bytes = await readFile(join(root, key)).catch(() => null);
      const hash = bytes && createHash('sha256').update(bytes).digest('hex');
      if (hash !== sha256) this.verdict.lost.push(`object ${key} is ${bytes ? 'another' : 'not there'}`);
    }
    const imports = await this.query<{ key: string }>(
      'select import_key as key from integrations where tenant_id = $1 and import_key is not null',
    );
    for (const { key } of imports) {
      const isThere = await readFile(join(root, key)).then(
        () => true,
        () => false,
      );
      if (!isThere) this.verdict.lost.push(`the imported report ${key} is not there`);
    }
  }

  /** What goes with what is stored: entries of the audit trail, events, counts of bytes and mails. */
  async records(): Promise<void> {
    const ask: AskRows = (text, values) => this.query(text, values);
    await judgeAudit(ask, this.calls, this.verdict);
    await judgeConsequences(ask, this.verdict);
    await judgeStorage(ask, this.verdict);
    const directory = join(this.stage.fleet.dataDir, 'mail');
    const names = await readdir(directory).catch(() => []);
    await judgeMails(
      ask,
      await Promise.all(names.map((file) => readFile(join(directory, file), 'utf8'))),
      this.verdict,
    );
  }

  private query<Found extends object>(text: string, values: unknown[] = []): Promise<Found[]> {
    return this.stage.cluster.query<Found>(text, [this.organization.tenantId, ...values]);
  }
}

function name({ no, kind }: Call): string {
  return `call ${no} (${kind})`;
}

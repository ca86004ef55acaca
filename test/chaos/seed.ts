import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Answer } from '../support/client.js';
import { isCreation, outcomeOf, type Call } from './calls.js';
import { endFaults, nextFault, type Fault, type Stage } from './faults.js';
import { WEBS } from './fleet.js';
import { nextRequest, type Request } from './operations.js';
import { createOrganization, type Organization } from './organization.js';
import { judge, type Verdict } from './oracle.js';
import { Random } from './random.js';
import { settle } from './settle.js';
import type { Timeline } from './timeline.js';

const CALLS = 24;
/** Clients that call at the same time. */
const CLIENTS = 3;
const FAULTS_MIN = 2;
const FAULTS_MAX = 4;
/** Share of acknowledged requests with a key that are sent again. */
const AGAIN = 0.3;
const CALL_MS_MAX = 8_000;
const PAUSE_MS_MAX = 60;
const REVIVAL = 0.5;
const REPETITIONS_MAX = 6;
const REPETITION_GAP_MS = 1_000;

/** What happens in a run. */
export interface Plan {
  calls: number;
  /** Longest pause before a call. */
  pauseMsMax: number;
  /** Faults, and the number of the call before which each happens. */
  faults: readonly { before: number; fault: Fault }[];
}

/** Two to four faults among 24 calls. */
function planOf(random: Random): Plan {
  const faults = Array.from({ length: random.whole(FAULTS_MIN, FAULTS_MAX) }, () => ({
    before: random.whole(0, CALLS - 4),
    fault: nextFault(random),
  }));
  return { calls: CALLS, pauseMsMax: PAUSE_MS_MAX, faults };
}

/** What came of a seed. */
export interface Outcome extends Verdict {
  organization: Organization;
  calls: readonly Call[];
  faults: number;
}

/**
 * Runs one seed: calls and faults that follow from it, then calm, then the judgement.
 * @param plan the faults and the number of calls. @default those of the seed
 */
export async function runSeed(stage: Stage, seed: number, timeline: Timeline, plan?: Plan): Promise<Outcome> {
  await endFaults(stage);
  const organization = await createOrganization(stage.fleet, stage.receiver.url);
  timeline.add(`organization ${organization.tenantId}`);
  const run = new SeedRun(stage, organization, timeline, new Random(seed));
  const faults = await run.disturb(plan);
  await endFaults(stage);
  timeline.add('calm');
  await run.repeatUnknown();
  const stuck = await settle(stage, organization, timeline);
  const verdict = await judge(stage, organization, run.calls);
  return {
    ...verdict,
    stuck: [...stuck, ...run.unanswered(), ...verdict.stuck],
    organization,
    calls: run.calls,
    faults,
  };
}

class SeedRun {
  readonly calls: Call[] = [];
  private readonly requests = new Map<Call, Request>();

  constructor(
    private readonly stage: Stage,
    private readonly organization: Organization,
    private readonly timeline: Timeline,
    private readonly random: Random,
  ) {}

  /** Sends calls from several clients while faults happen. @returns the number of faults */
  async disturb({ calls, pauseMsMax, faults } = planOf(this.random)): Promise<number> {
    const lanes = Array.from({ length: CLIENTS }, () => Promise.resolve());
    const happening: Promise<unknown>[] = [];
    for (let no = 0; no < calls; no += 1) {
      for (const { fault } of faults.filter(({ before }) => before === no)) {
        this.timeline.add(`fault: ${fault.what}`);
        happening.push(fault.happen(this.stage));
      }
      const request = nextRequest(this.random, this.organization);
      const again = request.key !== null && this.random.next() < AGAIN;
      const web = this.random.of(WEBS);
      if (this.random.next() < REVIVAL) happening.push(this.stage.fleet.ensure());
      await sleep(this.random.whole(0, pauseMsMax));
      const lane = no % CLIENTS;
      const previous = lanes[lane];
      lanes[lane] = (async () => {
        await previous;
        const call = this.record(no, request);
        await this.send(call, web);
        if (again && call.outcome === 'acknowledged') await this.send(call, web);
      })();
    }
    await Promise.all([...lanes, ...happening.map((each) => each.catch(() => undefined))]);
    return faults.length;
  }

  /** Sends what has no answer again, where a key makes that safe, as a client does. */
  async repeatUnknown(): Promise<void> {
    await passOfTime(this.stage, this.organization);
    for (let times = 0; times < REPETITIONS_MAX; times += 1) {
      const open = this.calls.filter(({ key, outcome }) => key !== null && outcome === 'unknown');
      if (open.length === 0) return;
      if (times > 0) await sleep(REPETITION_GAP_MS);
      for (const call of open) await this.send(call, 'web-1');
    }
  }

  /** Requests with a key that never got an answer, although nothing was wrong any more. */
  unanswered(): string[] {
    const open = this.calls.filter(({ key, outcome }) => key !== null && outcome === 'unknown');
    return open.map(({ no, kind, status }) => `call ${no} (${kind}) is still answered ${status ?? 'nothing'}`);
  }

  private record(no: number, request: Request): Call {
    const { kind, mark, target, key } = request;
    const call: Call = { no, kind, mark, target, key, outcome: 'unknown', status: null, unserved: 0, ids: [] };
    this.calls.push(call);
    this.requests.set(call, request);
    return call;
  }

  private async send(call: Call, web: (typeof WEBS)[number]): Promise<void> {
    const request = this.requests.get(call);
    const baseUrl = this.stage.fleet.addressOf(web);
    if (!request || baseUrl === null) {
      this.note(call, web, 'no web process');
      return;
    }
    const token = request.as === 'nobody' ? null : this.organization.tokens[request.as];
    try {
      const answer = await request.send(new ImpatientClient(baseUrl, token, false));
      call.status = answer.status;
      if (answer.status >= 500) call.unserved += 1;
      const outcome = outcomeOf(answer);
      // What was once acknowledged stays so, whatever a repetition hears.
      if (call.outcome !== 'acknowledged') call.outcome = outcome;
      if (outcome === 'acknowledged') this.learn(call, answer);
      this.note(
        call,
        web,
        `${answer.status} ${outcome}${outcome === 'acknowledged' ? '' : ` ${answer.text.slice(0, 160)}`}`,
      );
    } catch (err) {
      call.status = null;
      call.unserved += 1;
      this.note(call, web, `no answer (${err instanceof Error ? err.message : String(err)})`);
    }
  }

  private learn(call: Call, { body }: Answer): void {
    const { kind } = call;
    if (!isCreation(kind)) return;
    const { id, link } = createdIn(body);
    if (id === null) {
      // Refused as an item of a call of many.
      call.outcome = 'refused';
      return;
    }
    call.ids.push(id);
    if (link !== null) this.organization.links.set(id, link);
    const ids = this.organization.made.get(kind) ?? [];
    this.organization.made.set(kind, [...ids, id]);
  }

  private note({ no, kind, mark, target, key }: Call, web: string, what: string): void {
    const of = target === null ? '' : ` of ${target}`;
    this.timeline.add(`call ${no} ${kind}${of} on ${web}${key === null ? '' : ` key ${key}`} “${mark}”: ${what}`);
  }
}

class ImpatientClient extends Client {
  override send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    return super.send(method, path, { ...init, signal: AbortSignal.timeout(CALL_MS_MAX) });
  }
}

interface Created {
  id?: string;
  scan_job_id?: string;
  invite_url?: string | null;
  api_key?: { id: string };
  results?: { exception: { id: string } | null }[];
  createWorkItem?: { workItem: { id: string } };
}

/** Id of what an answer says was created, and the link of an invitation. */
function createdIn(body: unknown): { id: string | null; link: string | null } {
  const { data } = body as { data: Created };
  const id =
    data.id ??
    data.scan_job_id ??
    data.api_key?.id ??
    data.createWorkItem?.workItem.id ??
    data.results?.[0]?.exception?.id ??
    null;
  return { id, link: data.invite_url ?? null };
}

/** Lets the leases of idempotency keys run out. */
async function passOfTime({ cluster }: Stage, { tenantId }: Organization): Promise<void> {
  await cluster.query(
    `update idempotency_keys set lease_expires_at = now() - interval '1 second' where tenant_id = $1 and answer is null`,
    [tenantId],
  );
}

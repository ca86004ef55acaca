import { z } from 'zod';
import { MINUTE } from '../../platform/clock.js';
import { foreignText, foreignTime } from '../../platform/foreign-text.rules.js';
import type { WorkItemState } from '../work-items/work-item-states.js';
import { markerOf } from './ticket-text.rules.js';
import {
  TrackerError,
  type NewTicket,
  type ReadTicket,
  type TrackerClient,
  type TrackerIdentity,
} from './tracker-client.js';
import type { TrackerHttp } from './tracker-http.js';

const REPOSITORY = z.object({ has_issues: z.boolean(), archived: z.boolean() });
const USER = z.object({ login: foreignText(200) });
const ISSUE = z.object({
  number: z.number().int(),
  html_url: foreignText(2_048),
  state: z.enum(['open', 'closed']),
  state_reason: foreignText(200).nullish(),
  body: z.string().nullish(),
  updated_at: foreignText(40),
  // Pull requests are listed among issues.
  pull_request: z.unknown().optional(),
});
type Issue = z.infer<typeof ISSUE>;

const PAGE = 100;
const PAGES_MAX = 5;
/** How far the clock of the tracker may be from ours. */
const CLOCK_SLACK_MS = 5 * MINUTE;

/** Issues of one repository. Source: GitHub REST API, version 2022-11-28, Issues. */
export class GithubTickets implements TrackerClient {
  private readonly issues: string;

  /** @param project `owner/repository` */
  constructor(
    private readonly http: TrackerHttp,
    private readonly project: string,
  ) {
    this.issues = `/repos/${project}/issues`;
  }

  async check(): Promise<TrackerIdentity> {
    const { has_issues: hasIssues, archived } = await this.http.ask(`/repos/${this.project}`, { shape: REPOSITORY });
    if (archived) throw new TrackerError('refused', 'the repository is archived');
    if (!hasIssues) throw new TrackerError('refused', 'issues are turned off in the repository');
    return { identity: await this.login(), isCloud: false };
  }

  async create({ title, text }: NewTicket): Promise<ReadTicket> {
    return ticketOf(await this.http.ask(this.issues, { method: 'POST', body: { title, body: text }, shape: ISSUE }));
  }

  async find({ id, createdAt }: NewTicket): Promise<ReadTicket | null> {
    const since = new Date(createdAt.getTime() - CLOCK_SLACK_MS).toISOString();
    const marker = markerOf(id);
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const query = `state=all&sort=created&direction=desc&since=${since}&per_page=${PAGE}&page=${page}`;
      const issues = await this.http.ask(`${this.issues}?${query}`, { shape: z.array(ISSUE) });
      const found = issues.find(({ body }) => body?.includes(marker));
      if (found) return ticketOf(found);
      if (issues.length < PAGE) return null;
    }
    return null;
  }

  async read(key: string): Promise<ReadTicket | null> {
    const issue = await this.http.askMaybe(`${this.issues}/${key}`, { shape: ISSUE });
    return issue === undefined || issue.pull_request !== undefined ? null : ticketOf(issue);
  }

  async move({ key }: ReadTicket, state: WorkItemState): Promise<ReadTicket> {
    const body =
      state === 'open' || state === 'in_progress'
        ? { state: 'open' }
        : { state: 'closed', state_reason: state === 'done' ? 'completed' : 'not_planned' };
    return ticketOf(await this.http.ask(`${this.issues}/${key}`, { method: 'PATCH', body, shape: ISSUE }));
  }

  async changedSince(since: Date, now: Date): Promise<{ keys: string[]; until: Date }> {
    const from = new Date(since.getTime() - CLOCK_SLACK_MS).toISOString();
    const keys: string[] = [];
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const query = `state=all&sort=updated&direction=asc&since=${from}&per_page=${PAGE}&page=${page}`;
      const issues = await this.http.ask(`${this.issues}?${query}`, { shape: z.array(ISSUE) });
      keys.push(...issues.map(({ number }) => String(number)));
      if (issues.length < PAGE) return { keys, until: now };
      // Nothing is skipped where there is more than is read at once: the next round begins here.
      if (page === PAGES_MAX) return { keys, until: changeOf(issues.at(-1)) ?? since };
    }
    return { keys, until: now };
  }

  nearest(state: WorkItemState): WorkItemState {
    return state === 'in_progress' ? 'open' : state;
  }

  /** A token of an app has no user. */
  private async login(): Promise<string | null> {
    try {
      return (await this.http.ask('/user', { shape: USER })).login;
    } catch (err) {
      if (err instanceof TrackerError && (err.failure === 'unauthorized' || err.failure === 'refused')) return null;
      throw err;
    }
  }
}

/** When an issue was changed; null where the tracker states no time. */
function changeOf(issue: Issue | undefined): Date | null {
  const at = foreignTime(issue?.updated_at ?? '');
  return Number.isNaN(at) ? null : new Date(at);
}

function ticketOf({ number, html_url: url, state, state_reason: reason }: Issue): ReadTicket {
  const isDropped = reason === 'not_planned' || reason === 'duplicate';
  return {
    key: String(number),
    url,
    stateName: state === 'open' ? 'Open' : isDropped ? 'Closed as not planned' : 'Closed',
    state: state === 'open' ? 'open' : isDropped ? 'dropped' : 'done',
  };
}

import { z } from 'zod';
import { MINUTE } from '../../platform/clock.js';
import { foreignText } from '../../platform/foreign-text.rules.js';
import type { WorkItemState } from '../work-items/work-item-states.js';
import { labelOf } from './ticket-text.rules.js';
import {
  TrackerError,
  type NewTicket,
  type ReadTicket,
  type TrackerClient,
  type TrackerIdentity,
} from './tracker-client.js';
import type { TrackerHttp } from './tracker-http.js';

/** Characters of a name: Jira allows 255 for those of types of issues, fewer for others. */
const NAME_MAX = 255;
const SERVER = z.object({ deploymentType: foreignText(NAME_MAX).optional() });
const MYSELF = z.object({ displayName: foreignText(NAME_MAX) });
const PROJECT = z.object({
  issueTypes: z.array(z.object({ name: foreignText(NAME_MAX), subtask: z.boolean().optional() })),
});
const PERMISSIONS = z.object({ permissions: z.record(z.string(), z.object({ havePermission: z.boolean() })) });
const KEY = foreignText(40);
const CREATED = z.object({ key: KEY });
const CATEGORY = z.object({ key: KEY });
const STATUS = z.object({ name: foreignText(NAME_MAX), statusCategory: CATEGORY });
const ISSUE = z.object({ key: KEY, fields: z.object({ status: STATUS }) });
const FOUND = z.object({ issues: z.array(z.object({ key: KEY })) });
const TRANSITIONS = z.object({ transitions: z.array(z.object({ id: KEY, to: STATUS })) });
const NOTHING = z.null();

const NEEDED = ['BROWSE_PROJECTS', 'CREATE_ISSUES', 'TRANSITION_ISSUES'] as const;
const CHANGES_MAX = 500;

/** Categories of Jira's statuses. Those of their own names belong to one of the three. */
const STATE_OF_CATEGORY: Readonly<Record<string, WorkItemState>> = {
  new: 'open',
  indeterminate: 'in_progress',
  done: 'done',
};

export interface JiraProject {
  key: string;
  issueType: string;
  /** Where its pages are, without a slash at the end. */
  address: string;
  isCloud: boolean;
}

/**
 * Issues of one project of Jira Cloud, or of Jira Data Center from 8.0. Source: Jira REST API, version 2: its texts are plain, those of
 * version 3 are documents, and Data Center does not have it.
 */
export class JiraTickets implements TrackerClient {
  constructor(
    private readonly http: TrackerHttp,
    private readonly project: JiraProject,
  ) {}

  async check(): Promise<TrackerIdentity> {
    const { key, issueType } = this.project;
    const { displayName: identity } = await this.http.ask('/rest/api/2/myself', { shape: MYSELF });
    const { issueTypes } = await this.http.ask(`/rest/api/2/project/${key}`, { shape: PROJECT });
    const names = issueTypes.filter(({ subtask }) => subtask !== true).map(({ name }) => name);
    if (!names.includes(issueType)) {
      throw new TrackerError(
        'refused',
        `the project has no issue type ${issueType}; it has ${names.slice(0, 20).join(', ')}`,
      );
    }
    const query = `projectKey=${key}&permissions=${NEEDED.join(',')}`;
    const { permissions } = await this.http.ask(`/rest/api/2/mypermissions?${query}`, { shape: PERMISSIONS });
    const missing = NEEDED.filter((name) => permissions[name]?.havePermission !== true);
    if (missing.length > 0)
      throw new TrackerError('unauthorized', `the account lacks ${missing.join(', ')} in the project`);
    const { deploymentType } = await this.http.ask('/rest/api/2/serverInfo', { shape: SERVER });
    return { identity, isCloud: deploymentType === 'Cloud' };
  }

  async create({ id, title, text }: NewTicket): Promise<ReadTicket> {
    const { key: project, issueType } = this.project;
    const fields = {
      project: { key: project },
      issuetype: { name: issueType },
      summary: title,
      description: text,
      labels: [labelOf(id)],
    };
    const { key } = await this.http.ask('/rest/api/2/issue', { method: 'POST', body: { fields }, shape: CREATED });
    return (await this.read(key)) ?? this.gone(key);
  }

  async find({ id }: NewTicket): Promise<ReadTicket | null> {
    const [key] = await this.search(`project = "${this.project.key}" AND labels = "${labelOf(id)}"`, 1);
    return key === undefined ? null : this.read(key);
  }

  async read(key: string): Promise<ReadTicket | null> {
    const issue = await this.http.askMaybe(`/rest/api/2/issue/${key}?fields=status`, { shape: ISSUE });
    if (issue === undefined) return null;
    const { name, statusCategory } = issue.fields.status;
    return {
      key: issue.key,
      url: `${this.project.address}/browse/${issue.key}`,
      stateName: name,
      state: STATE_OF_CATEGORY[statusCategory.key] ?? 'open',
    };
  }

  /** By the first transition of the workflow that ends in a status of the category. */
  async move({ key, stateName }: ReadTicket, state: WorkItemState): Promise<ReadTicket> {
    const path = `/rest/api/2/issue/${key}/transitions`;
    const { transitions } = await this.http.ask(path, { shape: TRANSITIONS });
    const wanted = this.nearest(state);
    const transition = transitions.find(({ to }) => STATE_OF_CATEGORY[to.statusCategory.key] === wanted);
    if (!transition) {
      const words = wanted.replace('_', ' ');
      throw new TrackerError(
        'refused',
        `the workflow has no transition from ${stateName} to a status that means ${words}`,
      );
    }
    await this.http.ask(path, { method: 'POST', body: { transition: { id: transition.id } }, shape: NOTHING });
    return (await this.read(key)) ?? this.gone(key);
  }

  /** Keys of issues changed since a moment. JQL reads absolute times in the account's time zone, so the query says minutes ago. */
  async changedSince(since: Date, now: Date): Promise<{ keys: string[]; until: Date }> {
    const minutes = Math.ceil((now.getTime() - since.getTime()) / MINUTE) + 1;
    const jql = `project = "${this.project.key}" AND updated >= "-${minutes}m" ORDER BY updated DESC`;
    return { keys: await this.search(jql, CHANGES_MAX), until: now };
  }

  nearest(state: WorkItemState): WorkItemState {
    return state === 'dropped' ? 'done' : state;
  }

  private async search(jql: string, max: number): Promise<string[]> {
    // Cloud has removed the older path, Data Center does not have the newer one.
    const path = this.project.isCloud ? '/rest/api/2/search/jql' : '/rest/api/2/search';
    const body = { jql, maxResults: max, fields: ['status'] };
    const { issues } = await this.http.ask(path, { method: 'POST', body, shape: FOUND });
    return issues.map(({ key }) => key);
  }

  private gone(key: string): never {
    throw new TrackerError('unavailable', `${key} was created or changed, and cannot be read`);
  }
}

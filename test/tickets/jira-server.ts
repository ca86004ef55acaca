import type { IncomingHttpHeaders } from 'node:http';
import { TrackerServer, type TrackerAnswer, type TrackerRequest } from './tracker-server.js';

interface JiraStatus {
  name: string;
  statusCategory: { key: 'new' | 'indeterminate' | 'done' };
}

export interface JiraIssue {
  key: string;
  summary: string;
  description: string;
  labels: string[];
  type: string;
  status: JiraStatus;
  updatedAt: number;
}

const STATUSES: readonly JiraStatus[] = [
  { name: 'To Do', statusCategory: { key: 'new' } },
  { name: 'In Review', statusCategory: { key: 'indeterminate' } },
  { name: 'Done', statusCategory: { key: 'done' } },
];
const MINUTE_MS = 60_000;
const NOT_FOUND: TrackerAnswer = {
  status: 404,
  body: { errorMessages: ['Issue does not exist or you do not have permission to see it.'], errors: {} },
};

/** Jira Cloud as its REST API, version 2, describes it: one project with a workflow of three statuses. */
export class JiraServer extends TrackerServer {
  static readonly EMAIL = 'bot@acme.example';
  static readonly TOKEN = 'jira-token-of-the-test';
  readonly issues: JiraIssue[] = [];
  /** Statuses to which the workflow has no transition. */
  readonly closedStatuses = new Set<string>();
  /** Name of the account. */
  displayName = 'Crosswalk Bot';
  permissions: Record<string, boolean> = { BROWSE_PROJECTS: true, CREATE_ISSUES: true, TRANSITION_ISSUES: true };

  static start(): Promise<JiraServer> {
    return new JiraServer().listen();
  }

  /** Changes an issue as somebody in Jira does. */
  change(key: string, status: string): void {
    const issue = this.issues.find((each) => each.key === key);
    const next = STATUSES.find(({ name }) => name === status);
    if (!issue || !next) throw new Error(`there is no ${key}, or no status ${status}`);
    Object.assign(issue, { status: next, updatedAt: Date.now() });
  }

  protected isAuthorized({ authorization }: IncomingHttpHeaders): boolean {
    const basic = Buffer.from(`${JiraServer.EMAIL}:${JiraServer.TOKEN}`).toString('base64');
    return authorization === `Basic ${basic}`;
  }

  protected answer({ method, path, body }: TrackerRequest): TrackerAnswer {
    if (path === '/rest/api/2/myself') return { status: 200, body: { displayName: this.displayName } };
    if (path === '/rest/api/2/serverInfo') return { status: 200, body: { deploymentType: 'Cloud' } };
    if (path === '/rest/api/2/project/ENG') {
      return {
        status: 200,
        body: {
          issueTypes: [
            { name: 'Task', subtask: false },
            { name: 'Sub-task', subtask: true },
          ],
        },
      };
    }
    if (path === '/rest/api/2/mypermissions') {
      const held = Object.entries(this.permissions).map(([name, havePermission]) => [name, { havePermission }]);
      return { status: 200, body: { permissions: Object.fromEntries(held) as object } };
    }
    if (path === '/rest/api/2/search/jql') return this.search((body as { jql: string }).jql);
    if (path === '/rest/api/2/issue' && method === 'POST') return this.create((body as { fields: Fields }).fields);
    const [, key = '', rest] = /^\/rest\/api\/2\/issue\/([^/]+)(\/transitions)?$/.exec(path) ?? [];
    const issue = this.issues.find((each) => each.key === key);
    if (!issue) return NOT_FOUND;
    if (rest === undefined) return { status: 200, body: { key, fields: { status: issue.status } } };
    if (method === 'GET') return { status: 200, body: { transitions: this.transitions() } };
    this.change(key, STATUSES[Number((body as { transition: { id: string } }).transition.id)]?.name ?? '');
    return { status: 204 };
  }

  private transitions() {
    return STATUSES.map((to, id) => ({ id: String(id), to })).filter(({ to }) => !this.closedStatuses.has(to.name));
  }

  private create({ issuetype, summary, description, labels }: Fields): TrackerAnswer {
    const key = `ENG-${this.issues.length + 1}`;
    const [status] = STATUSES;
    if (!status || issuetype.name !== 'Task') return { status: 400, body: { errors: { issuetype: 'is not valid' } } };
    this.issues.push({ key, summary, description, labels, type: issuetype.name, status, updatedAt: Date.now() });
    return { status: 201, body: { id: '1', key, self: `${this.url}/rest/api/2/issue/1` } };
  }

  /** Understands the two queries that the service asks, and refuses any other as Jira refuses what it cannot read. */
  private search(jql: string): TrackerAnswer {
    const [, label] = /^project = "ENG" AND labels = "([^"]+)"$/.exec(jql) ?? [];
    const [, minutes] = /^project = "ENG" AND updated >= "-(\d+)m" ORDER BY updated DESC$/.exec(jql) ?? [];
    if (label === undefined && minutes === undefined)
      return { status: 400, body: { errorMessages: ['cannot be read'] } };
    const found = this.issues.filter(({ labels, updatedAt }) =>
      label === undefined ? updatedAt >= Date.now() - Number(minutes) * MINUTE_MS : labels.includes(label),
    );
    return { status: 200, body: { issues: found.map(({ key }) => ({ key, fields: {} })) } };
  }
}

interface Fields {
  issuetype: { name: string };
  summary: string;
  description: string;
  labels: string[];
}

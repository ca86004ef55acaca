import type { IncomingHttpHeaders } from 'node:http';
import { TrackerServer, type TrackerAnswer, type TrackerRequest } from './tracker-server.js';

export interface GithubIssue {
  number: number;
  title: string;
  body: string;
  state: 'open' | 'closed';
  state_reason: string | null;
  html_url: string;
  created_at: string;
  updated_at: string;
}

const NOT_FOUND: TrackerAnswer = { status: 404, body: { message: 'Not Found' } };

/** GitHub as its REST API, version 2022-11-28, describes it: one repository with issues. */
export class GithubServer extends TrackerServer {
  static readonly TOKEN = 'github_pat_of_the_test';
  static readonly REPOSITORY = 'acme/infra';
  readonly issues: GithubIssue[] = [];

  /** @param token the one that it accepts */
  static start(token = GithubServer.TOKEN): Promise<GithubServer> {
    return new GithubServer(token).listen();
  }

  private constructor(private readonly token: string) {
    super();
  }

  /** Changes an issue as somebody in GitHub does. */
  change(number: number, state: GithubIssue['state'], reason: string | null = null): void {
    const issue = this.issues.find((each) => each.number === number);
    if (!issue) throw new Error(`there is no issue ${number}`);
    Object.assign(issue, { state, state_reason: reason, updated_at: new Date().toISOString() });
  }

  protected isAuthorized({ authorization }: IncomingHttpHeaders): boolean {
    return authorization === `Bearer ${this.token}`;
  }

  protected answer(request: TrackerRequest): TrackerAnswer {
    const { method, path, query, body } = request;
    const repository = `/repos/${GithubServer.REPOSITORY}`;
    if (path === '/user') return { status: 200, body: { login: 'crosswalk-bot' } };
    if (path === repository) return { status: 200, body: { has_issues: true, archived: false } };
    if (path === `${repository}/issues`) {
      return method === 'POST' ? this.create(body as { title: string; body: string }) : this.list(query);
    }
    const issue = this.issues.find((each) => path === `${repository}/issues/${each.number}`);
    if (!issue) return NOT_FOUND;
    if (method === 'PATCH') {
      const { state, state_reason: reason } = body as Pick<GithubIssue, 'state' | 'state_reason'>;
      this.change(issue.number, state, reason);
    }
    return { status: 200, body: issue };
  }

  private create({ title, body }: { title: string; body: string }): TrackerAnswer {
    const at = new Date().toISOString();
    const number = this.issues.length + 1;
    const issue: GithubIssue = {
      ...{ number, title, body, state: 'open', state_reason: null, created_at: at, updated_at: at },
      html_url: `https://github.example/${GithubServer.REPOSITORY}/issues/${number}`,
    };
    this.issues.push(issue);
    return { status: 201, body: issue };
  }

  private list(query: URLSearchParams): TrackerAnswer {
    const since = query.get('since') ?? '';
    const page = Number(query.get('page') ?? 1);
    const size = Number(query.get('per_page') ?? 30);
    const field = query.get('sort') === 'updated' ? 'updated_at' : 'created_at';
    const found = this.issues
      .filter((issue) => issue.updated_at >= since)
      .toSorted((a, b) => a[field].localeCompare(b[field]) || a.number - b.number);
    const ordered = query.get('direction') === 'asc' ? found : found.toReversed();
    return { status: 200, body: ordered.slice((page - 1) * size, page * size) };
  }
}

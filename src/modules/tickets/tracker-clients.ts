import type { Clock } from '../../platform/clock.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import { GithubTickets } from './github-tickets.js';
import { JiraTickets } from './jira-tickets.js';
import type { TrackerClient } from './tracker-client.js';
import { TrackerHttp } from './tracker-http.js';
import type { TrackerSettings } from './tracker.sql.js';

/** Makes the client of a tracker. */
export class TrackerClients {
  constructor(private readonly options: { network: Pick<GuardedNetwork, 'fetch'>; clock: Clock }) {}

  /** Client with an opened token, whose requests end when the signal aborts. */
  of(
    { kind, address, project, issueType, email, isCloud }: TrackerSettings,
    { token, signal }: { token: string; signal?: AbortSignal },
  ): TrackerClient {
    const basic = Buffer.from(`${email ?? ''}:${token}`).toString('base64');
    const authorization = email === null ? `Bearer ${token}` : `Basic ${basic}`;
    const headers = { authorization, 'user-agent': 'Crosswalk' };
    const shared = { ...this.options, address, secrets: [token, basic], ...(signal && { signal }) };
    if (kind === 'jira') {
      const http = new TrackerHttp({ ...shared, headers });
      return new JiraTickets(http, { key: project, issueType: issueType ?? '', address, isCloud });
    }
    const versioned = { ...headers, 'x-github-api-version': '2022-11-28' };
    return new GithubTickets(new TrackerHttp({ ...shared, headers: versioned }), project);
  }
}

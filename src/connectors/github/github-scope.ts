import type { SystemContext } from '../connector.js';
import { GitHubClient } from './github-client.js';
import { GitHubGapLog } from './github-gap-log.js';
import { GitHubSettings } from './github-settings.js';

/** Client, account and gap log of a collection. */
export interface GitHubScope {
  settings: GitHubSettings;
  client: GitHubClient;
  gaps: GitHubGapLog;
  /** `Resource.account`: the login of the organization. */
  account: string;
  now: Date;
}

/** @param waitMaxMs longest total wait for rate limits */
export function gitHubScope(
  { config, network, clock, signal, timeLimits }: SystemContext,
  waitMaxMs: number,
): GitHubScope {
  const settings = GitHubSettings.parse(config);
  const { organization: account } = settings;
  const client = new GitHubClient(settings, { network, clock, signal, timeLimits, waitMaxMs });
  return { settings, client, gaps: new GitHubGapLog(account), account, now: clock.now() };
}

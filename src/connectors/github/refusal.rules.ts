import type { RequestError } from '@octokit/request-error';
import { z } from 'zod';
import { redact } from '../redact.js';
import { withoutTrailing } from '../../platform/trailing.rules.js';

/** An error response of GitHub: no permission, not found, or an internal error of GitHub; or no response to a single request. */
export class Refused extends Error {
  constructor(
    /** HTTP status; null where there was no response. */
    readonly status: number | null,
    /** GitHub's message, redacted. */
    message: string,
    /** Permissions that GitHub would accept: `administration=read`; null where it does not say. */
    readonly acceptedPermissions: string | null,
    /** Whether the token has to be authorized for the organization's single sign-on. */
    readonly needsSingleSignOn: boolean,
  ) {
    super(message);
  }

  /** Whether the organization's plan lacks the feature, so that it cannot be enabled. */
  get isBeyondPlan(): boolean {
    return this.status === 403 && /upgrade to github|make this repository public/i.test(this.message);
  }
}

const Body = z.object({ message: z.string() });

/** The refusal in an error of octokit. @param err with a response */
export function refusedBy({ status, response }: RequestError): Refused {
  const body = Body.safeParse(response?.data);
  const accepted = response?.headers['x-accepted-github-permissions'];
  return new Refused(
    status,
    body.success ? withoutTrailing(redact(body.data.message, 200), '. ') : `HTTP ${String(status)}`,
    typeof accepted === 'string' && /^[\w=,; ]{1,300}$/.test(accepted) ? accepted : null,
    response?.headers['x-github-sso'] !== undefined,
  );
}

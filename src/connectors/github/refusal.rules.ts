import type { RequestError } from '@octokit/request-error';
import { z } from 'zod';
import { redact } from '../redact.js';

/** An answer of GitHub that is none: no permission, not there, or a failure of its own. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    /** In GitHub's words, without addresses. */
    message: string,
    /** What GitHub would accept: `administration=read`; null where it does not say. */
    readonly acceptedPermissions: string | null,
    /** Whether the organization lets tokens in only after a single sign-on. */
    readonly needsSingleSignOn: boolean,
  ) {
    super(message);
  }

  /** Whether the feature is not part of the organization's plan, so that nothing can be switched on. */
  get isBeyondPlan(): boolean {
    return this.status === 403 && /upgrade to github|make this repository public/i.test(this.message);
  }
}

const Body = z.object({ message: z.string() });

/** @param err with a response */
export function refusedBy({ status, response }: RequestError): Refused {
  const body = Body.safeParse(response?.data);
  const accepted = response?.headers['x-accepted-github-permissions'];
  return new Refused(
    status,
    body.success ? redact(body.data.message, 200).replace(/[.\s]+$/, '') : `HTTP ${String(status)}`,
    typeof accepted === 'string' && /^[\w=,; ]{1,300}$/.test(accepted) ? accepted : null,
    response?.headers['x-github-sso'] !== undefined,
  );
}

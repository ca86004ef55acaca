import { z } from 'zod';
import { ConnectionLost, type Collected } from '../connector.js';
import type { Gap, Resource } from '../resource.js';
import { partByPart, type GapLog } from './gap-log.js';
import type { ApiClient } from './api-client.js';
import { RestError, UnexpectedResponse } from './rest-error.js';

/** Resources that are read together: a missing permission becomes a gap in this part and leaves the others complete. */
export interface Part {
  /** Title within a sentence: `the password policies`. */
  title: string;
  resourceTypes: readonly string[];
  /** Paths that a probe requests. */
  probePaths: readonly string[];
  /** Missing permission in a successful response to a probe, as a sentence; null for none. */
  missing?: (answer: unknown) => string | null;
  /** Why the system did not answer, as a sentence, where a permission would not help; null elsewhere. @default null everywhere */
  explain?: (err: RestError) => string | null;
  read: () => AsyncIterable<Resource>;
}

/** Client, account and gap log, for parts. */
export interface PartScope {
  client: ApiClient;
  gaps: GapLog;
  /** `Okta`. */
  name: string;
  /** `Resource.account`. */
  account: string;
  /** The permission that a path needs: `the scope okta.policies.read`. */
  grantFor: (path: string) => string;
}

/** Collects parts one after another. A refused part becomes a gap; what was read of it before stays. */
export async function* collectParts(parts: readonly Part[], scope: PartScope): AsyncGenerator<Collected> {
  yield* partByPart(parts, { gaps: scope.gaps, time: scope.client.time }, (part, err) =>
    gapOf(part, scope, reasonIn(part, err, scope)),
  );
  yield { kind: 'read', resourceTypes: [...new Set(parts.flatMap(({ resourceTypes }) => resourceTypes))] };
}

/** Problems that reading the parts would meet, each a sentence, each once. @throws {ConnectionLost} */
export async function probeParts(parts: readonly Part[], scope: PartScope): Promise<string[]> {
  const problems = new Set<string>();
  for (const part of parts) {
    for (const path of part.probePaths) {
      try {
        const answer = await scope.client.get(path, z.unknown());
        const missing = part.missing?.(answer) ?? null;
        if (missing !== null) problems.add(missing);
      } catch (err) {
        if (err instanceof ConnectionLost) throw err;
        problems.add(reasonIn(part, err, scope));
      }
    }
  }
  return [...problems];
}

/** A gap in a part, or in some of it. @param reason for the user, a sentence */
export function gapOf({ resourceTypes }: Pick<Part, 'resourceTypes'>, { account }: PartScope, reason: string): Gap {
  return { resourceTypes, region: null, account, reason };
}

/** Why a part could not be read, in its own words where it has some. @throws {unknown} as `reasonOf` */
function reasonIn({ title, explain }: Part, err: unknown, scope: PartScope): string {
  return (err instanceof RestError ? explain?.(err) : null) ?? reasonOf(err, title, scope);
}

/**
 * Why something could not be read, and what would help, as a sentence.
 * @param title `the password policies`
 * @throws {unknown} any error that is not a refusal or a missing response
 */
export function reasonOf(err: unknown, title: string, { client, name, grantFor }: PartScope): string {
  if (!(err instanceof RestError)) throw err;
  if (err instanceof UnexpectedResponse) {
    return `${name} returned ${title} (${grantFor(err.path)}) in a form that we cannot read: the request ${err.message}.`;
  }
  const code = client.refusalCode(err);
  if (err.status === null || err.status === 429 || err.status >= 500) {
    return `${name} did not return ${title} (${grantFor(err.path)}), after several attempts: ${code}.`;
  }
  return `${name} refused to return ${title} (${code}): grant ${grantFor(err.path)}.`;
}

import { z } from 'zod';
import { ConnectionLost, type Collected } from '../connector.js';
import type { Gap, Resource } from '../resource.js';
import { partByPart, type GapLog } from './gap-log.js';
import type { RestApi } from './api-client.js';
import { RestError, UnexpectedAnswer } from './rest-error.js';

/** A part of a system that is read by itself, so that a permission that is missing there leaves the rest whole. */
export interface Part {
  /** In a sentence: `the password policies`. */
  title: string;
  resourceTypes: readonly string[];
  /** Paths that a test of the connection asks for. */
  tries: readonly string[];
  /** What a good answer to such a test shows to be missing, in a sentence; null where nothing is. */
  missing?: (answer: unknown) => string | null;
  read: () => AsyncIterable<Resource>;
}

/** The system that parts are of. */
export interface PartedSystem {
  api: RestApi;
  gaps: GapLog;
  /** `Okta`. */
  name: string;
  /** As resources have it. */
  account: string;
  /** What has to be granted before a path may be read: `the scope okta.policies.read`. */
  grantFor: (path: string) => string;
}

/** Reads the parts one after another. One that is refused becomes a gap; what was read of it before stays. */
export async function* collectParts(parts: readonly Part[], system: PartedSystem): AsyncGenerator<Collected> {
  yield* partByPart(parts, system.gaps, (part, err) => gapOf(part, system, reasonOf(err, part.title, system)));
  yield { kind: 'read', resourceTypes: [...new Set(parts.flatMap(({ resourceTypes }) => resourceTypes))] };
}

/** What is in the way of reading the parts, each in a sentence, each once. @throws {ConnectionLost} */
export async function probeParts(parts: readonly Part[], system: PartedSystem): Promise<string[]> {
  const problems = new Set<string>();
  for (const part of parts) {
    for (const path of part.tries) {
      try {
        const answer = await system.api.get(path, z.unknown());
        const missing = part.missing?.(answer) ?? null;
        if (missing !== null) problems.add(missing);
      } catch (err) {
        if (err instanceof ConnectionLost) throw err;
        problems.add(reasonOf(err, part.title, system));
      }
    }
  }
  return [...problems];
}

/** Says that a part, or some of it, could not be read. @param reason for the user, a sentence */
export function gapOf({ resourceTypes }: Pick<Part, 'resourceTypes'>, { account }: PartedSystem, reason: string): Gap {
  return { resourceTypes, region: null, account, reason };
}

/**
 * Why something could not be read, and what would help, in a sentence.
 * @param title `the password policies`
 * @throws {unknown} whatever is no reason to go on without it
 */
export function reasonOf(err: unknown, title: string, { api, name, grantFor }: PartedSystem): string {
  if (!(err instanceof RestError)) throw err;
  if (err instanceof UnexpectedAnswer) {
    return `${name} gave an answer about ${title} that we cannot read: the request ${err.message}.`;
  }
  const words = api.wordsOf(err);
  if (err.status === 429 || (err.status ?? 500) >= 500) {
    return `${name} did not tell of ${title}, however often it was asked (${words}).`;
  }
  return `${name} refused to tell of ${title} (${words}): grant ${grantFor(err.path)}.`;
}

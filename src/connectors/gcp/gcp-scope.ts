import type { z } from 'zod';
import { ConnectionLost } from '../connector.js';
import type { GapLog } from '../rest/gap-log.js';
import { RestError, UnexpectedAnswer } from '../rest/rest-error.js';
import { wholeOf } from '../whole-list.js';
import { codeOf, disabledIn } from './gcp-error.rules.js';
import type { GoogleApi, GoogleInterface, GoogleRequest } from './gcp-client.js';

/** A part of what is read: the types of resources that lack it where it is refused, and what has to be granted. */
export interface GooglePart {
  types: readonly string[];
  /** `compute.firewalls.list`. */
  permission: string;
  region?: string;
}

/**
 * What cannot be without its interface: where a project has switched it off, there is nothing. Buckets, identities,
 * policies and sinks are there with it and without.
 */
const NOTHING_WITHOUT: ReadonlySet<GoogleInterface> = new Set(['compute', 'sqladmin', 'cloudkms', 'dns']);

/** Reads the parts of one project. What it cannot read becomes a gap, never an error. */
export class GoogleReader {
  constructor(
    readonly api: GoogleApi,
    readonly project: { id: string; number: string | null },
    private readonly options: {
      gaps: GapLog;
      /** Whether one page of every list will do: to try what is permitted. */
      isSample: boolean;
    },
  ) {}

  /**
   * The pages of a list, up to where it could be read.
   * @throws {ConnectionLost} where the key is no longer good
   */
  async *pages<T>(part: GooglePart, request: GoogleRequest, page: z.ZodType<T>): AsyncGenerator<T> {
    try {
      for await (const each of this.api.pages(request, page)) {
        yield each;
        if (this.options.isSample) return;
      }
    } catch (err) {
      if (!this.isNothing(request, err)) this.missed(part, request, err);
    }
  }

  /**
   * Every page of a list that is needed as a whole, or null where it could not be read.
   * @throws {ConnectionLost}
   */
  async all<T>(part: GooglePart, request: GoogleRequest, page: z.ZodType<T>): Promise<T[] | null> {
    const tooLong = () => new UnexpectedAnswer({ url: request.url }, 'with a list without an end');
    try {
      return await wholeOf(this.api.pages(request, page), tooLong);
    } catch (err) {
      return this.isNothing(request, err) ? [] : this.missed(part, request, err);
    }
  }

  /**
   * An answer, or null where it could not be read.
   * @throws {ConnectionLost}
   */
  async get<T>(part: GooglePart, request: GoogleRequest, shape: z.ZodType<T>): Promise<T | null> {
    try {
      return await this.api.ask(request, shape);
    } catch (err) {
      return this.missed(part, request, err);
    }
  }

  /** Notes a gap. */
  note({ types, region = null }: Pick<GooglePart, 'types'> & { region?: string | null }, reason: string): void {
    this.options.gaps.note({ resourceTypes: types, region, account: this.project.id, reason });
  }

  private missed(part: GooglePart, request: GoogleRequest, err: unknown): null {
    if (!(err instanceof RestError)) throw err;
    if (err.status === 401) {
      throw new ConnectionLost('Google no longer accepts the tokens of the service account.', { cause: err });
    }
    this.note(part, reasonOf(err, { permission: part.permission, project: this.project.id, request }));
    return null;
  }

  private isNothing(request: GoogleRequest, err: unknown): boolean {
    if (!(err instanceof RestError) || !NOTHING_WITHOUT.has(request.interface)) return false;
    const { id, number } = this.project;
    const consumer = disabledIn(err);
    // Switched off elsewhere (where the service account lives), nobody could look.
    return consumer === `projects/${id}` || (number !== null && consumer === `projects/${number}`);
  }
}

function reasonOf(
  err: RestError,
  { permission, project, request }: { permission: string; project: string; request: GoogleRequest },
): string {
  const consumer = disabledIn(err);
  if (consumer !== null) {
    const where = consumer === '' ? 'the project of the service account' : consumer;
    return `${request.interface}.googleapis.com is switched off in ${where}; switch it on to read ${project} with ${permission}.`;
  }
  if (err.status === 403) return `The project ${project} refuses ${permission}; grant it to the service account.`;
  const code = codeOf(err);
  return `Reading with ${permission} in the project ${project} ${err.message}${code === null ? '' : ` (${code})`}.`;
}

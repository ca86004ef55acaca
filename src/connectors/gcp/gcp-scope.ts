import type { z } from 'zod';
import { ConnectionLost } from '../connector.js';
import type { GapLog, MissedPart } from '../rest/gap-log.js';
import { RestError, UnexpectedResponse } from '../rest/rest-error.js';
import { wholeOf } from '../whole-list.js';
import { codeOf, disabledIn } from './gcp-error.rules.js';
import type { GcpClient, GcpApi, GcpRequest } from './gcp-client.js';

/** A request's part: what has a gap where it is refused, and the permission that it needs. */
export interface GcpPart extends MissedPart {
  /** `compute.firewalls.list`. */
  permission: string;
  region?: string;
}

/**
 * APIs whose resources cannot exist while the API is disabled in a project. Buckets, identities, policies and sinks exist
 * either way.
 */
const EMPTY_WHILE_DISABLED: ReadonlySet<GcpApi> = new Set(['compute', 'sqladmin', 'cloudkms', 'dns']);

/** Access to one project, for its collectors. Anything that cannot be read becomes a gap, never an error. */
export class GcpScope {
  constructor(
    readonly client: GcpClient,
    readonly project: { id: string; number: string | null },
    private readonly options: {
      gaps: GapLog;
      /** Whether to read one page of every list only, to test permissions. */
      isSample: boolean;
    },
  ) {}

  /**
   * Pages of a list, up to where it could be read.
   * @param onMissed called where it could not be read to its end
   * @throws {ConnectionLost} where the key is no longer accepted
   */
  async *pages<T>(
    part: GcpPart,
    request: GcpRequest,
    page: z.ZodType<T>,
    onMissed: () => void = () => undefined,
  ): AsyncGenerator<T> {
    try {
      for await (const each of this.client.pages(request, page)) {
        yield each;
        if (this.options.isSample) return;
      }
    } catch (err) {
      if (this.isEmptyWhileDisabled(request, err)) return;
      this.missed(part, request, err);
      onMissed();
    }
  }

  /**
   * All pages of a list, or null where it could not be read completely.
   * @throws {ConnectionLost}
   */
  async all<T>(part: GcpPart, request: GcpRequest, page: z.ZodType<T>): Promise<T[] | null> {
    const tooLong = () => new UnexpectedResponse({ url: request.url }, 'with an endless list');
    try {
      return await wholeOf(this.client.pages(request, page), tooLong);
    } catch (err) {
      return this.isEmptyWhileDisabled(request, err) ? [] : this.missed(part, request, err);
    }
  }

  /**
   * A parsed response, or null where it could not be read.
   * @throws {ConnectionLost}
   */
  async get<T>(part: GcpPart, request: GcpRequest, schema: z.ZodType<T>): Promise<T | null> {
    try {
      return await this.client.send(request, schema);
    } catch (err) {
      return this.missed(part, request, err);
    }
  }

  /** Records a gap. */
  note({ region = null, ...missed }: MissedPart & { region?: string | null }, reason: string): void {
    this.options.gaps.missed(missed, { region, account: this.project.id, reason });
  }

  private missed(part: GcpPart, request: GcpRequest, err: unknown): null {
    if (!(err instanceof RestError)) throw err;
    if (err.status === 401) {
      throw new ConnectionLost('Google no longer accepts the tokens of the service account.', { cause: err });
    }
    this.note(part, reasonOf(err, { permission: part.permission, project: this.project.id, request }));
    return null;
  }

  private isEmptyWhileDisabled(request: GcpRequest, err: unknown): boolean {
    if (!(err instanceof RestError) || !EMPTY_WHILE_DISABLED.has(request.api)) return false;
    const { id, number } = this.project;
    const consumer = disabledIn(err);
    // Disabled in another project (that of the service account), it says nothing about this one.
    return consumer === `projects/${id}` || (number !== null && consumer === `projects/${number}`);
  }
}

function reasonOf(
  err: RestError,
  { permission, project, request }: { permission: string; project: string; request: GcpRequest },
): string {
  const consumer = disabledIn(err);
  if (consumer !== null) {
    const where = consumer === '' ? 'the project of the service account' : consumer;
    return `${request.api}.googleapis.com is switched off in ${where}; switch it on to read ${project} with ${permission}.`;
  }
  if (err.status === 403) return `The project ${project} refuses ${permission}; grant it to the service account.`;
  const code = codeOf(err);
  return `Reading with ${permission} in the project ${project} ${err.message}${code === null ? '' : ` (${code})`}.`;
}

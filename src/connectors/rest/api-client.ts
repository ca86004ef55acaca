import { z } from 'zod';
import { safeErrorCode } from '../error-code.rules.js';
import type { CollectTime } from '../collect-time.js';
import { ConnectionLost } from '../connector.js';
import { Reachability } from '../reachability.js';
import { wholeOf } from '../whole-list.js';
import type { RestClient, RestRequest, RestResponse } from './rest-client.js';
import { RestError, NoResponse, UnexpectedResponse } from './rest-error.js';
import type { Credentials } from './token-cache.js';

/** Differences between providers: paging, error codes, and the refusals of invalid credentials. */
export interface ApiDialect {
  /** `Okta`. */
  system: string;
  /** Items of a page, from its body. */
  itemsOf: (body: unknown) => unknown;
  /** URL of the next page, or null. */
  nextOf: (response: RestResponse) => string | null;
  /** The provider's error code, from the body of a refusal. */
  codeOf: (body: unknown) => string | null;
  /** Whether a refusal means that the credentials as such are refused. */
  isLockedOut: (refusal: RestError) => boolean;
}

/** Reads objects and paged lists of one provider's API with one set of credentials, one request at a time. */
export class ApiClient {
  private readonly reachability = new Reachability();
  /** The path that was answered last. */
  private answered: string | null = null;

  constructor(
    private readonly options: { rest: RestClient; origin: string; dialect: ApiDialect; credentials: Credentials },
  ) {}

  /** Time of the collection. */
  get time(): CollectTime {
    return this.options.rest.time;
  }

  /**
   * @param path with its query, from `/`
   * @throws {RestError} for any status but 2xx, for a response that does not match the schema, and for a single one that is missing
   * @throws {ConnectionLost} when the credentials are refused, or the system cannot be reached
   */
  async get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    try {
      const answer = await this.options.rest.send(this.request(path), schema);
      this.noteAnswer(path);
      return answer;
    } catch (err) {
      throw await this.lostOr(err);
    }
  }

  /** Items of every page of a list. Throws like `get`. */
  async *list<T>(path: string, schema: z.ZodType<T>): AsyncGenerator<T> {
    const { rest, dialect } = this.options;
    const pages = rest.pages(this.request(path), {
      schema: z.preprocess(dialect.itemsOf, z.array(schema)),
      nextOf: (_page, response) => dialect.nextOf(response),
    });
    try {
      for await (const items of pages) {
        this.noteAnswer(path);
        yield* items;
      }
    } catch (err) {
      throw await this.lostOr(err);
    }
  }

  /** Items of every page together, for lists that are known to be short. Throws like `get`. */
  all<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
    return this.whole(path, this.list(path, schema));
  }

  /**
   * Items derived from a list, together.
   * @param path of the list
   * @throws {RestError} beyond 64 MiB
   */
  whole<T>(path: string, items: AsyncIterable<T>): Promise<T[]> {
    const { url } = this.request(path);
    return wholeOf(items, () => new UnexpectedResponse({ url }, 'with an endless list'));
  }

  /** Status and reason of a refusal: `403 E0000006`; `no answer` without a response. */
  refusalCode(err: RestError): string {
    const { status, body } = err;
    if (err instanceof NoResponse && err.isPartOver) return 'no answer within the time for it';
    if (status === null) return 'no answer';
    const code = safeErrorCode(this.options.dialect.codeOf(body));
    return code === null ? String(status) : `${String(status)} ${code}`;
  }

  private request(path: string): RestRequest {
    const { origin, credentials } = this.options;
    return { url: origin + path, credentials };
  }

  private noteAnswer(path: string): void {
    this.answered = path;
    this.reachability.answered();
  }

  private async lostOr(err: unknown): Promise<unknown> {
    const { system, isLockedOut } = this.options.dialect;
    if (err instanceof NoResponse) {
      if (err.isPartOver || !this.reachability.isAwayAfterSilence()) return err;
      return (await this.answersElsewhere()) ? err : unreachable(system, err);
    }
    if (err instanceof RestError) this.reachability.answered();
    if (!(err instanceof RestError && isLockedOut(err))) return err;
    return new ConnectionLost(`${system} no longer accepts the credentials (${this.refusalCode(err)}).`);
  }

  /** Whether the system still answers what it has answered before: then it leaves some requests unanswered, and is not away. */
  private async answersElsewhere(): Promise<boolean> {
    if (this.answered === null) return false;
    try {
      await this.options.rest.send(this.request(this.answered), z.unknown());
    } catch (err) {
      if (!(err instanceof RestError)) throw err;
      if (err instanceof NoResponse) return false;
    }
    this.reachability.answered();
    return true;
  }
}

/** Error for a system that does not respond, with the reason. */
export function unreachable(system: string, err: NoResponse): ConnectionLost {
  return new ConnectionLost(`${system} cannot be reached at ${err.host}: ${err.reason}.`, { cause: err });
}

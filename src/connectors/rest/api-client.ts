import { z } from 'zod';
import { codeWord } from '../error-code.rules.js';
import { ConnectionLost } from '../connector.js';
import { wholeOf } from '../whole-list.js';
import type { Answer, RestClient, RestRequest } from './rest-client.js';
import { RestError, Unanswered, UnexpectedAnswer } from './rest-error.js';
import type { Credentials } from './token-cache.js';

/** What a service does in its own way. */
export interface Dialect {
  /** `Okta`. */
  system: string;
  /** Of the body of a page of a list. */
  itemsOf: (body: unknown) => unknown;
  /** Address of the page after it, or null. */
  nextOf: (answer: Answer) => string | null;
  /** The system's own word for the reason of a refusal. */
  codeOf: (body: unknown) => string | null;
  /** Whether a refusal says that whoever asks is not let in at all. */
  isLockedOut: (refusal: RestError) => boolean;
}

/** Reads single objects and lists of several pages of one service, one request at a time. */
export class RestApi {
  constructor(
    private readonly options: { client: RestClient; origin: string; dialect: Dialect; credentials: Credentials },
  ) {}

  /**
   * @param path with its query, from `/`
   * @throws {RestError} for any status but 2xx, and for an answer of another shape
   * @throws {ConnectionLost} when the system lets in no more, or cannot be reached
   */
  async get<T>(path: string, shape: z.ZodType<T>): Promise<T> {
    try {
      return await this.options.client.ask(this.request(path), shape);
    } catch (err) {
      throw this.lostOr(err);
    }
  }

  /** The items of every page. Throws as `get` does. */
  async *list<T>(path: string, shape: z.ZodType<T>): AsyncGenerator<T> {
    const { client, dialect } = this.options;
    const pages = client.pages(this.request(path), {
      shape: z.preprocess(dialect.itemsOf, z.array(shape)),
      nextOf: (_page, answer) => dialect.nextOf(answer),
    });
    try {
      for await (const items of pages) yield* items;
    } catch (err) {
      throw this.lostOr(err);
    }
  }

  /** The items of every page together; for lists that are known to be short. Throws as `get` does. */
  all<T>(path: string, shape: z.ZodType<T>): Promise<T[]> {
    return this.whole(path, this.list(path, shape));
  }

  /**
   * What is made of a list, together.
   * @param path of the list
   * @throws {RestError} when it becomes too long
   */
  whole<T>(path: string, items: AsyncIterable<T>): Promise<T[]> {
    const { url } = this.request(path);
    return wholeOf(items, () => new UnexpectedAnswer({ url }, 'with a list without an end'));
  }

  /** Status and reason of a refusal: `403 E0000006`. */
  wordsOf({ status, body }: RestError): string {
    const code = codeWord(this.options.dialect.codeOf(body));
    return code === null ? String(status) : `${String(status)} ${code}`;
  }

  private request(path: string): RestRequest {
    const { origin, credentials } = this.options;
    return { url: origin + path, credentials };
  }

  private lostOr(err: unknown): unknown {
    const { system, isLockedOut } = this.options.dialect;
    if (err instanceof Unanswered) return unreachable(system, err);
    if (!(err instanceof RestError && isLockedOut(err))) return err;
    return new ConnectionLost(`${system} no longer accepts the credentials (${this.wordsOf(err)}).`);
  }
}

/** Says that a system does not answer, and why. */
export function unreachable(system: string, err: Unanswered): ConnectionLost {
  return new ConnectionLost(`${system} cannot be reached at ${err.host}: ${err.reason}.`, { cause: err });
}

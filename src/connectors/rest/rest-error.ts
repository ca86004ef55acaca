import { safeFetchErrorOf } from '../guard-refusal.js';

interface RestErrorOptions {
  /** What was asked for. */
  url: string;
  body?: unknown;
  cause?: unknown;
}

/** What an interface refused, or that it did not answer. Its message holds no credential and no address of a tenant. */
export class RestError extends Error {
  /** Not enumerable: what was refused may quote what was asked, and errors are logged. */
  readonly #body: unknown;
  readonly #url: URL;

  constructor(
    /** HTTP status, or null where there was no answer, or none that can be read. */
    readonly status: number | null,
    { url, body = null, cause }: RestErrorOptions,
    message = `was answered with ${String(status)}`,
  ) {
    super(message, { cause });
    this.#body = body;
    this.#url = new URL(url);
  }

  /** The body, parsed; null where there is none, or none in JSON. */
  get body(): unknown {
    return this.#body;
  }

  /** What was asked for, without its query. */
  get path(): string {
    return this.#url.pathname;
  }

  /** Who was asked. */
  get host(): string {
    return this.#url.host;
  }
}

/** Says that there was no answer at all. */
export class Unanswered extends RestError {
  constructor(options: RestErrorOptions) {
    super(null, options, 'was not answered');
  }

  /** Why, for whoever chose the address: what the guard or the connection says. */
  get reason(): string {
    return safeFetchErrorOf(this.cause)?.message ?? 'there is no answer';
  }
}

/** Says that an answer has not the form that the provider documents. */
export class UnexpectedAnswer extends RestError {
  /** @param form goes on after "was answered" */
  constructor(options: RestErrorOptions, form = 'in a form that is not documented') {
    super(null, options, `was answered ${form}`);
  }
}

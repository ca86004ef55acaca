import { OutOfTime } from '../collect-time.js';
import { safeFetchErrorOf } from '../../platform/safe-fetch/safe-fetch-error.js';

interface RestErrorOptions {
  /** URL of the request. */
  url: string;
  body?: unknown;
  cause?: unknown;
}

/** A request that was refused or got no usable response. The message holds no credential and no address of a tenant. */
export class RestError extends Error {
  /** Private, because errors are logged and a refusal may quote the request. */
  readonly #body: unknown;
  readonly #url: URL;

  constructor(
    /** HTTP status, or null where there was no response, or none that can be read. */
    readonly status: number | null,
    { url, body = null, cause }: RestErrorOptions,
    message = `was answered with ${String(status)}`,
  ) {
    super(message, { cause });
    this.#body = body;
    this.#url = new URL(url);
  }

  /** The parsed body; null without one, or for one that is not JSON. */
  get body(): unknown {
    return this.#body;
  }

  /** Path of the request, without its query. */
  get path(): string {
    return this.#url.pathname;
  }

  /** Host and port of the request. */
  get host(): string {
    return this.#url.host;
  }
}

/** No response was received. */
export class NoResponse extends RestError {
  /** Whether the time for the part was over, which says nothing of the system now. */
  readonly isPartOver: boolean;

  constructor(options: RestErrorOptions) {
    super(null, options, isPartOver(options) ? 'was not answered within the time for its part' : 'was not answered');
    this.isPartOver = isPartOver(options);
  }

  /** Reason for the user who chose the address, from the guarded network or the connection. */
  get reason(): string {
    return safeFetchErrorOf(this.cause)?.message ?? 'there is no answer';
  }
}

function isPartOver({ cause }: RestErrorOptions): boolean {
  return cause instanceof OutOfTime && cause.of === 'part';
}

/** A response that does not match its documentation. */
export class UnexpectedResponse extends RestError {
  /** @param form continues "was answered" */
  constructor(options: RestErrorOptions, form = 'in a form that is not documented') {
    super(null, options, `was answered ${form}`);
  }
}

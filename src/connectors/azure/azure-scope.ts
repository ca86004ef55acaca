import { z } from 'zod';
import { codeWord } from '../error-code.rules.js';
import { ConnectionLost } from '../connector.js';
import type { GapLog } from '../rest/gap-log.js';
import { RestError, UnexpectedAnswer } from '../rest/rest-error.js';
import { wholeOf } from '../whole-list.js';
import type { AzureApi, AzureRequest } from './azure-client.js';

/** A part of what is read: the types of resources that lack it where it is refused, and what has to be granted. */
export interface AzurePart {
  types: readonly string[];
  /** An action (`Microsoft.Storage/storageAccounts/read`), a data action, or an application permission of Graph. */
  permission: string;
}

/** Where something is read: a subscription, or the tenant. */
export interface AzureAccount {
  id: string;
  name: string;
  kind: 'subscription' | 'tenant';
}

const AnswerError = z.object({ error: z.object({ code: z.string() }) });

/** The registration report of users comes with Entra ID P1 alone. */
const NEEDS_PREMIUM = 'Authentication_RequestFromNonPremiumTenantOrB2CTenant';

/** So many items are a sample: one could be the database master, which is not like the others. */
const SAMPLE = 2;

/** Reads the parts of one account. What it cannot read becomes a gap, never an error. */
export class AzureReader {
  constructor(
    readonly api: AzureApi,
    readonly account: AzureAccount,
    private readonly options: {
      gaps: GapLog;
      /** Whether a few items of every list will do: to try what is permitted. */
      isSample: boolean;
    },
  ) {}

  /**
   * The items of a list, up to where it could be read.
   * @throws {ConnectionLost} where the credential is no longer good
   */
  async *list<T>(part: AzurePart, request: AzureRequest, item: z.ZodType<T>): AsyncGenerator<T> {
    try {
      yield* this.items(request, item);
    } catch (err) {
      if (!isUnregistered(err)) this.missed(part, request, err);
    }
  }

  /**
   * The items of a list that is needed as a whole, or null where it could not be read.
   * @throws {ConnectionLost}
   */
  async all<T>(part: AzurePart, request: AzureRequest, item: z.ZodType<T>): Promise<T[] | null> {
    const tooLong = () => new UnexpectedAnswer({ url: request.url }, 'with a list without an end');
    try {
      return await wholeOf(this.items(request, item), tooLong);
    } catch (err) {
      return isUnregistered(err) ? [] : this.missed(part, request, err);
    }
  }

  /**
   * Shows every item of a list to `see`, keeping none.
   * @returns whether the list was read to its end
   * @throws {ConnectionLost}
   */
  async each<T>(
    part: AzurePart,
    { request, item }: { request: AzureRequest; item: z.ZodType<T> },
    see: (item: T) => unknown,
  ): Promise<boolean> {
    try {
      for await (const seen of this.items(request, item)) see(seen);
      return true;
    } catch (err) {
      if (isUnregistered(err)) return true;
      this.missed(part, request, err);
      return false;
    }
  }

  /**
   * An answer, or null where it could not be read.
   * @throws {ConnectionLost}
   */
  async get<T>(part: AzurePart, request: AzureRequest, shape: z.ZodType<T>): Promise<T | null> {
    try {
      return await this.api.ask(request, shape);
    } catch (err) {
      return this.missed(part, request, err);
    }
  }

  /**
   * Notes a gap for a part that was refused, or not answered.
   * @returns null, so that what is not known can be told from what is not there
   * @throws whatever is neither; {ConnectionLost} where the credential is no longer good
   */
  missed({ types, permission }: AzurePart, request: AzureRequest, err: unknown): null {
    if (!(err instanceof RestError)) throw err;
    if (err.status === 401 && request.interface !== 'vault') {
      throw new ConnectionLost('Azure no longer accepts the tokens of the application.', { cause: err });
    }
    const code = codeOf(err);
    const { id, name, kind } = this.account;
    const reason = reasonOf(err, { code, permission, place: `${kind} ${name}`, request });
    this.options.gaps.note({ resourceTypes: types, region: null, account: id, reason });
    return null;
  }

  private async *items<T>(request: AzureRequest, item: z.ZodType<T>): AsyncGenerator<T> {
    let given = 0;
    for await (const each of this.api.list(request, item)) {
      yield each;
      if (this.options.isSample && (given += 1) >= SAMPLE) return;
    }
  }
}

/** A provider that a subscription never registered has nothing in it. */
function isUnregistered(err: unknown): boolean {
  return err instanceof RestError && codeOf(err) === 'MissingSubscriptionRegistration';
}

/** The provider's word for a refusal, or null. */
export function codeOf({ body }: RestError): string | null {
  const parsed = AnswerError.safeParse(body);
  return parsed.success ? codeWord(parsed.data.error.code) : null;
}

function reasonOf(
  err: RestError,
  {
    code,
    permission,
    place,
    request,
  }: { code: string | null; permission: string; place: string; request: AzureRequest },
): string {
  if (code === NEEDS_PREMIUM)
    return `The ${place} has no licence of Entra ID P1, without which ${permission} gives nothing.`;
  if (err.status === 401 || err.status === 403)
    return `The ${place} refuses ${permission}; ${HOW_TO_GRANT[request.interface]}.`;
  return `Reading with ${permission} in the ${place} ${err.message}${code === null ? '' : ` (${code})`}.`;
}

const HOW_TO_GRANT = {
  management: 'grant this action to the application',
  graph: 'grant this application permission, with the consent of an administrator',
  vault: 'grant this data action to the application, and let it through the firewall of the vault',
};

import { z } from 'zod';
import { safeErrorCode } from '../error-code.rules.js';
import { ConnectionLost } from '../connector.js';
import type { GapLog, MissedPart } from '../rest/gap-log.js';
import { RestError, UnexpectedResponse } from '../rest/rest-error.js';
import { wholeOf } from '../whole-list.js';
import type { AzureClient, AzureRequest } from './azure-client.js';

/** A request's part: what has a gap where it is refused, and the permission that it needs. */
export interface AzurePart extends MissedPart {
  /** An action (`Microsoft.Storage/storageAccounts/read`), a data action, or an application permission of Graph. */
  permission: string;
}

/** A collected subscription, or the tenant. */
export interface AzureAccount {
  id: string;
  name: string;
  kind: 'subscription' | 'tenant';
}

const ErrorBody = z.object({ error: z.object({ code: z.string() }) });

/** Error code of the registration report, which needs Entra ID P1. */
const NEEDS_PREMIUM = 'Authentication_RequestFromNonPremiumTenantOrB2CTenant';

/**
 * Number of items that a probe reads of a list: a single one could be the database master, which differs from the
 * others.
 */
const SAMPLE_SIZE = 2;

/**
 * Access to one subscription or tenant, for its collectors. Anything that cannot be read becomes a gap, never an error.
 */
export class AzureScope {
  constructor(
    readonly client: AzureClient,
    readonly account: AzureAccount,
    private readonly options: {
      gaps: GapLog;
      /** Whether to read a few items of every list only, to test permissions. */
      isSample: boolean;
    },
  ) {}

  /**
   * Items of a list, up to where it could be read.
   * @throws {ConnectionLost} where the credential is no longer accepted
   */
  async *list<T>(part: AzurePart, request: AzureRequest, item: z.ZodType<T>): AsyncGenerator<T> {
    try {
      yield* this.items(request, item);
    } catch (err) {
      if (!isUnregistered(err)) this.missed(part, request, err);
    }
  }

  /**
   * All items of a list, or null where it could not be read completely.
   * @throws {ConnectionLost}
   */
  async all<T>(part: AzurePart, request: AzureRequest, item: z.ZodType<T>): Promise<T[] | null> {
    const tooLong = () => new UnexpectedResponse({ url: request.url }, 'with an endless list');
    try {
      return await wholeOf(this.items(request, item), tooLong);
    } catch (err) {
      return isUnregistered(err) ? [] : this.missed(part, request, err);
    }
  }

  /**
   * Calls `visit` for every item of a list without storing any.
   * @returns whether the list was read to its end
   * @throws {ConnectionLost}
   */
  async each<T>(
    part: AzurePart,
    { request, item }: { request: AzureRequest; item: z.ZodType<T> },
    visit: (item: T) => unknown,
  ): Promise<boolean> {
    try {
      for await (const each of this.items(request, item)) visit(each);
      return true;
    } catch (err) {
      if (isUnregistered(err)) return true;
      this.missed(part, request, err);
      return false;
    }
  }

  /**
   * A parsed response, or null where it could not be read.
   * @throws {ConnectionLost}
   */
  async get<T>(part: AzurePart, request: AzureRequest, schema: z.ZodType<T>): Promise<T | null> {
    try {
      return await this.client.send(request, schema);
    } catch (err) {
      return this.missed(part, request, err);
    }
  }

  /**
   * Records a gap for a part that was refused or got no response.
   * @returns null, which distinguishes the unknown from the absent
   * @throws any other error; {ConnectionLost} where the credential is no longer accepted
   */
  missed({ permission, ...missed }: AzurePart, request: AzureRequest, err: unknown): null {
    if (!(err instanceof RestError)) throw err;
    if (err.status === 401 && request.api !== 'vault') {
      throw new ConnectionLost('Azure no longer accepts the tokens of the application.', { cause: err });
    }
    const code = codeOf(err);
    const { id, name, kind } = this.account;
    const reason = reasonOf(err, { code, permission, place: `${kind} ${name}`, request });
    this.options.gaps.missed(missed, { region: null, account: id, reason });
    return null;
  }

  /** Records a gap of a part that Azure's responses leave open; a probe, which reads a few items of each list, cannot know. */
  unknown(types: readonly string[], reason: string): void {
    if (this.options.isSample) return;
    this.options.gaps.note({ resourceTypes: types, region: null, account: this.account.id, reason });
  }

  private async *items<T>(request: AzureRequest, item: z.ZodType<T>): AsyncGenerator<T> {
    let given = 0;
    for await (const each of this.client.list(request, item)) {
      yield each;
      if (this.options.isSample && (given += 1) >= SAMPLE_SIZE) return;
    }
  }
}

/** Whether a subscription never registered the resource provider, so that it has none of its resources. */
function isUnregistered(err: unknown): boolean {
  return err instanceof RestError && codeOf(err) === 'MissingSubscriptionRegistration';
}

/** Azure's error code of a refusal, or null. */
export function codeOf({ body }: RestError): string | null {
  const parsed = ErrorBody.safeParse(body);
  return parsed.success ? safeErrorCode(parsed.data.error.code) : null;
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
    return `The ${place} refuses ${permission}; ${HOW_TO_GRANT[request.api]}.`;
  return `Reading with ${permission} in the ${place} ${err.message}${code === null ? '' : ` (${code})`}.`;
}

const HOW_TO_GRANT = {
  management: 'grant this action to the application',
  graph: 'grant this application permission, with the consent of an administrator',
  vault: 'grant this data action to the application, and let it through the firewall of the vault',
};

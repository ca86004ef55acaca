import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../../context.js';
import { ContextKey } from '../../platform/context-values.js';
import type { AppError } from '../../platform/errors.js';
import type { Database, EntityManager } from '../../platform/database/database.js';
import type { EventAggregator } from './event-aggregator.js';
import { ocsfLine } from './ocsf.rules.js';
import {
  recordedEvent,
  securityActorOf,
  USER_AGENT_LENGTH,
  type SecurityActor,
  type SecurityEvent,
} from './security-event.js';
import type { SecurityEventKind } from './security-event-kinds.js';
import type { EventAuthor } from './security-event-recorder.js';
import { addKeyAddress, addScimTokenAddress } from './security-event.sql.js';
import { SecurityEventWriter, type WriteLine } from './security-event-writer.js';

const KEY_ADDRESSES_MAX = 10_000;
/** Kinds of downloads, by the folder of the object. Scans write the artifacts of their own evidence. */
const DOWNLOADS: Readonly<Record<string, SecurityEventKind>> = {
  evidence: 'evidence.downloaded',
  scans: 'evidence.downloaded',
  reports: 'report.downloaded',
  'audit-exports': 'audit_log.downloaded',
};

export interface SecurityEventsOptions {
  database: Database;
  aggregator: EventAggregator;
  /** Writes to standard output; does nothing where the log is off. */
  write: WriteLine;
}

/**
 * Recorder of security events: a row of the tenant, then a line of the security log (OCSF). A row that cannot be written
 * is an error of the request: nobody logs in unrecorded. Refusals and downloads, of which one client can cause any
 * number, go through the aggregator instead.
 */
export class SecurityEvents {
  /** Keys and tokens of SCIM with addresses that this process knows to be stored. */
  private readonly keyAddresses = new LRUCache<string, true>({ max: KEY_ADDRESSES_MAX });
  /** Errors that were counted: one passes through the graph and then through the transport. */
  private readonly counted = new WeakSet<AppError>();
  private readonly writer: SecurityEventWriter;

  constructor(private readonly options: SecurityEventsOptions) {
    this.writer = new SecurityEventWriter(options.write);
  }

  /**
   * Records an event of the caller's tenant, in the transaction of `em` where it is given. Call it last in one: other
   * events of the tenant wait until it ends. The line is written when the row is, also where the transaction fails later.
   */
  async record(ctx: RequestContext, event: SecurityEvent, em: EntityManager = ctx.em): Promise<void> {
    const { tenantId } = ctx.viewer;
    await this.writer.write(em, { tenantId, actor: securityActorOf(ctx), at: ctx.clock.now() }, event);
  }

  /** Records an event of a tenant that the request has named and not logged in to: a log-in, a failure, a reset. */
  async recordFor(
    ctx: RequestContext,
    account: { tenantId: string; userId: string | null },
    event: SecurityEvent & { isAuthenticated?: boolean },
  ): Promise<void> {
    const { isAuthenticated = false, ...about } = event;
    const anonymous = securityActorOf(ctx);
    const actor: SecurityActor = isAuthenticated
      ? { ...anonymous, actorType: 'user', actorId: account.userId }
      : anonymous;
    await this.recordAs(account.tenantId, { ...about, userId: account.userId }, actor, ctx.clock.now());
  }

  /** Records events of a change in the transaction of `em`. Call it last in one, like `record`. */
  recordChange(em: EntityManager, author: EventAuthor, ...events: SecurityEvent[]): Promise<void> {
    return this.writer.recordChange(em, author, ...events);
  }

  /**
   * Writes the line of an event that belongs to no tenant, such as a failed log-in of an unknown address: there is no
   * row. The line says neither the address nor that it is unknown.
   */
  reportUnknown(ctx: RequestContext, event: SecurityEvent): void {
    const at = ctx.clock.now();
    this.options.write(ocsfLine(null, recordedEvent({ userId: null, ...event }, securityActorOf(ctx), { at })));
  }

  /**
   * Counts what a failed log-in causes: in every organization that it would have opened, else by a line of the log alone. Never waits,
   * so that the time of an answer does not show which of them it was.
   */
  countOfAccounts(
    ctx: RequestContext,
    accounts: readonly { tenantId: string; id: string }[],
    event: Pick<SecurityEvent, 'kind' | 'details'>,
  ): void {
    if (accounts.length === 0) this.reportUnknown(ctx, event);
    for (const { tenantId, id: userId } of accounts)
      this.options.aggregator.add(tenantId, { ...event, userId }, securityActorOf(ctx));
  }

  /** Counts an event of which there may be many; equal ones become one row within some seconds. Never waits. */
  count(ctx: RequestContext, event: SecurityEvent): void {
    if (ctx.viewerIfAny) this.options.aggregator.add(ctx.viewer.tenantId, event, securityActorOf(ctx));
  }

  /**
   * Counts the download of an object by a signed link, of which nobody knows the caller.
   * @param key of the object: `{tenant id}/{folder}/…`
   */
  countDownload(
    key: string,
    { userAgent, ...origin }: Pick<SecurityActor, 'address' | 'userAgent' | 'requestId'>,
  ): void {
    const [tenantId = '', folder = ''] = key.split('/');
    const agent = userAgent?.slice(0, USER_AGENT_LENGTH) ?? null;
    const actor = { actorType: 'anonymous', actorId: null, apiKeyId: null, userAgent: agent, ...origin } as const;
    const kind = DOWNLOADS[folder];
    if (!kind) throw new Error(`a download from ${folder} is no kind of security event`);
    const event = { kind, resourceType: 'object', resourceId: key } as const;
    this.options.aggregator.add(tenantId, event, actor);
  }

  /** Counts a refusal (FORBIDDEN) of a known caller; ignores every other error. */
  noticeFailure(ctx: RequestContext, operation: string, error: AppError): void {
    if (error.code !== 'FORBIDDEN' || this.counted.has(error)) return;
    this.counted.add(error);
    this.count(ctx, { kind: 'access.refused', details: { operation } });
  }

  /**
   * Records the use of an API key from an address from which it was never used. One statement the first time that this
   * process sees the pair, none afterwards.
   */
  async noticeKeyUse(ctx: RequestContext): Promise<void> {
    const { viewerIfAny: viewer, address } = ctx;
    if (!viewer?.apiKeyId || address === null) return;
    const { apiKeyId, tenantId } = viewer;
    const seen = `${apiKeyId} ${address}`;
    if (this.keyAddresses.has(seen)) return;
    const isNew = (await addKeyAddress.run(ctx.em, { tenantId, apiKeyId, address, at: ctx.clock.now() })) === 1;
    if (isNew)
      await this.record(ctx, { kind: 'api_key.used_from_new_address', resourceType: 'api_key', resourceId: apiKeyId });
    this.keyAddresses.set(seen, true);
  }

  /** Records the use of a token of SCIM from an address from which it was never used, like `noticeKeyUse`. */
  async noticeScimTokenUse(em: EntityManager, author: EventAuthor, scimTokenId: string): Promise<void> {
    const { tenantId, at, actor } = author;
    const { address } = actor;
    if (address === null) return;
    const seen = `${scimTokenId} ${address}`;
    if (this.keyAddresses.has(seen)) return;
    const isNew = (await addScimTokenAddress.run(em, { tenantId, scimTokenId, address, at })) === 1;
    const about = { resourceType: 'scim_token', resourceId: scimTokenId } as const;
    if (isNew) await this.recordChange(em, author, { kind: 'scim_token.used_from_new_address', ...about });
    this.keyAddresses.set(seen, true);
  }

  private recordAs(tenantId: string, event: SecurityEvent, actor: SecurityActor, at: Date): Promise<void> {
    const { database } = this.options;
    return database.within({ kind: 'tenant', tenantId }, () =>
      this.writer.write(database.fork(), { tenantId, actor, at }, event),
    );
  }
}

/** The recorder, in every context. */
export const SECURITY_EVENTS = new ContextKey<SecurityEvents>('security events');

/** The recorder of a request: `securityEvents(ctx).record(ctx, { kind: 'audit_log.exported' })`. */
export function securityEvents(ctx: RequestContext): SecurityEvents {
  return ctx.app.values.get(SECURITY_EVENTS);
}

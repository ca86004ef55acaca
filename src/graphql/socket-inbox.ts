import { CloseCode, MessageType } from 'graphql-ws';
import { MINUTE } from '../platform/clock.js';
import { AppError } from '../platform/errors.js';
import type { Log } from '../platform/log.js';
import type { Extra } from './socket-server.js';
import { OperationIds } from './operation-ids.js';
import { parsedMessage, repeatedMember, typeOf } from './socket-message.rules.js';

/** Limit of a ping or pong, whose payload is sent back, and of a message before the caller is known: a token has some 8 KiB. Source: schema/contract/limits.md. */
const [PING_BYTES_MAX, GREETING_BYTES_MAX] = [1024, 10 * 1024];
/** Messages that wait while one is counted. Sockets emit one message in a turn of the event loop, so that more are never needed. */
const WAITING_MAX = 20;
/** What is shorter can start no operation: a ping has 15 bytes. Of a caller, so many in a minute count nothing. Source: schema/contract/limits.md. */
const [SHORT_BYTES_MAX, SHORT_FREE] = [40, 12];

/** Counts a message. @returns whether its sender is within the request quota */
export type CountMessage = (extra: Extra, bytes: number) => Promise<boolean>;

export interface InboxOptions {
  extra: Extra;
  count: CountMessage;
  /** Reads a message by the protocol. It resolves at the end of the operation that the message starts. */
  take: (text: string) => Promise<void>;
  log: Log;
}

/**
 * Messages of one socket on their way to the protocol: each is counted before it is parsed, and they are read one after the
 * other. A first message that greets (`connection_init`) is counted when its credential is looked up, so that strangers who have
 * used up the quota of an address lock nobody out there.
 */
export class SocketInbox {
  private last: Promise<void> = Promise.resolve();
  private waiting = 0;
  private isFirst = true;
  private readonly operations = new OperationIds();
  private short = { since: Number.NEGATIVE_INFINITY, count: 0 };

  constructor(private readonly options: InboxOptions) {}

  /** Reads a message when those before it were read. */
  receive(data: Buffer): void {
    this.inTurn(() => this.read(data));
  }

  /** Counts a control frame of the WebSocket, which the protocol does not see. */
  receiveControl(data: Buffer): void {
    this.inTurn(async () => {
      await this.isWithinQuota(data.length);
    });
  }

  private inTurn(work: () => Promise<void>): void {
    // What arrives after a close is neither counted nor read.
    if (!this.isOpen) return;
    if (this.waiting >= WAITING_MAX) {
      this.refuse();
      return;
    }
    this.waiting += 1;
    this.last = this.last
      .then(() => (this.isOpen ? work() : undefined))
      .catch((err: unknown) => this.fail(err))
      .finally(() => (this.waiting -= 1));
  }

  private async read(data: Buffer): Promise<void> {
    const { extra, take } = this.options;
    const wasFirst = this.isFirst;
    this.isFirst = false;
    if (!wasFirst && !(await this.isWithinQuota(data.length))) return;
    const isTooLong = !extra.viewer && data.length > GREETING_BYTES_MAX;
    const text = isTooLong ? '' : data.toString('utf8');
    const message = isTooLong ? undefined : parsedMessage(text);
    const found = this.isRefused(message, data.length) ? 'refused' : repeatedMember(text, message);
    const isBad = found === 'refused' || found?.operation === null;
    const isGreeting = wasFirst && !isBad && typeOf(message) === MessageType.ConnectionInit;
    if (wasFirst && !isGreeting && !(await this.isWithinQuota(data.length))) return;
    if (isBad) {
      extra.socket.close(CloseCode.BadRequest, 'Invalid message received');
      return;
    }
    if (isGreeting) extra.greetingBytes = data.length;
    if (found?.operation) extra.repeated.set(found.operation.id, found.operation.fault);
    await this.operations.untilFree(message);
    this.operations.note(
      message,
      take(text).catch((err: unknown) => this.fail(err)),
    );
  }

  private isRefused(message: unknown, bytes: number): boolean {
    const type = typeOf(message);
    const isPing = type === MessageType.Ping || type === MessageType.Pong;
    return message === undefined || (isPing && bytes > PING_BYTES_MAX);
  }

  /** Counts what was received, and closes the socket beyond the quota. */
  private async isWithinQuota(bytes: number): Promise<boolean> {
    const { extra, count } = this.options;
    if (extra.viewer && bytes <= SHORT_BYTES_MAX && this.isFree()) return true;
    const isWithin = await count(extra, bytes);
    if (!isWithin) this.refuse();
    return isWithin;
  }

  private isFree(): boolean {
    const now = performance.now();
    if (now - this.short.since >= MINUTE) this.short = { since: now, count: 0 };
    this.short.count += 1;
    return this.short.count <= SHORT_FREE;
  }

  private get isOpen(): boolean {
    const { socket } = this.options.extra;
    return socket.readyState === socket.OPEN;
  }

  private refuse(): void {
    this.options.extra.socket.close(CloseCode.TooManyInitialisationRequests, 'Too many requests');
  }

  private fail(err: unknown): void {
    // Too many look-ups of its address wait, say.
    if (err instanceof AppError) {
      this.refuse();
      return;
    }
    this.options.log.error({ err }, 'cannot handle a WebSocket message');
    this.options.extra.socket.close(CloseCode.InternalServerError, 'Internal server error');
  }
}

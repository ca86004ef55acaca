import { MessageType } from 'graphql-ws';
import { typeOf } from './socket-message.rules.js';

interface Operation {
  over: Promise<void>;
  /** Whether its client has completed it. */
  isCompleted: boolean;
}

/**
 * The operations of one socket by the ids that its client gave them. A client may use the id of an operation again as soon as it has
 * completed that, when the service may still be at it: the library has a place for one operation an id, and would lose one of two.
 */
export class OperationIds {
  private readonly operations = new Map<string, Operation>();

  /** Waits until an operation that was completed under the id of a new one is over. */
  async untilFree(message: unknown): Promise<void> {
    const id = idOf(message);
    if (id === null || typeOf(message) !== MessageType.Subscribe) return;
    const former = this.operations.get(id);
    // One that is not completed is refused by the protocol.
    if (former?.isCompleted) await former.over;
  }

  /** Notes a message that is being taken. @param over resolves at the end of the operation that it starts */
  note(message: unknown, over: Promise<void>): void {
    const id = idOf(message);
    if (id === null) return;
    const former = this.operations.get(id);
    if (typeOf(message) === MessageType.Complete && former) former.isCompleted = true;
    if (typeOf(message) !== MessageType.Subscribe || former) return;
    this.operations.set(id, { over, isCompleted: false });
    void over.then(() => this.operations.delete(id));
  }
}

function idOf(message: unknown): string | null {
  const { id } = (message ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : null;
}

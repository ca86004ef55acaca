import type { Connection } from '../../platform/database/statement.js';
import { storedEvents } from './event-digest.sql.js';
import { eventText, type TextEvent } from './event-text.rules.js';

const ROWS_AT_ONCE = 2_000;

/** Security events of a tenant after a number, oldest first, with their texts, read a part at a time. */
export async function* readEvents(
  connection: Connection,
  tenantId: string,
  after = Number.MIN_SAFE_INTEGER,
): AsyncGenerator<TextEvent & { at: Date }, void, undefined> {
  for (let last = after; ;) {
    const found = await storedEvents.all(connection, { tenantId, after: last, limit: ROWS_AT_ONCE });
    for (const { moment, ...event } of found) yield { sequence: event.sequence, text: eventText(event), at: moment };
    if (found.length < ROWS_AT_ONCE) return;
    last = found.at(-1)?.sequence ?? last;
  }
}

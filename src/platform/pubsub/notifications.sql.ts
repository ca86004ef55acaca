import { sql } from '../database/database.js';
import { statement } from '../database/statement.js';

/** Sends a text to every session that listens to a channel. */
export const sendToChannel = statement({
  name: 'notifications.send_to_channel',
  row: {},
  text: ({ channel, body }: { channel: string; body: string }) => sql`select from pg_notify(${channel}, ${body})`,
  samples: [{ channel: '', body: '' }],
});

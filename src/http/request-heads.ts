import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** What Node's parser of a connection calls for each head that it has read; not in its types. */
interface HeadParser {
  onIncoming?: ((req: IncomingMessage, shouldKeepAlive: boolean) => number) | null;
}

/** Answer to the parser that has it leave the rest of the bytes it was given: that of an upgrade. */
const LEAVE_THE_REST = 2;

/**
 * Asks before each head of a connection is made a request of. A packet holds thousands of heads, and Node makes requests of all of them,
 * some of which it answers by itself, whatever became of the connection meanwhile. Where Node has no such place any more, all are made.
 */
export function gateHeads(socket: Socket, mayBegin: () => boolean): void {
  const { parser } = socket as { parser?: HeadParser | null };
  const onIncoming = parser?.onIncoming;
  if (!parser || typeof onIncoming !== 'function') return;
  parser.onIncoming = (req, shouldKeepAlive) =>
    mayBegin() ? onIncoming.call(parser, req, shouldKeepAlive) : LEAVE_THE_REST;
}

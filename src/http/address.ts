import type { IncomingMessage } from 'node:http';
import { canonicalAddress } from '../platform/client-address.rules.js';

/**
 * The network address of a client in its canonical spelling; empty where the connection has none any more. Behind a proxy
 * it is the last one of `X-Forwarded-For`, which our own proxy wrote: earlier ones may come from the client. Where that is
 * no address, it is the proxy's.
 */
export function addressOf(req: IncomingMessage, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? req.headers['x-forwarded-for'] : undefined;
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1);
  // A request whose reader has left its body unread has no socket any more, whatever its type says.
  const { socket } = req as { socket: IncomingMessage['socket'] | null };
  return canonicalAddress(last ?? '') ?? canonicalAddress(socket?.remoteAddress ?? '') ?? '';
}

import type { IncomingMessage } from 'node:http';

/**
 * The network address of a client. Behind a proxy it is the last one of `X-Forwarded-For`, which our own proxy wrote:
 * earlier ones may come from the client.
 */
export function addressOf(req: IncomingMessage, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? req.headers['x-forwarded-for'] : undefined;
  const last =
    String(forwarded ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? '';
  return last === '' ? (req.socket.remoteAddress ?? '') : last;
}

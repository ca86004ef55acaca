import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

const CHANNEL = 'http.client.request.start';

/**
 * Requests of this process by `node:http`, which clients of AWS send, so that a server on this machine can end one as the operating
 * system does after a timeout: no test waits for the end of a silence.
 */
export class OutgoingRequests {
  private readonly underWay = new Set<ClientRequest>();
  private readonly listener = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    this.underWay.add(request);
    request.once('close', () => this.underWay.delete(request));
  };

  constructor() {
    subscribe(CHANNEL, this.listener);
  }

  /** Ends the request that a server received, as after a timeout. */
  timeOut({ socket: { localPort, remotePort } }: IncomingMessage): void {
    for (const request of this.underWay) {
      if (request.socket?.localPort !== remotePort || request.socket?.remotePort !== localPort) continue;
      request.destroy(Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT' }));
    }
  }

  close(): void {
    unsubscribe(CHANNEL, this.listener);
  }
}

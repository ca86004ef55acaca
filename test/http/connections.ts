import { once } from 'node:events';
import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { afterEach } from 'vitest';

/**
 * Opens connections to a service by hand, and destroys them after each test of the calling block. The service may end them: that is no error.
 * @param baseUrl of the service, which is there when the first one is opened
 */
export function connections(baseUrl: () => string): (options?: Pick<TcpNetConnectOpts, 'allowHalfOpen'>) => Socket {
  const opened: Socket[] = [];
  afterEach(async () => {
    for (const socket of opened.splice(0).filter(({ closed }) => !closed)) await once(socket.destroy(), 'close');
  });
  return (options = {}) => {
    const { hostname: host, port } = new URL(baseUrl());
    const socket = connect({ host, port: Number(port), ...options });
    socket.on('error', () => undefined);
    opened.push(socket);
    return socket;
  };
}

/** What a connection has received so far, as text. */
export function received(socket: Socket): () => string {
  let text = '';
  socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
  return () => text;
}

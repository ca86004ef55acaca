import type { Server } from 'node:http';
import { GraphQLError } from 'graphql';
import { CloseCode, type Context, type ServerOptions } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Viewer } from '../context.js';
import { watchCredential } from './credential-watch.js';
import type { LiveDoor } from './subscriptions.js';

const MESSAGE_BYTES_MAX = 64 * 1024;
const PATH = '/graphql';

interface Extra {
  socket: WebSocket;
}

type Params = Record<string, unknown> | undefined;

/** GraphQL over WebSocket on the HTTP server's own port. @returns what closes every socket */
export function attachSocket(
  server: Server,
  door: LiveDoor,
  identify: (authorization: string | undefined) => Promise<{ viewer: Viewer } | null>,
): () => Promise<void> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES_MAX });
  server.on('upgrade', (req, socket, head) => {
    if ((req.url ?? '').split('?', 1)[0] !== PATH) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(req, socket, head, (client) => sockets.emit('connection', client, req));
  });
  const authorizationOf = ({ connectionParams }: Context<Params>) => {
    const { Authorization: upper, authorization: lower } = connectionParams ?? {};
    const value = upper ?? lower;
    return typeof value === 'string' ? value : undefined;
  };
  const viewerOf = async (ctx: Context<Params>) => (await identify(authorizationOf(ctx)))?.viewer ?? null;
  const options: ServerOptions<Params, Extra> = {
    schema: door.schema,
    execute: door.execute,
    subscribe: door.subscribe,
    onConnect: async (ctx) => {
      const viewer = await viewerOf(ctx);
      if (!viewer) return false;
      closeWhenOver(ctx.extra.socket, viewer, () => viewerOf(ctx));
      return true;
    },
    onSubscribe: async (ctx, _id, payload) => {
      const viewer = await viewerOf(ctx);
      if (viewer) return door.admit(viewer, payload);
      ctx.extra.socket.close(CloseCode.Forbidden, 'Forbidden');
      return [new GraphQLError('a valid access token is needed')];
    },
  };
  const gateway = useServer(options, sockets);
  return async () => {
    await gateway.dispose();
  };
}

/** Closes the socket (4403) when the credential ends, or soon after it was withdrawn. */
function closeWhenOver(socket: WebSocket, viewer: Viewer, recheck: () => Promise<Viewer | null>): void {
  const stop = watchCredential(viewer, recheck, () => {
    socket.close(CloseCode.Forbidden, 'Forbidden');
  });
  socket.once('close', stop);
}

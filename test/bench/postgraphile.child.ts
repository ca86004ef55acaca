import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { answerParent } from './answer-parent.js';

let server: Server | null = null;
let stop: () => Promise<void> = () => Promise.resolve();

/** Serves the tables of the schema `raw` by PostGraphile, for one tenant, without introspection of who asks. */
async function start({ databaseUrl, tenantId }: { databaseUrl: string; tenantId: string }): Promise<string> {
  const instance = postgraphile({
    extends: [PostGraphileAmberPreset],
    pgServices: [
      makePgService({
        connectionString: databaseUrl,
        schemas: ['raw'],
        pgSettings: () => ({ 'raw.tenant_id': tenantId }),
      }),
    ],
    grafserv: { graphqlPath: '/graphql', websockets: false, graphiql: false },
    grafast: { explain: false },
  });
  stop = async () => instance.release();
  server = createServer();
  await instance.createServ(grafserv).addTo(server);
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

answerParent({
  start,
  stop: async () => {
    server?.close();
    server?.closeAllConnections();
    await stop();
  },
});

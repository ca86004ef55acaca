import { createServer } from 'vite';
import { DEV_SERVER } from './build/dev-server.ts';

/** Serves the pages with reload, and passes everything else on to a running service. */
const server = await createServer(DEV_SERVER);
await server.listen();
server.printUrls();

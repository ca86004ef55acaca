import { createServer } from 'vite';
import { DEV_SERVER } from './build/dev-server.ts';

/** Development server of the pages with hot reload; proxies other requests to a running service. */
const server = await createServer(DEV_SERVER);
await server.listen();
server.printUrls();

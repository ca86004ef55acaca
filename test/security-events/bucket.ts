import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Options } from '../../src/platform/storage/s3-object-store.js';

/** An S3 server that accepts every object and stores none: enough where only links to objects are asked for. */
export class Bucket {
  private constructor(private readonly server: Server) {}

  static async start(): Promise<Bucket> {
    const server = createServer((req, res) => {
      req.resume();
      req.on('end', () => res.writeHead(200, { etag: '"stored"' }).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Bucket(server);
  }

  get options(): S3Options {
    const { port } = this.server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}`;
    return { endpoint, bucket: 'b', region: 'us-east-1', accessKeyId: 'test', secretAccessKey: 'test' };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { PublicUrl, urlOf } from '../../src/platform/public-url.js';

describe('PublicUrl', () => {
  it('is unknown before the server listens on a free port, and stays known while the service stops', async () => {
    const server = createServer();
    const url = new PublicUrl(null);
    url.follow(server);
    expect(() => url.href).toThrow('set PUBLIC_URL');
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const listened = urlOf(server);
    expect(listened).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    server.close();
    await once(server, 'close');
    expect(urlOf(server)).toBeNull();
    expect(url.href).toBe(listened);
  });

  it('is the configured one whatever the server listens on', () => {
    expect(new PublicUrl('https://compliance.example').href).toBe('https://compliance.example');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import { GuardedNetwork } from '../../../src/platform/safe-fetch/guarded-network.js';
import {
  AUTHORITY,
  CLIENT_CERTIFICATE,
  CLIENT_KEY,
  SERVER_CERTIFICATE,
  SERVER_KEY,
} from '../../connectors/authority.js';

/** The server responds with the name in the client's certificate, or `nobody`. */
describe('a guarded network of a client with a certificate', () => {
  let server: Server;
  let url: string;
  const networks: GuardedNetwork[] = [];
  const tracked = (network: GuardedNetwork) => {
    networks.push(network);
    return network;
  };

  beforeAll(async () => {
    const options = { cert: SERVER_CERTIFICATE, key: SERVER_KEY, ca: AUTHORITY, requestCert: true };
    server = createServer({ ...options, rejectUnauthorized: false }, (req, res) => {
      const isCertified = req.socket instanceof TLSSocket && req.socket.authorized;
      res.end(isCertified ? String((req.socket as TLSSocket).getPeerCertificate().subject.CN) : 'nobody');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `https://localhost:${String((server.address() as AddressInfo).port)}/`;
  });
  afterAll(async () => {
    for (const network of networks) await network.close();
    server.close();
    await once(server, 'close');
  });

  it('refuses a certificate of an authority that it does not trust', async () => {
    const network = tracked(new GuardedNetwork({ allowsPrivate: true }));
    await expect(network.fetch(url)).rejects.toMatchObject({ cause: { failure: 'tls_failed' } });
  });

  it('sends no certificate unless it has one', async () => {
    const network = tracked(new GuardedNetwork({ allowsPrivate: true }).trusting(AUTHORITY));
    expect(await (await network.fetch(url)).text()).toBe('nobody');
  });

  it('sends its certificate to a server that requests one', async () => {
    const identity = { certificate: CLIENT_CERTIFICATE, key: CLIENT_KEY };
    const network = tracked(new GuardedNetwork({ allowsPrivate: true }).trusting(AUTHORITY).identifiedBy(identity));
    expect(await (await network.fetch(url)).text()).toBe('reader');
  });

  it('connects to no private address, whatever certificate it has or trusts', async () => {
    const identity = { certificate: CLIENT_CERTIFICATE, key: CLIENT_KEY };
    const network = tracked(new GuardedNetwork({ allowsPrivate: false }).trusting(AUTHORITY).identifiedBy(identity));
    const address = url.replace('localhost', '127.0.0.1');
    await expect(network.fetch(address)).rejects.toMatchObject({ cause: { failure: 'address_refused' } });
  });
});

import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

const CONNECT =
  'mutation ($i: ConnectIntegrationInput!) { connectIntegration(input: $i) { integration { id status } } }';
const TEST = 'mutation ($i: TestIntegrationInput!) { testIntegration(input: $i) { problems } }';
const UPDATE = 'mutation ($i: UpdateIntegrationInput!) { updateIntegration(input: $i) { integration { id } } }';
const SHOWN = 'query ($id: ID!) { integration(id: $id) { status error { code } } }';

/** A GitHub Enterprise that answers who asks when it is let. */
class SlowGitHub {
  readonly waiting: ServerResponse[] = [];
  private isSlow = false;
  private status = 200;

  private constructor(private readonly server: Server) {
    server.on('request', (_request, response) => {
      if (this.isSlow) this.waiting.push(response);
      else this.answer(response);
    });
  }

  static async start(): Promise<SlowGitHub> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SlowGitHub(server);
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  hold(): void {
    this.isSlow = true;
  }

  /** Answers what waits and whatever comes. */
  release(status: number): void {
    this.isSlow = false;
    this.status = status;
    for (const response of this.waiting.splice(0)) this.answer(response);
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private answer(response: ServerResponse): void {
    const organization = { login: 'acme', id: 1, type: 'Organization', plan: { name: 'enterprise' } };
    const body = /\/repos\b/.test(response.req.url ?? '') ? [] : organization;
    response.writeHead(this.status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}

describe('what a connection test found', () => {
  let service: TestService;
  let github: SlowGitHub;
  let admin: Client;
  let id: string;

  beforeAll(async () => {
    service = await startService({ settings: { allowsPrivateIntegrations: true } });
    admin = service.a.admin;
    github = await SlowGitHub.start();
  });
  beforeEach(async () => {
    github.release(200);
    const config = { organization: 'acme', base_url: github.address, token: 'ghp_first' };
    const answer = await admin.data<{ connectIntegration: { integration: { id: string; status: string } } }>(CONNECT, {
      i: { type: 'github', name: 'Code', config },
    });
    ({ id } = answer.connectIntegration.integration);
    // The server answers too little for a test without problems.
    await service.database.query(`update integrations set status = 'connected', error = null where id = $1`, [id]);
  });
  afterAll(async () => {
    await github.stop();
    await service.stop();
  });

  const shown = async () => (await admin.data<{ integration: object }>(SHOWN, { id })).integration;

  /** A test that waits for the system, which refuses the credentials when `then` is done. */
  async function testDuring(then: () => Promise<unknown>) {
    github.hold();
    const answer = admin.graphql(TEST, { i: { integrationId: id } });
    await eventually(() => Promise.resolve(github.waiting.at(0) ?? null));
    await then();
    github.release(401);
    return answer;
  }

  it('is not recorded of settings that are others by then', async () => {
    const change = () =>
      admin.data(UPDATE, { i: { integrationId: id, config: { base_url: github.address, token: 'ghp_second' } } });
    const { body } = await testDuring(change);
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'CONFLICT' } }] });
    expect(await shown()).toEqual({ status: 'connected', error: null });
  });

  it('is not recorded of an integration that is disconnected by then', async () => {
    const disconnect =
      'mutation ($i: DisconnectIntegrationInput!) { disconnectIntegration(input: $i) { integration { id } } }';
    const { body } = await testDuring(() => admin.data(disconnect, { i: { integrationId: id } }));
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'CONFLICT' } }] });
    expect(await shown()).toEqual({ status: 'disconnected', error: null });
  });

  it('is recorded of the settings that it was made with', async () => {
    const { body } = await testDuring(() => Promise.resolve());
    expect(body).toMatchObject({ data: { testIntegration: { problems: [expect.any(String)] } } });
    expect(await shown()).toMatchObject({ status: 'error' });
  });
});

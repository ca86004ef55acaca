import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SmtpTransport } from '../../src/platform/mail/smtp-transport.js';
import { MailServer } from './mail-server.js';

const MAIL = {
  ...{ kind: 'news', language: 'en', to: 'reader@partner.example' },
  ...{ subject: 'News', text: 'Hello', html: '<p>Hello</p>' },
};

describe('a mail server that offers no TLS', () => {
  const server = new MailServer();
  let address: string;

  beforeAll(async () => {
    address = await server.listen();
  });
  afterAll(() => server.close());

  const send = async (options: string) => {
    const transport = new SmtpTransport(`${address}${options}`, 'Crosswalk <no-reply@crosswalk.example>');
    await transport.send('1', MAIL).finally(() => transport.close());
  };

  it('gets no mail, not even its recipient, where TLS is required', async () => {
    await expect(send('?requireTLS=true')).rejects.toThrow(/TLS/);
    expect(server.attempts).toBe(0);
  });

  it('gets mail where the operator has turned it off', async () => {
    await send('?ignoreTLS=true');
    expect(server.received).toHaveLength(1);
  });
});

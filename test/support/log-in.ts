import { Client } from './client.js';

/** A client with a session of its own, beside those that the account has. */
export async function logInAs(baseUrl: string, email: string, password: string, userAgent?: string): Promise<Client> {
  const headers: Record<string, string> = userAgent === undefined ? {} : { 'user-agent': userAgent };
  const { status, body, text } = await new Client(baseUrl, null).post('/api/auth/login', { email, password }, headers);
  if (status !== 200) throw new Error(`the login answered ${status}: ${text}`);
  return new Client(baseUrl, (body as { data: { access_token: string } }).data.access_token);
}

import { Client } from '../support/client.js';
import type { TestService } from '../support/service.js';

const CREATE = `mutation ($input: CreateAuditorLinkInput!) {
  createAuditorLink(input: $input) { url auditorLink { id label framework revokedAt lastUsedAt expiresAt createdAt } } }`;

export interface CreatedLink {
  id: string;
  url: string;
  secret: string;
  expiresAt: string;
  createdAt: string;
}

/** Makes a link on SOC 2 since a year, to tomorrow. */
export async function createLink(admin: Client, input: object = {}): Promise<CreatedLink> {
  const day = 86_400_000;
  const { createAuditorLink } = await admin.data<{
    createAuditorLink: { url: string; auditorLink: Omit<CreatedLink, 'url' | 'secret'> };
  }>(CREATE, {
    input: {
      ...{ label: 'Auditors Ltd', framework: 'SOC 2', from: new Date(Date.now() - 365 * day).toISOString() },
      ...{ to: new Date(Date.now() + day).toISOString(), ...input },
    },
  });
  const { url, auditorLink } = createAuditorLink;
  return { ...auditorLink, url, secret: url.slice(url.indexOf('#') + 1) };
}

export const OPEN = 'mutation ($input: OpenAuditorLinkInput!) { openAuditorLink(input: $input) { token expiresAt } }';

/** A client with the token that a secret is exchanged for. */
export async function openLink(
  { anonymous, baseUrl }: Pick<TestService, 'anonymous' | 'baseUrl'>,
  secret: string,
): Promise<Client> {
  const { openAuditorLink } = await anonymous.data<{ openAuditorLink: { token: string } }>(OPEN, { input: { secret } });
  return new Client(baseUrl, openAuditorLink.token);
}

export const REVOKE = `mutation ($input: RevokeAuditorLinkInput!) {
  revokeAuditorLink(input: $input) { auditorLink { id revokedAt } } }`;

export const EXTEND = `mutation ($input: ExtendAuditorLinkInput!) {
  extendAuditorLink(input: $input) { auditorLink { id expiresAt } } }`;

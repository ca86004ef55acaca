import type { Answer, Client } from '../support/client.js';

export const HOUR_MS = 3_600_000;

export interface InvitationBody {
  id: string;
  email: string;
  role: string;
  status: string;
  invited_by: string | null;
  created_at: string;
  renewed_at: string | null;
  expires_at: string;
  invite_url: string | null;
}

export const PREVIEW = `query ($token: String!) {
  invitation(token: $token) { organization email role expiresAt hasAccount }
}`;

const ACCEPT = `mutation ($input: AcceptInvitationInput!) {
  acceptInvitation(input: $input) { accessToken user { id email name role } tenant { tenantId name } }
}`;
const REVOKE =
  'mutation ($input: RevokeInvitationInput!) { revokeInvitation(input: $input) { invitation { status } } }';

export function invite(
  admin: Client,
  email: string,
  role = 'member',
  headers: Record<string, string> = {},
): Promise<Answer> {
  return admin.post('/api/org/members/invite', { email, role }, headers);
}

export function revoke(admin: Client, invitationId: string): Promise<Answer> {
  return admin.graphql(REVOKE, { input: { invitationId } });
}

export function accept(anyone: Client, token: string, { name = 'New Person', password = 'a rather long phrase' } = {}) {
  return anyone.graphql(ACCEPT, { input: { token, name, password } });
}

/** Token of the link in a response. */
export function tokenOf({ body, text }: Answer): string {
  const { data } = body as { data?: InvitationBody };
  const url = data?.invite_url;
  if (!url) throw new Error(`there is no link in ${text}`);
  return new URL(url).searchParams.get('token') ?? '';
}

/** Error code of a REST or GraphQL response, or null. */
export function codeOf({ body }: Answer): string | null {
  const { error, errors } = body as { error?: { code: string }; errors?: { extensions: { code: string } }[] };
  return error?.code ?? errors?.[0]?.extensions.code ?? null;
}

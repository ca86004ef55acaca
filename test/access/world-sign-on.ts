import type { TestDatabase } from '../support/database.js';

/** Single sign-on of a tenant. */
export interface SignOnWorld {
  /** Id of a claimed domain, which is not verified. */
  emailDomainId: string;
  /** Ids of a connection that was tested, and of the active one. */
  connectionId: string;
  activeConnectionId: string;
}

/** Leaves two domains, two connections, a linked person, a sign-on under way, and a used assertion. */
export async function furnishSignOn(
  database: TestDatabase,
  { tenantId, memberId }: { tenantId: string; memberId: string },
): Promise<SignOnWorld> {
  const idOf = async (statement: string, ...more: unknown[]) =>
    (await database.query<{ id: string }>(statement, [tenantId, ...more]))[0]?.id ?? '';
  const claim = (domain: string, verifiedAt: Date | null) =>
    idOf(
      `insert into email_domains (id, tenant_id, domain, token, created_at, verified_at, checked_at)
       values (gen_random_uuid(), $1, $2, 'token', now(), $3, $3) returning id`,
      `${domain}.${tenantId}.example`,
      verifiedAt,
    );
  const connect = (status: string) =>
    idOf(
      `insert into identity_connections (id, tenant_id, name, kind, status, issuer, client_id, created_at)
       values (gen_random_uuid(), $1, 'Directory', 'oidc', $2, 'https://issuer.invalid', 'crosswalk', now()) returning id`,
      status,
    );
  await claim('held', new Date());
  const activeConnectionId = await connect('active');
  await database.query(
    `insert into federated_identities (id, tenant_id, connection_id, issuer, subject, user_id, linked_at, last_login_at)
     values (gen_random_uuid(), $1, $2, 'https://issuer.invalid', 'subject', $3, now(), now())`,
    [tenantId, activeConnectionId, memberId],
  );
  await database.query(
    `insert into sign_on_attempts (id, tenant_id, connection_id, state_hash, purpose, created_at, expires_at)
     values (gen_random_uuid(), $1, $2, gen_random_uuid()::text, 'login', now(), now() + interval '10 minutes')`,
    [tenantId, activeConnectionId],
  );
  await database.query(
    `insert into used_assertions (tenant_id, connection_id, assertion_hash, expires_at) values ($1, $2, 'hash', now())`,
    [tenantId, activeConnectionId],
  );
  return { emailDomainId: await claim('claimed', null), connectionId: await connect('tested'), activeConnectionId };
}

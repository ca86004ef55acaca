/** What policies compare with. Each is set at every check-out of a connection; unset or '' gives null, which matches no row. */
const TENANT = `nullif(current_setting('app.tenant_id', true), '')::uuid`;
/** Hash of the API key or invitation that a caller shows whose tenant is not known yet. */
export const CREDENTIAL = `nullif(current_setting('app.credential', true), '')`;
/** Address that somebody logs in with. */
export const LOGIN = `nullif(current_setting('app.login_email', true), '')`;
/** Account whose credentials or memberships are at work. */
export const ACCOUNT = `nullif(current_setting('app.account_id', true), '')::uuid`;
/** On for work across tenants: finding what is due. Reads only. */
export const IS_SYSTEM = `current_setting('app.system', true) = 'on'`;

/** The statements that bind a table with a `tenant_id` to its tenant, for the owner too. */
export function bindToTenant(table: string): string[] {
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy ${table}_tenant on ${table} using (tenant_id = ${TENANT}) with check (tenant_id = ${TENANT})`,
  ];
}

import type { PermissionDocument } from '../connector.js';

/** Statements that create a role with the least privilege that the connector needs. */
export const POSTGRESQL_PERMISSIONS: readonly PermissionDocument[] = [
  {
    title: 'Read-only role',
    format: 'sql',
    text: `-- As a superuser, in the database that is to be read. Set the password with \\password crosswalk_reader.
create role crosswalk_reader login connection limit 3;
-- Settings that only administrators see, such as shared_preload_libraries. No rows of any table.
grant pg_read_all_settings to crosswalk_reader;
-- The rules of pg_hba.conf, as the server has read them.
grant select on pg_catalog.pg_hba_file_rules to crosswalk_reader;
grant execute on function pg_catalog.pg_hba_file_rules() to crosswalk_reader;
-- Where PUBLIC may not connect:
-- grant connect on database <DATABASE> to crosswalk_reader;
-- And a line in pg_hba.conf: hostssl <DATABASE> crosswalk_reader <ADDRESS> scram-sha-256
`,
  },
];

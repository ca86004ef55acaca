import { sql } from '../database/database.js';
import { statement } from '../database/statement.js';

/** Time without a renewal after which another process may take over the work. On the database's clock. */
const LEASE_SECONDS = 300;

/** Claims the lease of a name when it is free, or renews it for `holder`. */
export const claimWorkLease = statement({
  name: 'work_leases.claim',
  row: {},
  text: ({ name, holder }: { name: string; holder: string }) => sql`
    insert into work_leases (name, holder, expires_at)
    values (${name}, ${holder}, now() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where work_leases.holder = excluded.holder or work_leases.expires_at < now()`,
  samples: [{ name: '', holder: '' }],
});

import type { Role } from '../../access/roles.js';
import { sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';

/**
 * Limit of replaced links of an invitation that are still recognized, so that their holders learn that they were
 * replaced.
 */
const FORMER_LINKS_MAX = 20;

interface Renewal {
  tenantId: string;
  emailKey: string;
  email: string;
  role: Role;
  invitedBy: string | null;
  at: Date;
  hash: string;
  expiresAt: Date;
}

/** Gives the pending invitation of an address a new token, role and expiry; no row for none. */
export const renewInvitation = statement({
  name: 'organizations.renew_invitation',
  row: { id: 'uuid' },
  text: ({ tenantId, emailKey, email, role, invitedBy, at, hash, expiresAt }: Renewal) => sql`
    update invitations set
      former_hashes = trim_array(
        array_prepend(token_hash, former_hashes), greatest(0, cardinality(former_hashes) + 1 - ${FORMER_LINKS_MAX}::int)),
      token_hash = ${hash}, email = ${email}, role = ${role}, invited_by = ${invitedBy}, renewed_at = ${at},
      expires_at = ${expiresAt}
    where tenant_id = ${tenantId} and email_key = ${emailKey} and status = 'pending' and expires_at > ${at}
    returning id`,
  samples: [
    {
      tenantId: '',
      emailKey: '',
      email: '',
      role: 'member',
      invitedBy: null,
      at: new Date(0),
      hash: '',
      expiresAt: new Date(0),
    },
  ],
});

import { defineEntity, p } from '@mikro-orm/core';
import type { Role } from '../../access/roles.js';
import type { InvitationStatus } from './invitation.read.js';

/** An invitation of an e-mail address to a tenant. */
export const InvitationEntity = defineEntity({
  name: 'Invitation',
  tableName: 'invitations',
  properties: {
    id: p.uuid().primary(),
    tenantId: p.uuid(),
    email: p.text(),
    /** Canonical address; see `accountKey`. */
    emailKey: p.text(),
    role: p.text().$type<Role>(),
    status: p.text().$type<InvitationStatus>().default('pending'),
    /** SHA-256 of the link's token. */
    tokenHash: p.text(),
    /** Null for an invitation by the operator. */
    invitedBy: p.uuid().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

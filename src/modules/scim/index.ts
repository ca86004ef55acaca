import { ADMIN, inReserve, interactive, read, stepUp } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import type { CredentialServices } from '../auth/create-credentials.js';
import type { GroupRoleService } from '../organizations/group-role.service.js';
import type { ProvisioningService } from '../organizations/provisioning.service.js';
import { applyGroupRoles } from './group-roles-of-members.js';
import { ScimGroupService } from './scim-group.service.js';
import { ScimProtocol } from './scim-protocol.js';
import { ScimTokenCallers } from './scim-token-callers.js';
import { ScimTokenResolver } from './scim-token.resolver.js';
import { ScimTokenService } from './scim-token.service.js';
import { ScimUserService } from './scim-user.service.js';

interface Needs extends Pick<CredentialServices, 'notices'> {
  provisioning: ProvisioningService;
  groupRoles: GroupRoleService;
}

/** Provisioning by directories: SCIM 2.0 under `/scim/v2`, and its tokens. */
export const scimFeature = feature({
  access: {
    'Query.scimTokens': read(ADMIN),
    'Mutation.createScimToken': stepUp(ADMIN),
    'Mutation.revokeScimToken': inReserve(interactive(ADMIN)),
  },
  listSizes: () => ({ 'Query.scimTokens': 50 }),
  create({ database, clock, publicUrl }: Platform, { provisioning, groupRoles, notices }: Needs) {
    const baseUrl = () => `${publicUrl.href}/scim/v2`;
    groupRoles.onChanged((em, author) => applyGroupRoles(em, author, null));
    return {
      services: {
        callers: new ScimTokenCallers(database, clock),
        protocol: new ScimProtocol({
          database,
          users: new ScimUserService(provisioning),
          groups: new ScimGroupService(provisioning),
          baseUrl,
        }),
      },
      resolvers: [new ScimTokenResolver(new ScimTokenService(notices), baseUrl)],
    };
  },
});

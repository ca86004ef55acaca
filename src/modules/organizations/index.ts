import {
  ADMIN,
  ADMIN_AUDITOR,
  ALL,
  inReserve,
  interactive,
  PUBLIC,
  reachingOut,
  read,
  stepUp,
  whileEnrolling,
} from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { SecurityEventWriter } from '../security-events/security-event-writer.js';
import type { CredentialServices } from '../auth/create-credentials.js';
import type { Credentials } from '../auth/credentials.js';
import type { MfaService } from '../auth/mfa.service.js';
import type { PasswordPolicy } from '../auth/password.rules.js';
import type { Sessions } from '../auth/sessions.js';
import { createTenants } from './create-tenants.js';
import { GroupRoleResolver } from './group-role.resolver.js';
import { GroupRoleService } from './group-role.service.js';
import { InvitationAcceptance } from './invitation-acceptance.js';
import { InvitationEntity } from './invitation.entity.js';
import { InvitationResolver } from './invitation.resolver.js';
import { InvitationService } from './invitation.service.js';
import { ManagerResolver } from './manager.resolver.js';
import { MemberResolver } from './member.resolver.js';
import { MemberService } from './member.service.js';
import { MEMBERS_MAX } from './member.type.js';
import { MfaRequirementResolver } from './mfa-requirement.resolver.js';
import { MfaRequirementService } from './mfa-requirement.service.js';
import { OrganizationResolver, OrganizationUsageResolver } from './organization.resolver.js';
import { organizationRoutes } from './organization.rest.js';
import { OrganizationService, type ZonedSchedules } from './organization.service.js';
import { ProvisioningService } from './provisioning.service.js';
import { TenantEntity } from './tenant.entity.js';
import { TIERS } from './tiers.js';
import { UserEntity } from './user.entity.js';

/** At the default of 600 requests a minute. */
const INVITATIONS_PER_600 = 20;
const INVITATIONS = 'invitations';

interface Needs extends CredentialServices {
  policy: PasswordPolicy;
  sessions: Sessions;
  credentials: Credentials;
  mfa: MfaService;
  schedules: readonly ZonedSchedules[];
}

/** Profile, members, invitations and license of an organization. */
export const organizationsFeature = feature({
  // A password is hashed beside this thread.
  costlyFields: {
    'Mutation.acceptInvitation': 1,
  },
  access: {
    'Query.organization': read(ALL),
    'Query.members': read(ADMIN_AUDITOR),
    'Query.member': read(ADMIN_AUDITOR),
    'Query.invitations': read(ADMIN),
    'Query.invitation': PUBLIC,
    'Mutation.updateOrganization': stepUp(ADMIN),
    'Mutation.setFrameworks': stepUp(ADMIN),
    'Mutation.requireMfa': stepUp(ADMIN),
    'Mutation.updateMe': interactive(ALL),
    'Mutation.updateMember': stepUp(ADMIN),
    'Mutation.updateMembers': stepUp(ADMIN),
    'Mutation.removeMember': inReserve(stepUp(ADMIN)),
    'Mutation.resetMemberMfa': stepUp(ADMIN),
    'Mutation.resetMemberPasskeys': stepUp(ADMIN),
    'Mutation.inviteMember': reachingOut(INVITATIONS, stepUp(ADMIN)),
    'Mutation.revokeInvitation': inReserve(stepUp(ADMIN)),
    'Mutation.acceptInvitation': PUBLIC,
    'Mutation.joinOrganization': whileEnrolling(interactive(ALL)),
    'Query.groupRoles': read(ADMIN_AUDITOR),
    'Mutation.setGroupRoles': stepUp(ADMIN),
  },
  listSizes: ({ frameworks }) => ({
    // As many as the largest tier allows: the list is never paged.
    'Query.members': Math.max(...Object.values(TIERS).map(({ usersMax }) => usersMax)),
    'Query.invitations': 100,
    'UpdateMembersPayload.results': MEMBERS_MAX,
    'Organization.frameworks': frameworks,
    'GroupRoles.groups': 20,
  }),
  tags: {
    org: { name: 'Organization', description: 'Profile, members and integrations of the organization.' },
  },
  entities: [TenantEntity, UserEntity, InvitationEntity],
  create(platform: Platform, { policy, sessions, credentials, mfa, notices, changes, schedules }: Needs) {
    const { config, database, hasher, mailSender: sender } = platform;
    const events = new SecurityEventWriter(platform.writeSecurityLine);
    const { tenants, issuer } = createTenants({ ...platform, policy, changes, events });
    const quota = platform.quota(INVITATIONS, INVITATIONS_PER_600);
    const invitations = new InvitationService({ issuer, sender, quota });
    const acceptance = new InvitationAcceptance({ database, policy, hasher, sessions, credentials, mfa });
    const groupRoles = new GroupRoleService();
    return {
      services: { tenants, provisioning: new ProvisioningService(database, notices), groupRoles },
      resolvers: [
        new OrganizationResolver(new OrganizationService(schedules)),
        new OrganizationUsageResolver(),
        new MemberResolver(new MemberService(notices, changes)),
        new InvitationResolver(invitations, acceptance, config.showsInviteUrls),
        new MfaRequirementResolver(new MfaRequirementService()),
        new GroupRoleResolver(groupRoles),
        new ManagerResolver(),
      ],
      routes: organizationRoutes,
    };
  },
});

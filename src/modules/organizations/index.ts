import { ADMIN, ADMIN_AUDITOR, ALL, notByApiKey, PUBLIC } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import type { PasswordPolicy } from '../auth/password.rules.js';
import type { Sessions } from '../auth/sessions.js';
import type { ScheduleService } from '../schedules/schedule.service.js';
import { createTenants } from './create-tenants.js';
import { InvitationEntity } from './invitation.entity.js';
import { InvitationResolver } from './invitation.resolver.js';
import { InvitationService } from './invitation.service.js';
import { MemberResolver } from './member.resolver.js';
import { MemberService } from './member.service.js';
import { OrganizationResolver } from './organization.resolver.js';
import { organizationRoutes } from './organization.rest.js';
import { OrganizationService } from './organization.service.js';
import { TenantEntity } from './tenant.entity.js';
import { TIERS } from './tiers.js';
import { UserEntity } from './user.entity.js';

interface Needs {
  policy: PasswordPolicy;
  sessions: Sessions;
  schedules: ScheduleService;
}

/** Profile, members, invitations and license of an organization. */
export const organizationsFeature = feature({
  access: {
    'Query.organization': ALL,
    'Query.members': ADMIN_AUDITOR,
    'Query.invitations': ADMIN,
    'Query.invitation': PUBLIC,
    'Mutation.updateOrganization': ADMIN,
    'Mutation.setFrameworks': ADMIN,
    'Mutation.updateMember': ADMIN,
    'Mutation.removeMember': ADMIN,
    'Mutation.resetMemberMfa': notByApiKey(ADMIN),
    'Mutation.inviteMember': ADMIN,
    'Mutation.revokeInvitation': ADMIN,
    'Mutation.acceptInvitation': PUBLIC,
  },
  listSizes: ({ frameworks }) => ({
    // As many as the largest tier allows: the list is never paged.
    'Query.members': Math.max(...Object.values(TIERS).map(({ usersMax }) => usersMax)),
    'Query.invitations': 100,
    'Organization.frameworks': frameworks,
  }),
  tags: {
    org: { name: 'Organization', description: 'Profile, members and integrations of the organization.' },
  },
  entities: [TenantEntity, UserEntity, InvitationEntity],
  create(platform: Platform, { policy, sessions, schedules }: Needs) {
    const { config, database, hasher, mailSender: sender } = platform;
    const { tenants, issuer } = createTenants({ ...platform, policy });
    const invitations = new InvitationService({ database, issuer, sender, policy, hasher, sessions });
    return {
      services: { tenants },
      resolvers: [
        new OrganizationResolver(new OrganizationService(schedules)),
        new MemberResolver(new MemberService()),
        new InvitationResolver(invitations, config.smtpUrl === null),
      ],
      routes: organizationRoutes,
    };
  },
});

import type { Feature } from '../../feature/feature.js';
import { InvitationResolver } from './invitation.resolver.js';
import type { InvitationService } from './invitation.service.js';
import { MemberResolver } from './member.resolver.js';
import type { MemberService } from './member.service.js';
import { OrganizationResolver } from './organization.resolver.js';
import { organizationRoutes } from './organization.rest.js';
import type { OrganizationService } from './organization.service.js';

export interface OrganizationServices {
  organizations: OrganizationService;
  members: MemberService;
  invitations: InvitationService;
  /** Whether a mail server is set that sends the links of invitations. */
  sendsMail: boolean;
}

export function organizationsFeature({
  organizations,
  members,
  invitations,
  sendsMail,
}: OrganizationServices): Feature {
  return {
    resolvers: [
      new OrganizationResolver(organizations),
      new MemberResolver(members),
      new InvitationResolver(invitations, !sendsMail),
    ],
    routes: organizationRoutes,
  };
}

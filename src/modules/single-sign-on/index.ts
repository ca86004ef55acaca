import { ADMIN, ADMIN_AUDITOR, inReserve, reachingOut, read, stepUp } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { pooled } from '../../platform/jobs/fair-pool.js';
import { periodic } from '../../platform/jobs/periodic.js';
import type { GuardedNetwork } from '../../platform/safe-fetch/guarded-network.js';
import type { AccountStore } from '../auth/account-store.js';
import type { Sessions } from '../auth/sessions.js';
import type { ProvisioningService } from '../organizations/provisioning.service.js';
import { Attempts } from './attempts.js';
import { domainChecks } from './email-domain.jobs.js';
import { EmailDomainResolver } from './email-domain.resolver.js';
import { EmailDomainService } from './email-domain.service.js';
import { EMAIL_DOMAINS_MAX } from './email-domain.type.js';
import { EnforcementService } from './enforcement.service.js';
import { FederatedMembers } from './federated-members.js';
import { CONNECTIONS_MAX } from './connection-changes.type.js';
import { IdentityConnectionEntity } from './identity-connection.entity.js';
import { IdentityConnectionResolver } from './identity-connection.resolver.js';
import { IdentityConnectionService } from './identity-connection.service.js';
import { IdentityProviders } from './identity-providers.js';
import { OidcProvider } from './oidc-provider.js';
import { SamlProvider } from './saml-provider.js';
import { SignOnCompletion } from './sign-on-completion.js';
import { SignOnService } from './sign-on.service.js';
import { SignOnUrls } from './sign-on-urls.js';
import { sweepSignOns } from './sign-on.jobs.js';
import { singleSignOnRoutes } from './single-sign-on.rest.js';
import { txtResolver } from './txt-records.js';

/** Each asks name servers. At the default of 600 requests a minute. */
const DOMAIN_CHECKS_PER_600 = 20;
const DOMAIN_CHECKS = 'domain checks';

interface Needs {
  network: GuardedNetwork;
  accounts: AccountStore;
  sessions: Sessions;
  provisioning: ProvisioningService;
}

/** Log-in by the identity providers of organizations: domains, connections, sign-ons. */
export const singleSignOnFeature = feature({
  access: {
    'Query.identityConnections': read(ADMIN_AUDITOR),
    'Query.emailDomains': read(ADMIN_AUDITOR),
    'Mutation.createIdentityConnection': stepUp(ADMIN),
    'Mutation.updateIdentityConnection': stepUp(ADMIN),
    'Mutation.deleteIdentityConnection': inReserve(stepUp(ADMIN)),
    'Mutation.activateIdentityConnection': stepUp(ADMIN),
    'Mutation.deactivateIdentityConnection': inReserve(stepUp(ADMIN)),
    'Mutation.enforceSingleSignOn': stepUp(ADMIN),
    'Mutation.relaxSingleSignOn': stepUp(ADMIN),
    'Mutation.claimEmailDomain': stepUp(ADMIN),
    'Mutation.verifyEmailDomain': reachingOut(DOMAIN_CHECKS, stepUp(ADMIN)),
    'Mutation.releaseEmailDomain': stepUp(ADMIN),
  },
  listSizes: () => ({ 'Query.identityConnections': CONNECTIONS_MAX, 'Query.emailDomains': EMAIL_DOMAINS_MAX }),
  sealedColumns: [
    { table: 'identity_connections', column: 'client_secret' },
    { table: 'sign_on_attempts', column: 'outcome' },
  ],
  entities: [IdentityConnectionEntity],
  create(platform: Platform, { network, accounts, sessions, provisioning }: Needs) {
    const { config, clock, database, vault, jobs, log, quota } = platform;
    const urls = new SignOnUrls(platform.publicUrl);
    const resolveTxt = txtResolver(config.nameServers);
    const members = new FederatedMembers(provisioning);
    const providers = new IdentityProviders(new OidcProvider(network, clock), new SamlProvider(clock), vault, urls);
    const completion = new SignOnCompletion({ database, accounts, members, sessions });
    const attempts = new Attempts(database, vault);
    const connections = new IdentityConnectionService({ vault, allowsHttp: network.allowsHttp });
    const domains = new EmailDomainService(resolveTxt, quota(DOMAIN_CHECKS, DOMAIN_CHECKS_PER_600));
    const rounds = { database, clock, log };
    return {
      services: { signOn: new SignOnService({ database, attempts, providers, completion }), providers },
      resolvers: [
        new IdentityConnectionResolver(connections, new EnforcementService(), urls),
        new EmailDomainResolver(domains),
      ],
      routes: singleSignOnRoutes,
      workers: [
        pooled(jobs, domainChecks({ ...rounds, resolveTxt }), {
          sweep: { job: 'email-domains.check', every: '1 hour' },
        }),
        periodic(jobs, { name: 'sign-ons.sweep', every: '1 hour', run: (signal) => sweepSignOns(rounds, signal) }),
      ],
    };
  },
});

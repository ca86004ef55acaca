import {
  ADMIN,
  ADMIN_MEMBER,
  ALL,
  BY_AUDITOR_LINK,
  inReserve,
  interactive,
  PUBLIC,
  read,
  stepUp,
} from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import type { CredentialServices } from '../auth/create-credentials.js';
import type { LoginFailures } from '../auth/login-failures.js';
import { EVIDENCE_LISTED, REPORTS_LISTED } from './audited.read.js';
import { AuditedResolver } from './audited.resolver.js';
import { AuditorCallers } from './auditor-callers.js';
import { AuditorCommentService, COMMENTS_OF_LINK_MAX } from './auditor-comment.service.js';
import { LINKS_LISTED } from './auditor-link.read.js';
import { AuditorLinkResolver } from './auditor-link.resolver.js';
import { AuditorLinkService } from './auditor-link.service.js';

/** Links that show one framework and one period to external auditors. */
export const auditorLinksFeature = feature({
  access: {
    'Query.auditorLinks': interactive(ADMIN),
    'Mutation.createAuditorLink': stepUp(ADMIN),
    'Mutation.extendAuditorLink': stepUp(ADMIN),
    'Mutation.revokeAuditorLink': inReserve(interactive(ADMIN)),
    'Query.auditorComments': read(ALL),
    'Mutation.answerAuditorComment': interactive(ADMIN_MEMBER),
    'Mutation.openAuditorLink': PUBLIC,
    'Query.auditedFramework': BY_AUDITOR_LINK,
    'Query.auditedControl': BY_AUDITOR_LINK,
    'Query.auditedEvidenceFile': BY_AUDITOR_LINK,
    'Query.auditedAnswerFile': BY_AUDITOR_LINK,
    'Query.auditedReportFile': BY_AUDITOR_LINK,
    'Query.auditedComments': BY_AUDITOR_LINK,
    'Mutation.addAuditorComment': BY_AUDITOR_LINK,
  },
  listSizes: ({ controlsMax, mappingsPerControl }) => ({
    'Query.auditorLinks': LINKS_LISTED,
    'Query.auditorComments': COMMENTS_OF_LINK_MAX,
    'Query.auditedComments': COMMENTS_OF_LINK_MAX,
    // Typical: few answers name more than some files.
    'AuditorComment.evidence': 2,
    'AuditedFramework.controls': controlsMax,
    'AuditedFramework.exceptions': 20,
    'AuditedFramework.scopeDecisions': 20,
    'AuditedFramework.reports': REPORTS_LISTED,
    'AuditedControlDetails.assessments': mappingsPerControl,
    'AuditedControlDetails.changes': 100,
    'AuditedControlDetails.evidence': EVIDENCE_LISTED,
    'AuditedDerivation.mappings': mappingsPerControl,
    'AuditedMapping.elements': 4,
    'AuditedElement.votes': 3,
  }),
  create(
    { database, tokens, clock, publicUrl, storage: { links } }: Platform,
    { failures, notices }: Pick<CredentialServices, 'notices'> & { failures: LoginFailures },
  ) {
    const callers = new AuditorCallers({ database, tokens, clock });
    const comments = new AuditorCommentService();
    const service = new AuditorLinkService({ database, tokens, failures, callers, notices, publicUrl });
    return {
      services: { callers },
      resolvers: [new AuditorLinkResolver(service, comments), new AuditedResolver(links, comments)],
    };
  },
});

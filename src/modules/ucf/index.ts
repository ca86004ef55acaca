import { ADMIN_AUDITOR, ALL, read, scoped } from '../../access/access.js';
import { feature } from '../../feature/feature.js';
import type { Platform } from '../../feature/platform.js';
import { periodic } from '../../platform/jobs/periodic.js';
import { OutgoingMails } from '../../platform/mail/outgoing-mails.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { AssessmentExpiry } from './assessment.jobs.js';
import { AssessmentNotices } from './assessment-notices.js';
import { AssessmentResolver } from './assessment.resolver.js';
import { AssessmentService } from './assessment.service.js';
import { ASSESSMENTS_MAX } from './assessment.type.js';
import { EvidenceUseResolver, UniversalControlEvidenceResolver } from './evidence-use.resolver.js';
import { RESTING_LISTED } from './assessment.loader.js';
import { LINKED_LISTED } from '../evidence/evidence.loader.js';
import { GapResolver } from './gap.resolver.js';
import { MappingMatrixResolver } from './mapping-matrix.resolver.js';
import {
  ControlMappingResolver,
  CoverageResolver,
  DomainResolver,
  MappingResolver,
  UniversalControlResolver,
} from './ucf.resolver.js';
import { ucfRoutes } from './ucf.rest.js';

/** The Unified Control Framework: universal controls, their mappings, and people's assessments of them. */
export const ucfFeature = feature({
  access: {
    'Query.ucfDomains': read(ALL),
    'Query.universalControls': read(ALL),
    'Query.universalControl': read(ALL),
    'Query.universalControlByCode': read(ALL),
    'Query.coverage': read(ALL),
    'Query.gap': read(ALL),
    'Query.assessment': read(ALL),
    'Query.assessments': read(ALL),
    'Query.previewAssessment': read(ADMIN_AUDITOR),
    'Query.mappingMatrix': read(ALL),
    'Mutation.createAssessment': scoped('assess', ADMIN_AUDITOR),
    'Mutation.createAssessments': scoped('assess', ADMIN_AUDITOR),
  },
  listSizes: (content) => ({
    'Query.ucfDomains': content.domains,
    'Query.universalControls': ({ domain }) =>
      content.countUniversalControls(typeof domain === 'string' ? domain : null),
    'Domain.universalControls': content.universalControls / content.domains,
    'Control.mappings': content.mappingsPerControl,
    'UniversalControl.mappings': content.mappingsPerUniversalControl,
    'Gap.controls': content.controlsMax,
    'GapControl.universalControls': content.mappingsPerControl,
    'MappingMatrix.cells': content.frameworks ** 2,
    'Assessment.propagatedControls': content.reach,
    'CreateAssessmentsPayload.results': ASSESSMENTS_MAX,
    'AssessmentPreview.propagatedControls': content.reachMax,
    'Evidence.universalControls': 5,
    'Evidence.assessments': RESTING_LISTED,
    'UniversalControl.evidence': LINKED_LISTED,
    'AssessmentPreview.scores': content.frameworks + 1,
    'Coverage.controls': content.universalControls,
    'Coverage.uncoveredControls': content.unmappedMax,
    'CoveredControl.mappedControls': 2,
  }),
  cacheableFields: {
    // By their assessments where these are asked for.
    'Query.universalControls': ['status', 'statuses'],
    'Query.coverage': ['asOf'],
    'Query.universalControl': [],
    'Query.universalControlByCode': [],
    'Query.gap': [],
    'Control.mappings': [],
    'Mapping.id': [],
    'Mapping.control': [],
    'Mapping.universalControl': [],
    'Mapping.framework': [],
    'Mapping.frameworkVersion': [],
    'Mapping.relationship': [],
    'Mapping.covers': [],
    'Mapping.asksMore': [],
    'Mapping.rationale': [],
    'Mapping.corroborations': [],
    'UniversalControl.id': [],
    'UniversalControl.code': [],
    'UniversalControl.title': [],
    'UniversalControl.description': [],
    'UniversalControl.domain': [],
    'UniversalControl.elements': [],
    'UniversalControl.keywords': [],
    'UniversalControl.auditQuestion': [],
    'UniversalControl.exampleEvidence': [],
    'UniversalControl.mappings': [],
    'Domain.id': [],
    'Domain.code': [],
    'Domain.name': [],
    'Domain.description': [],
    'Domain.universalControls': [],
    'Gap.from': [],
    'Gap.to': [],
    'Gap.fromFramework': [],
    'Gap.toFramework': [],
    'Gap.totalControls': [],
    'Gap.fullControls': [],
    'Gap.partControls': [],
    'Gap.noneControls': [],
    'Gap.controls': [],
    'GapControl.control': [],
    'GapControl.cover': [],
    'GapControl.universalControls': [],
    'Coverage.framework': [],
    'Coverage.version': [],
    'Coverage.totalControls': [],
    'Coverage.coveredControls': [],
    'Coverage.coveragePercentage': [],
    'Coverage.controls': [],
    'Coverage.uncoveredControls': [],
    'CoveredControl.universalControl': [],
    'CoveredControl.mappedControls': [],
  },
  tags: {
    ucf: {
      name: 'Unified Control Framework',
      description: 'Universal controls, their mappings into every active framework, and assessments.',
    },
  },
  create({ database, clock, log, jobs, vault, mailSender: sender, publicUrl }: Platform, catalogue: Catalogue) {
    const expiry = new AssessmentExpiry({ database, catalogue, clock, log });
    const mails = new OutgoingMails(vault);
    const notices = new AssessmentNotices({ database, catalogue, clock, log, mails, sender, publicUrl });
    return {
      services: {},
      resolvers: [
        new AssessmentResolver(new AssessmentService()),
        new EvidenceUseResolver(),
        new UniversalControlEvidenceResolver(),
        new GapResolver(),
        new MappingMatrixResolver(),
        new DomainResolver(),
        new UniversalControlResolver(),
        new ControlMappingResolver(),
        new MappingResolver(),
        new CoverageResolver(),
      ],
      routes: ucfRoutes,
      workers: [
        periodic(jobs, { name: 'ucf.expiry', every: '5 minutes', run: (signal) => expiry.run(signal) }),
        periodic(jobs, { name: 'ucf.notices', every: '5 minutes', run: (signal) => notices.run(signal) }),
      ],
    };
  },
});

import { AssessmentInForceType } from '../ucf/ucf.type.js';
import { AssessmentType } from '../ucf/assessment.type.js';
import { AuditActorType } from '../audit/audit.type.js';
import { CheckChangeType } from '../scans/comparison.type.js';
import { ControlResultType } from '../scans/control-result.type.js';
import { ControlFindingType, FailingResourceType } from '../scans/finding.type.js';
import { ControlStatusChangeType } from '../posture/posture-live.type.js';
import { CustomCheckType } from '../custom-checks/custom-check.type.js';
import { DerivationVoteType, SupportingCheckType } from '../derivation/derivation.type.js';
import { HoldingCheckType } from '../derivation/holding-checks.js';
import { DryRunType } from '../custom-checks/dry-run.type.js';
import { EvidenceType } from '../evidence/evidence.type.js';
import { EvidenceOfScansType } from '../evidence/scan-group.type.js';
import { EvidenceWithdrawalType } from '../evidence/withdrawal.type.js';
import { ExceptionResourceType, ExceptionType } from '../exceptions/exception.type.js';
import { IdentityConnectionType } from '../single-sign-on/identity-connection.type.js';
import { InvitationType } from '../organizations/invitation.type.js';
import { PlanHoldType } from '../planning/plan.type.js';
import { ReportObjectType } from '../reports/report.type.js';
import { ResourceChangeType } from '../snapshots/snapshot.type.js';
import { ScanDifferenceType } from '../scans/difference.type.js';
import { ScanGapType, ScannedTypeType, ScanProgressEventType, ScanType } from '../scans/scan.type.js';
import { ScanResultType } from '../scans/result.type.js';
import { ScorePointType } from '../scores/score.type.js';
import { SecurityEventActorType, SecurityEventType } from '../security-events/security-event.type.js';
import { StatusChangeType } from '../posture/posture.type.js';
import { UnknownRuleType } from '../scans/report-rule.type.js';
import { WebhookDeliveryType } from '../webhooks/webhook.type.js';
import { toMany, toOne, type Edge } from './edge.js';
import { API_KEY, ASSESSMENT, DELIVERY, EVIDENCE, EXCEPTION, INTEGRATION, SCAN, USER } from './targets.js';

/** Every edge, by what it leads to: the type and its property with the id, the field beside it, what that is. */
export const EDGES: readonly Edge[] = [
  toOne(AssessmentInForceType, 'assessedBy', 'assessedByUser', USER, 'Its author.'),
  toOne(CustomCheckType, 'createdBy', 'createdByUser', USER, 'Who wrote it.'),
  toOne(EvidenceType, 'createdBy', 'createdByUser', USER, 'Who uploaded it, or triggered the scan.'),
  toOne(EvidenceType, 'scanJobId', 'scan', SCAN, 'The scan that collected it.'),
  toOne(
    EvidenceType,
    'partOfId',
    'partOf',
    EVIDENCE,
    'The artifact of the scan whose file has it, with all of its controls.',
  ),
  toOne(EvidenceWithdrawalType, 'withdrawnBy', 'withdrawnByUser', USER, 'Who withdrew it.'),
  toOne(InvitationType, 'invitedBy', 'invitedByUser', USER, 'Who invited.'),
  toOne(ScanType, 'triggeredBy', 'triggeredByUser', USER, 'Who triggered it; null for a schedule.'),
  toOne(
    StatusChangeType,
    'changedBy',
    'changedByUser',
    USER,
    'Who assessed, triggered the scan or decided on the scope.',
  ),
  toOne(SecurityEventType, 'userId', 'user', USER, 'The user that it is about.'),
  toOne(IdentityConnectionType, 'breakGlassUserId', 'breakGlassUser', USER, 'The admin whose password still logs in.'),
  toOne(ScanDifferenceType, 'before', 'beforeScan', SCAN, 'The scan before.'),
  toOne(ScanType, 'queuedBehind', 'queuedBehindScan', SCAN, 'The scan that has to end before this one begins.'),
  toOne(ControlStatusChangeType, 'scanJobId', 'scan', SCAN, 'The scan behind the change.'),
  toOne(StatusChangeType, 'scanJobId', 'scan', SCAN, 'The scan behind the change.'),
  toOne(DerivationVoteType, 'scanJobId', 'scan', SCAN, 'The scan that voted.'),
  toOne(SupportingCheckType, 'scanJobId', 'scan', SCAN, 'The scan in which it ran.'),
  toOne(ReportObjectType, 'scanJobId', 'scan', SCAN, 'The scan that it names.'),
  toOne(DryRunType, 'scanId', 'scan', SCAN, 'The scan whose resources it read.'),
  toOne(ControlFindingType, 'scanJobId', 'scan', SCAN, 'The scan that found it.'),
  toOne(ControlResultType, 'scanJobId', 'scan', SCAN, 'The scan.'),
  toOne(ScanProgressEventType, 'scanId', 'scan', SCAN, 'The scan.'),
  toOne(ScanResultType, 'evidenceId', 'evidence', EVIDENCE, 'The artifact of the scan that shows it.'),
  toOne(
    EvidenceType,
    'currentId',
    'current',
    EVIDENCE,
    'The current version of its document; itself where it is that.',
  ),
  toOne(EvidenceType, 'documentId', 'document', EVIDENCE, 'The first version of its document.'),
  toOne(EvidenceOfScansType, 'newestScanId', 'newestScan', SCAN, 'The scan that stored the newest of them.'),
  toMany(
    EvidenceOfScansType,
    'integrationIds',
    'integrations',
    INTEGRATION,
    'The integrations, where the caller may see them.',
  ),
  toOne(ScorePointType, 'scanJobId', 'scan', SCAN, 'The scan that moved the score.'),
  toOne(CheckChangeType, 'integrationId', 'integration', INTEGRATION, 'The integration that the check read.'),
  toOne(DerivationVoteType, 'integrationId', 'integration', INTEGRATION, 'The integration that voted.'),
  toOne(SupportingCheckType, 'integrationId', 'integration', INTEGRATION, 'The integration that was looked at.'),
  toOne(PlanHoldType, 'integrationId', 'integration', INTEGRATION, 'The integration.'),
  toOne(HoldingCheckType, 'integrationId', 'integration', INTEGRATION, 'The integration in which it fails.'),
  toOne(ExceptionResourceType, 'integrationId', 'integration', INTEGRATION, 'The integration that has the resource.'),
  toOne(FailingResourceType, 'integrationId', 'integration', INTEGRATION, 'The integration that has the resource.'),
  toOne(ResourceChangeType, 'integrationId', 'integration', INTEGRATION, 'The integration that has the resource.'),
  toOne(ScanGapType, 'integrationId', 'integration', INTEGRATION, 'The integration that could not be read.'),
  toOne(
    UnknownRuleType,
    'integrationId',
    'integration',
    INTEGRATION,
    'The integration that the report was imported for.',
  ),
  toOne(
    AssessmentType,
    'expiredAssessmentId',
    'expiredAssessment',
    ASSESSMENT,
    'The assessment whose expiry this records.',
  ),
  toOne(ControlStatusChangeType, 'assessmentId', 'assessment', ASSESSMENT, 'The assessment behind the change.'),
  toOne(StatusChangeType, 'assessmentId', 'assessment', ASSESSMENT, 'The assessment behind the change.'),
  toOne(ScorePointType, 'assessmentId', 'assessment', ASSESSMENT, 'The assessment that moved the score.'),
  toOne(ScannedTypeType, 'integrationId', 'integration', INTEGRATION, 'The integration that has the resources.'),
  toMany(ScanType, 'integrationIds', 'integrations', INTEGRATION, 'The integrations that it reads.'),
  toMany(AssessmentType, 'evidenceIds', 'evidence', EVIDENCE, 'The artifacts that it rests on.'),
  toMany(
    AssessmentInForceType,
    'withdrawnEvidenceIds',
    'withdrawnEvidence',
    EVIDENCE,
    'Those of its artifacts that were withdrawn since.',
  ),
  toMany(ExceptionType, 'evidenceIds', 'evidence', EVIDENCE, 'The artifacts that support it.'),
  toOne(FailingResourceType, 'exceptionId', 'exception', EXCEPTION, 'The exception that accepts the finding.'),
  toOne(AuditActorType, 'apiKeyId', 'apiKey', API_KEY, 'The API key that was used, where the caller may see it.'),
  toOne(
    SecurityEventActorType,
    'apiKeyId',
    'apiKey',
    API_KEY,
    'The API key that was used, where the caller may see it.',
  ),
  toOne(WebhookDeliveryType, 'redeliveryOf', 'redeliveryOfDelivery', DELIVERY, 'The delivery that it repeats.'),
];

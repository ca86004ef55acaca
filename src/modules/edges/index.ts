import { feature } from '../../feature/feature.js';
import {
  AuditActorCredentialEdges,
  SecurityEventActorCredentialEdges,
  WebhookDeliveryCredentialEdges,
} from './credential-edges.resolver.js';
import {
  CheckChangeIntegrationEdges,
  DerivationVoteIntegrationEdges,
  ExceptionResourceIntegrationEdges,
  FailingResourceIntegrationEdges,
  ResourceChangeIntegrationEdges,
  ScanGapIntegrationEdges,
  UnknownRuleIntegrationEdges,
} from './integration-edges.resolver.js';
import {
  AssessmentJudgementEdges,
  ControlStatusChangeJudgementEdges,
  StatusChangeJudgementEdges,
  ScorePointJudgementEdges,
  FailingResourceJudgementEdges,
  AssessmentInForceJudgementEdges,
  ExceptionJudgementEdges,
} from './judgement-edges.resolver.js';
import {
  ScanScanEdges,
  ControlStatusChangeScanEdges,
  StatusChangeScanEdges,
  DerivationVoteScanEdges,
  DryRunScanEdges,
  ControlFindingScanEdges,
  ScanProgressEventScanEdges,
  ScorePointScanEdges,
} from './scan-edges.resolver.js';
import {
  AssessmentInForceUserEdges,
  CustomCheckUserEdges,
  EvidenceUserEdges,
  EvidenceWithdrawalUserEdges,
  InvitationUserEdges,
  ScanUserEdges,
  StatusChangeUserEdges,
  SecurityEventUserEdges,
  IdentityConnectionUserEdges,
} from './user-edges.resolver.js';

/** Edges from a bare id to what it names, across features. */
export const edgesFeature = feature({
  listSizes: () => ({
    'Assessment.evidence': 3,
    'AssessmentInForce.withdrawnEvidence': 1,
    'Exception.evidence': 2,
  }),
  create() {
    return {
      services: {},
      resolvers: [
        new AssessmentInForceUserEdges(),
        new CustomCheckUserEdges(),
        new EvidenceUserEdges(),
        new EvidenceWithdrawalUserEdges(),
        new InvitationUserEdges(),
        new ScanUserEdges(),
        new StatusChangeUserEdges(),
        new SecurityEventUserEdges(),
        new IdentityConnectionUserEdges(),
        new ScanScanEdges(),
        new ControlStatusChangeScanEdges(),
        new StatusChangeScanEdges(),
        new DerivationVoteScanEdges(),
        new DryRunScanEdges(),
        new ControlFindingScanEdges(),
        new ScanProgressEventScanEdges(),
        new ScorePointScanEdges(),
        new CheckChangeIntegrationEdges(),
        new DerivationVoteIntegrationEdges(),
        new ExceptionResourceIntegrationEdges(),
        new FailingResourceIntegrationEdges(),
        new ResourceChangeIntegrationEdges(),
        new ScanGapIntegrationEdges(),
        new UnknownRuleIntegrationEdges(),
        new AssessmentJudgementEdges(),
        new ControlStatusChangeJudgementEdges(),
        new StatusChangeJudgementEdges(),
        new ScorePointJudgementEdges(),
        new FailingResourceJudgementEdges(),
        new AssessmentInForceJudgementEdges(),
        new ExceptionJudgementEdges(),
        new AuditActorCredentialEdges(),
        new SecurityEventActorCredentialEdges(),
        new WebhookDeliveryCredentialEdges(),
      ],
    };
  },
});

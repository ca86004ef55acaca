import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Finding } from '../../src/connectors/finding.js';
import { loadSnapshot } from '../../src/connectors/demo/snapshot.load.js';
import { resourcesAt, type Snapshot } from '../../src/connectors/demo/snapshot.js';
import type { Properties } from '../../src/connectors/demo/snapshot.shapes.js';
import { findingsAt } from '../../src/connectors/demo/verdict.rules.js';

const SCANS = 31;

/** What the descriptions of the checks ask of a resource. */
const PASSES: Record<string, (properties: Properties) => boolean> = {
  'aws.accessanalyzer.enabled': (p) => p.Status === 'ACTIVE',
  'aws.accessanalyzer.enabled-without-findings': (p) => p.ActiveFindings === 0,
  'aws.acm.certificates-expiration-check': (p) => Number(p.DaysToExpiry) > 7,
  'aws.autoscaling.group-multiple-az': (p) => list(p.AvailabilityZones).length > 1,
  'aws.backup.reportplans-exist': (p) => list(p.ReportPlans).length > 0,
  'aws.cloudtrail.bucket-requires-mfa-delete': (p) => p.S3BucketMFADelete === 'Enabled',
  'aws.cloudtrail.log-file-validation-enabled': (p) => p.LogFileValidationEnabled === true,
  'aws.cloudtrail.multi-region-enabled': (p) => p.IsLogging === true && p.IsMultiRegionTrail === true,
  'aws.cloudwatch.alarm-actions-enabled': (p) => p.ActionsEnabled === true,
  'aws.cloudwatch.log-group-retention-policy-specific-days-enabled': (p) => Number(p.retentionInDays) >= 365,
  'aws.ec2.ebs-public-snapshot': (p) => list(p.CreateVolumePermission).length === 0,
  'aws.ec2.instance-imdsv2-enabled': (p) => p.HttpTokens === 'required',
  'aws.ec2.instance-managed-by-ssm': (p) => p.SsmManaged === true,
  'aws.ec2.instance-with-outdated-ami': (p) => p.ImageDeprecatedDays === null,
  'aws.ec2.securitygroup-allow-ingress-from-internet-to-all-ports': (p) =>
    openToInternet(p).every(({ IpProtocol }) => IpProtocol !== '-1'),
  'aws.ec2.securitygroup-allow-ingress-from-internet-to-high-risk-tcp-ports': (p) =>
    [25, 110, 135, 143, 445, 3000, 4333, 5000, 5500, 8080, 8088].every((port) => !isOpen(p, port)),
  'aws.ec2.securitygroup-allow-ingress-from-internet-to-tcp-port-22': (p) => !isOpen(p, 22),
  'aws.ec2.securitygroup-default-restrict-traffic': (p) =>
    list(p.IpPermissions).length === 0 && list(p.IpPermissionsEgress).length === 0,
  'aws.ecr.repositories-scan-images-on-push-enabled': (p) => p.scanOnPush === true,
  'aws.ecr.repositories-tag-immutability': (p) => p.imageTagMutability === 'IMMUTABLE',
  'aws.ecs.task-definitions-no-privileged-containers': (p) => list(p.PrivilegedContainers).length === 0,
  'aws.elbv2.insecure-ssl-ciphers': (p) => /-TLS1[23]-/.test(String(p.SslPolicy)),
  'aws.elbv2.is-in-multiple-az': (p) => list(p.AvailabilityZones).length > 1,
  'aws.elbv2.ssl-listeners': (p) => p.HttpListener !== 'forward',
  'aws.guardduty.ec2-malware-protection-enabled': (p) => p.EBS_MALWARE_PROTECTION === 'ENABLED',
  'aws.guardduty.is-enabled': (p) => p.Status === 'ENABLED',
  'aws.guardduty.no-high-severity-findings': (p) => p.HighSeverityFindings === 0,
  'aws.iam.avoid-root-usage': (p) => Number(p.password_last_used_days) > 1,
  'aws.iam.no-root-access-key': (p) => p.access_key_1_active === false && p.access_key_2_active === false,
  'aws.iam.password-policy-minimum-length-14': (p) => Number(p.MinimumPasswordLength) >= 14,
  'aws.iam.password-policy-symbol': (p) => p.RequireSymbols === true,
  'aws.iam.policy-allows-privilege-escalation': (p) => list(p.EscalationActions).length === 0,
  'aws.iam.policy-attached-only-to-group-or-roles': (p) => list(p.attached_policies).length === 0,
  'aws.iam.root-mfa-enabled': (p) => p.mfa_active === true,
  'aws.iam.rotate-access-key-90-days': (p) => !p.access_key_1_active || Number(p.access_key_1_age_days) <= 90,
  'aws.iam.user-accesskey-unused': (p) => !p.access_key_1_active || Number(p.access_key_1_last_used_days) <= 45,
  'aws.iam.user-console-access-unused': (p) => !p.password_enabled || Number(p.password_last_used_days) <= 45,
  'aws.iam.user-mfa-enabled-console-access': (p) => !p.password_enabled || p.mfa_active === true,
  'aws.iam.user-with-temporary-credentials': (p) =>
    !p.access_key_1_active || list(p.key_services).every((service) => service === 'sts' || service === 'iam'),
  'aws.inspector2.active-findings-exist': (p) => p.ActiveFindings === 0,
  'aws.kms.cmk-not-deleted-unintentionally': (p) => p.KeyState !== 'PendingDeletion',
  'aws.kms.cmk-rotation-enabled': (p) => p.KeyRotationEnabled === true,
  'aws.kms.key-not-publicly-accessible': (p) => list(p.PublicPrincipals).length === 0,
  'aws.macie.automated-sensitive-data-discovery-enabled': (p) => p.AutomatedDiscovery === 'ENABLED',
  'aws.macie.is-enabled': (p) => p.Status === 'ENABLED',
  'aws.rds.instance-backup-enabled': (p) => Number(p.BackupRetentionPeriod) > 0,
  'aws.rds.instance-default-admin': (p) => !['admin', 'postgres'].includes(String(p.MasterUsername)),
  'aws.rds.instance-deprecated-engine-version': (p) => p.EngineVersionSupported === true,
  'aws.rds.instance-iam-authentication-enabled': (p) => p.IAMDatabaseAuthenticationEnabled === true,
  'aws.rds.instance-no-public-access': (p) => p.PubliclyAccessible === false,
  'aws.rds.instance-storage-encrypted': (p) => p.StorageEncrypted === true,
  'aws.rds.snapshots-public-access': (p) => list(p.RestoreAttribute).length === 0,
  'aws.s3.account-level-public-access-blocks': (p) => p.IgnorePublicAcls === true && p.RestrictPublicBuckets === true,
  'aws.s3.bucket-kms-encryption': (p) => String(p.SSEAlgorithm).startsWith('aws:kms'),
  'aws.s3.bucket-lifecycle-enabled': (p) => list(p.LifecycleRules).length > 0,
  'aws.s3.bucket-object-lock': (p) => p.ObjectLock === 'Enabled',
  'aws.s3.bucket-object-versioning': (p) => p.Versioning === 'Enabled',
  'aws.s3.bucket-public-access': (p) => list(p.PublicGrants).length === 0,
  'aws.s3.bucket-secure-transport-policy': (p) => p.DenyInsecureTransport === true,
  'aws.s3.bucket-server-access-logging-enabled': (p) => typeof p.LoggingTargetBucket === 'string',
  'aws.ses.identity-dkim-enabled': (p) => p.DkimVerificationStatus === 'SUCCESS' && p.DkimSigningEnabled === true,
  'aws.ssm.managed-compliant-patching': (p) => p.Status === 'COMPLIANT',
  'aws.vpc.flow-logs-enabled': (p) => list(p.FlowLogs).length > 0,
  'aws.vpc.subnet-no-public-ip-by-default': (p) => p.MapPublicIpOnLaunch === false,
  'aws.vpc.vpn-connection-tunnels-up': (p) => list(p.TunnelStatus).every((status) => status === 'UP'),
  'azure.keyvault.key-rotation-enabled': (p) => p.rotationAction === 'Rotate',
  'azure.storage.blob-public-access-level-is-disabled': (p) => p.allowBlobPublicAccess === false,
  'azure.vm.backup-enabled': (p) => typeof p.backupVault === 'string',
  'gcp.iam.sa-no-user-managed-keys': (p) => p.userManagedKeys === 0,
  'gcp.kms.key-rotation-max-90-days': (p) => Number(p.rotationPeriodDays) <= 90,
  'github.githubactions.workflow-security-scan': (p) => list(p.unpinned).length === 0,
  'github.repository.branch-delete-on-merge-enabled': (p) => p.delete_branch_on_merge === true,
  'github.repository.default-branch-deletion-disabled': (p) => protection(p).allow_deletions === false,
  'github.repository.default-branch-disallows-force-push': (p) => protection(p).allow_force_pushes === false,
  'github.repository.default-branch-dismisses-stale-reviews': (p) => protection(p).dismiss_stale_reviews === true,
  'github.repository.default-branch-protection-applies-to-admins': (p) => protection(p).enforce_admins === true,
  'github.repository.default-branch-requires-codeowners-review': (p) =>
    protection(p).require_code_owner_reviews === true,
  'github.repository.default-branch-requires-conversation-resolution': (p) =>
    protection(p).required_conversation_resolution === true,
  'github.repository.default-branch-requires-linear-history': (p) => protection(p).required_linear_history === true,
  'github.repository.default-branch-requires-multiple-approvals': (p) =>
    Number(protection(p).required_approving_review_count) >= 2,
  'github.repository.default-branch-requires-signed-commits': (p) => protection(p).required_signatures === true,
  'github.repository.default-branch-status-checks-required': (p) =>
    list(protection(p).required_status_checks).length > 0,
  'github.repository.immutable-releases-enabled': (p) => p.immutable_releases === true,
  'github.repository.inactive-not-archived': (p) => Number(p.days_since_push) <= 180,
  'kubernetes.apiserver.audit-log-maxage-set': (p) => Number(p['audit-log-maxage']) >= 30,
  'kubernetes.core.minimize-privileged-containers': (p) => list(p.privileged).length === 0,
  'kubernetes.core.minimize-root-containers-admission': (p) => !list(p.runAsUser).includes(0),
  'kubernetes.core.no-secrets-envs': (p) => list(p.secretEnv).length === 0,
  'kubernetes.rbac.minimize-wildcard-use-roles': (p) => list(p.wildcardRules).length === 0,
  'm365.defender.domain-dkim-enabled': (p) => p.Enabled === true,
  'm365.exchange.transport-rules-mail-forwarding-disabled': (p) => list(p.RedirectMessageTo).length === 0,
  'm365.teams.meeting-anonymous-user-join-disabled': (p) => p.AllowAnonymousUsersToJoinMeeting === false,
  'okta.authenticator.password-lockout-threshold-3': (p) => Number(p.maxAttempts) <= 3,
  'okta.authenticator.password-minimum-length-15': (p) => Number(p.minLength) >= 15,
  'okta.signon.dod-warning-banner-configured': (p) => typeof p.signInBanner === 'string',
  'okta.signon.global-session-idle-timeout-15min': (p) => Number(p.maxSessionIdleMinutes) <= 15,
};

describe('the shipped demo snapshot', () => {
  let judged: { finding: Finding; properties: Properties }[] = [];

  beforeAll(async () => {
    const snapshot = await loadSnapshot(new URL('../../../src/connectors/demo/snapshot', import.meta.url).pathname);
    judged = Array.from({ length: SCANS }, (_, scansBefore) => judgedAt(snapshot, scansBefore)).flat();
  });

  it('gives the verdicts that follow from the properties of its resources, in every scan', () => {
    const wrong = judged.filter(({ finding: { check, status }, properties }) => {
      const passes = PASSES[check.ruleId];
      return passes && passes(properties) !== (status === 'pass');
    });
    expect(wrong.map(({ finding }) => finding.summary)).toEqual([]);
  });

  it('fails no check whose verdict is not compared with the properties', () => {
    const failing = judged
      .filter(({ finding }) => finding.status === 'fail')
      .map(({ finding }) => finding.check.ruleId);
    expect([...new Set(failing)].filter((ruleId) => !(ruleId in PASSES))).toEqual([]);
  });
});

function judgedAt(snapshot: Snapshot, scansBefore: number): { finding: Finding; properties: Properties }[] {
  return snapshot.flatMap((provider) => {
    const resources = resourcesAt(provider, scansBefore);
    return findingsAt(provider, scansBefore).flatMap((finding) => {
      const resource = resources.get(finding.resource?.name ?? '');
      return resource ? [{ finding, properties: resource.properties }] : [];
    });
  });
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function record(value: unknown): Properties {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function protection({ protection: rules }: Properties): Properties {
  return record(rules);
}

function openToInternet({ IpPermissions }: Properties): Properties[] {
  return list(IpPermissions)
    .map(record)
    .filter(({ CidrIp }) => list(CidrIp).includes('0.0.0.0/0'));
}

function isOpen(properties: Properties, port: number): boolean {
  return openToInternet(properties).some(
    ({ IpProtocol, FromPort, ToPort }) => IpProtocol === '-1' || (Number(FromPort) <= port && port <= Number(ToPort)),
  );
}

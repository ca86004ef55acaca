import type { z } from 'zod';
import type { AccessPolicy } from './entra.rules.js';
import type { CompliancePolicy, DeviceManagement, ManagedDevice, SharePointSettings } from './m365-schemas.js';

/** Turns Graph's responses on Intune and SharePoint into the properties that src/content/resources/m365 documents. */

/** Agents by which Intune itself manages a device. */
const MDM_AGENTS = new Set([
  'mdm',
  'easMdm',
  'intuneClient',
  'easIntuneClient',
  'configurationManagerClientMdm',
  'configurationManagerClientMdmEas',
  'microsoft365ManagedMdm',
]);

/** Properties of an `IntuneSettings`. */
export function intuneSettings({ settings }: z.infer<typeof DeviceManagement>) {
  return {
    secure_by_default: settings.secureByDefault,
    checkin_threshold_days: settings.deviceComplianceCheckinThresholdDays ?? null,
  };
}

/** Whether Intune manages a device and finds it compliant. */
export function isCompliantDevice({ complianceState, managementAgent }: z.infer<typeof ManagedDevice>): boolean {
  return complianceState === 'compliant' && MDM_AGENTS.has(managementAgent ?? '');
}

/** Properties of an `IntuneDeviceAccess`. */
export function deviceAccess(known: {
  accessPolicies: readonly AccessPolicy[];
  compliancePolicies: readonly z.infer<typeof CompliancePolicy>[];
  management: z.infer<typeof DeviceManagement>;
  compliantDevices: number;
}) {
  return {
    access_policies: known.accessPolicies
      .filter((policy) => policy.grant_controls.includes('compliantDevice'))
      .map((policy) => ({
        id: policy.id,
        name: policy.name,
        state: policy.state,
        included_users: policy.included_users,
        included_applications: policy.included_applications,
        excluded_applications: policy.excluded_applications,
        grant_operator: policy.grant_operator,
        grant_controls: policy.grant_controls,
        authentication_strength: policy.authentication_strength,
      })),
    compliance_policies: known.compliancePolicies.map(({ id, displayName, assignments }) => ({
      id,
      name: displayName ?? id,
      assignment_count: assignments.length,
    })),
    secure_by_default: known.management.settings.secureByDefault,
    compliant_device_count: known.compliantDevices,
  };
}

/** Properties of a `SharePointTenant`. */
export function sharePointTenant(settings: z.infer<typeof SharePointSettings>) {
  return {
    sharing_capability: settings.sharingCapability,
    sharing_domain_restriction_mode: settings.sharingDomainRestrictionMode ?? null,
    is_resharing_by_external_users_enabled: settings.isResharingByExternalUsersEnabled ?? null,
    is_legacy_authentication_enabled: settings.isLegacyAuthProtocolsEnabled ?? null,
    allowed_domain_guids_for_sync: settings.allowedDomainGuidsForSyncApp ?? [],
  };
}

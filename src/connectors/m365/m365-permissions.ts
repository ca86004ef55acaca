import type { PermissionDocument } from '../connector.js';

/** Application permissions of Microsoft Graph, with their purpose. */
const PERMISSIONS = {
  'Policy.Read.All': 'Conditional Access, security defaults, session timeouts, authorization policy',
  'AuditLog.Read.All': 'registered authentication methods of users',
  'AccessReview.Read.All': 'access reviews',
  'GroupSettings.Read.All': 'smart lockout and banned passwords',
  'RoleManagement.Read.Directory': 'activation of directory roles',
  'DeviceManagementServiceConfig.Read.All': 'Intune settings',
  'DeviceManagementConfiguration.Read.All': 'Intune compliance policies',
  'DeviceManagementManagedDevices.Read.All': 'compliant devices',
  'SharePointTenantSettings.Read.All': 'sharing and synchronization',
} as const;

type Permission = keyof typeof PERMISSIONS;

/** Permission and licence that a path needs, by its prefix. The first match counts. */
const GRANTS: [string, Permission, licence?: string][] = [
  ['/v1.0/policies/roleManagementPolicyAssignments', 'RoleManagement.Read.Directory', 'Microsoft Entra ID P2'],
  ['/v1.0/roleManagement/', 'RoleManagement.Read.Directory'],
  ['/v1.0/policies/', 'Policy.Read.All'],
  ['/v1.0/identity/conditionalAccess/', 'Policy.Read.All'],
  ['/v1.0/reports/', 'AuditLog.Read.All', 'Microsoft Entra ID P1'],
  ['/v1.0/identityGovernance/', 'AccessReview.Read.All', 'Microsoft Entra ID P2'],
  ['/v1.0/groupSettings', 'GroupSettings.Read.All'],
  ['/v1.0/deviceManagement/deviceCompliancePolicies', 'DeviceManagementConfiguration.Read.All', 'Microsoft Intune'],
  ['/v1.0/deviceManagement/managedDevices', 'DeviceManagementManagedDevices.Read.All', 'Microsoft Intune'],
  ['/v1.0/deviceManagement', 'DeviceManagementServiceConfig.Read.All', 'Microsoft Intune'],
  ['/v1.0/admin/sharepoint/', 'SharePointTenantSettings.Read.All'],
];

/** The permission that an app needs for a path, and the licence that the tenant needs. */
export function grantFor(path: string): string {
  const [, permission, licence] = GRANTS.find(([prefix]) => path.startsWith(prefix)) ?? [];
  if (permission === undefined) return 'the application permissions that the connector lists';
  const grant = `the application permission ${permission}`;
  return licence === undefined ? grant : `${grant} (the tenant also needs ${licence})`;
}

/** Permissions that an administrator of a tenant has to grant. */
export const M365_PERMISSIONS: readonly PermissionDocument[] = [
  {
    title: 'Application permissions of Microsoft Graph',
    format: 'text',
    text: [
      'Register an app in Microsoft Entra ID, give it a certificate or a client secret, and grant it, with admin consent:',
      ...Object.entries(PERMISSIONS).map(([name, purpose]) => `  ${name} (${purpose})`),
      'All of them only read. Without one of them, the rest is read, and a scan reports what is missing.',
    ].join('\n'),
  },
];

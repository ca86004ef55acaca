import type { PermissionDocument } from '../connector.js';

const ROLE = {
  Name: 'Crosswalk reader',
  IsCustom: true,
  Description: 'What Crosswalk reads of a subscription: settings alone, no content.',
  Actions: [
    'Microsoft.Compute/virtualMachines/read',
    'Microsoft.Insights/diagnosticSettings/read',
    'Microsoft.KeyVault/vaults/keys/read',
    'Microsoft.KeyVault/vaults/read',
    'Microsoft.Network/networkSecurityGroups/read',
    'Microsoft.Network/networkWatchers/flowLogs/read',
    'Microsoft.Network/networkWatchers/read',
    'Microsoft.RecoveryServices/Vaults/backupProtectedItems/read',
    'Microsoft.RecoveryServices/Vaults/read',
    'Microsoft.Resources/subscriptions/read',
    'Microsoft.Security/assessments/read',
    'Microsoft.Security/locations/jitNetworkAccessPolicies/read',
    'Microsoft.Security/securityContacts/read',
    'Microsoft.Sql/servers/auditingSettings/read',
    'Microsoft.Sql/servers/databases/read',
    'Microsoft.Sql/servers/databases/transparentDataEncryption/read',
    'Microsoft.Sql/servers/read',
    'Microsoft.Storage/storageAccounts/blobServices/read',
    'Microsoft.Storage/storageAccounts/read',
  ],
  NotActions: [],
  DataActions: ['Microsoft.KeyVault/vaults/keyrotationpolicies/read'],
  NotDataActions: [],
  AssignableScopes: ['/subscriptions/<SUBSCRIPTION_ID>'],
};

const GRAPH = `\
Application permissions of Microsoft Graph, with the consent of an administrator:

AuditLog.Read.All              which users can complete MFA (needs a licence of Entra ID P1)
Policy.Read.All                what guests may see
RoleManagement.Read.Directory  who holds directory roles
User.Read.All                  users, and the names of administrators
`;

/** Permissions that an administrator of Azure grants to the application. */
export const AZURE_PERMISSIONS: readonly PermissionDocument[] = [
  {
    title: 'Custom role for every subscription (az role definition create --role-definition @role.json)',
    format: 'json',
    text: `${JSON.stringify(ROLE, null, 2)}\n`,
  },
  { title: 'Microsoft Graph', format: 'text', text: GRAPH },
];

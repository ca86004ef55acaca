import type { Estate } from './azure-server.js';

export const SUBSCRIPTION = '7c1f4e2a-93b8-4d06-a5e7-2b0c9d8f6134';
/** Path of the subscription at Resource Manager. */
export const ARM = `/arm/subscriptions/${SUBSCRIPTION}`;
const GROUP = `/subscriptions/${SUBSCRIPTION}/resourceGroups/lab/providers`;
const WHERE = { location: 'germanywestcentral' };
const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10';

const STORAGE = `${GROUP}/Microsoft.Storage/storageAccounts`;
const SQL = `${GROUP}/Microsoft.Sql/servers/sql`;
const VAULT = `${GROUP}/Microsoft.KeyVault/vaults/safe`;
const RECOVERY = `${GROUP}/Microsoft.RecoveryServices/vaults/recovery`;
const WATCHER = `${GROUP}/Microsoft.Network/networkWatchers`;
const MACHINE = `${GROUP}/Microsoft.Compute/virtualMachines`;

const located = (prefix: string, name: string, properties: unknown, more = {}) => ({
  id: `${prefix}/${name}`,
  name,
  ...WHERE,
  properties,
  ...more,
});
const assessment = (machine: string, displayName: string, code: string) => ({
  id: `${MACHINE}/${machine}/providers/Microsoft.Security/assessments/${displayName.length}`,
  properties: { displayName, status: { code } },
});
const rule = (name: string, properties: object) => ({
  name,
  properties: { direction: 'Inbound', access: 'Allow', protocol: 'Tcp', priority: 100, ...properties },
});
const blobs = (isEnabled: boolean) => ({
  properties: { containerDeleteRetentionPolicy: isEnabled ? { enabled: true, days: 14 } : { enabled: false } },
});
const rotationPolicy = (...types: string[]) => ({
  lifetimeActions: types.map((type) => ({ action: { type }, trigger: { timeBeforeExpiry: 'P30D' } })),
  attributes: { expiryTime: 'P1Y' },
});

/** Responses by path: one subscription and one directory. */
export const ESTATE: Estate = {
  '/arm/subscriptions': [{ subscriptionId: SUBSCRIPTION, displayName: 'laboratory', state: 'Enabled' }],
  [`${ARM}/providers/Microsoft.Insights/diagnosticSettings`]: [
    {
      name: 'export',
      properties: {
        logs: [
          { categoryGroup: 'audit', enabled: false },
          { categoryGroup: 'allLogs', enabled: true },
        ],
      },
    },
  ],
  [`${ARM}/providers/Microsoft.Security/securityContacts`]: [
    {
      name: 'default',
      properties: {
        isEnabled: true,
        emails: 'security@example.com;second@example.com',
        notificationsByRole: { state: 'On', roles: ['Owner'] },
        notificationsSources: [
          { sourceType: 'AttackPath', minimalRiskLevel: 'Critical' },
          { sourceType: 'Alert', minimalSeverity: 'Critical' },
        ],
      },
    },
  ],

  // Three accounts: two pages.
  [`${ARM}/providers/Microsoft.Storage/storageAccounts`]: [
    located(
      STORAGE,
      'results',
      { allowBlobPublicAccess: false, supportsHttpsTrafficOnly: true, minimumTlsVersion: 'TLS1_2' },
      { kind: 'StorageV2', tags: { owner: 'lab' } },
    ),
    located(
      STORAGE,
      'files',
      { allowBlobPublicAccess: false, supportsHttpsTrafficOnly: true },
      { kind: 'FileStorage' },
    ),
    located(STORAGE, 'old', { supportsHttpsTrafficOnly: false }, { kind: 'Storage' }),
  ],
  [`/arm${STORAGE}/results/blobServices/default`]: blobs(true),
  [`/arm${STORAGE}/old/blobServices/default`]: blobs(false),

  [`${ARM}/providers/Microsoft.Sql/servers`]: [located(`${GROUP}/Microsoft.Sql/servers`, 'sql', {})],
  [`/arm${SQL}/auditingSettings`]: [{ name: 'Default', properties: { state: 'Disabled' } }],
  [`/arm${SQL}/databases`]: ['master', 'orders', 'stock'].map((name) =>
    located(`${SQL}/databases`, name, { status: 'Online' }),
  ),
  [`/arm${SQL}/databases/orders/transparentDataEncryption/current`]: { properties: { state: 'Enabled' } },
  [`/arm${SQL}/databases/stock/transparentDataEncryption/current`]: { properties: { state: 'Disabled' } },

  [`${ARM}/providers/Microsoft.KeyVault/vaults`]: [
    located(`${GROUP}/Microsoft.KeyVault/vaults`, 'safe', { enableSoftDelete: true, enableRbacAuthorization: true }),
  ],
  [`/arm${VAULT}/keys`]: ['disk', 'link'].map((name) => ({
    name,
    properties: {
      kty: 'RSA',
      keyUri: `https://safe.vault.azure.net/keys/${name}`,
      attributes: { enabled: true, created: Date.UTC(2026, 1, 19, 11) / 1000 },
    },
  })),
  '/vault/safe/keys/disk/rotationpolicy': rotationPolicy('Notify', 'Rotate'),
  '/vault/safe/keys/link/rotationpolicy': rotationPolicy('Notify'),

  [`${ARM}/providers/Microsoft.Network/networkSecurityGroups`]: [
    located(`${GROUP}/Microsoft.Network/networkSecurityGroups`, 'open', {
      securityRules: [
        rule('all', { sourceAddressPrefixes: ['10.0.0.0/8', 'Internet'], destinationPortRange: '*' }),
        rule('web', { sourceAddressPrefix: '*', destinationPortRanges: ['80', '443'] }),
      ],
    }),
    located(`${GROUP}/Microsoft.Network/networkSecurityGroups`, 'shut', {
      securityRules: [rule('ssh', { sourceAddressPrefix: '10.8.0.0/24', destinationPortRange: '20-30' })],
    }),
  ],
  [`${ARM}/providers/Microsoft.Network/networkWatchers`]: [
    located(WATCHER, 'germany', undefined),
    located(WATCHER, 'france', undefined),
  ],
  [`/arm${WATCHER}/germany/flowLogs`]: [
    { name: 'log', properties: { enabled: true, targetResourceId: '/vnet', retentionPolicy: { days: 90 } } },
  ],

  // The APIs return ids in different letter cases.
  [`${ARM}/providers/Microsoft.Compute/virtualMachines`]: [
    located(MACHINE, 'one', {
      hardwareProfile: { vmSize: 'Standard_D2s_v5' },
      storageProfile: { osDisk: { osType: 'Linux' } },
    }),
    located(MACHINE, 'two', {}),
  ],
  [`${ARM}/providers/Microsoft.RecoveryServices/vaults`]: [
    located(`${GROUP}/Microsoft.RecoveryServices/vaults`, 'recovery', {}),
  ],
  [`/arm${RECOVERY}/backupProtectedItems`]: [{ properties: { sourceResourceId: `${MACHINE}/ONE` } }],
  [`${ARM}/providers/Microsoft.Security/jitNetworkAccessPolicies`]: [
    { name: 'jit', properties: { virtualMachines: [{ id: `${MACHINE}/two`.toLowerCase() }] } },
  ],
  [`${ARM}/providers/Microsoft.Security/assessments`]: [
    assessment(
      'one',
      'System updates should be installed on your machines (powered by Azure Update Manager)',
      'Healthy',
    ),
    assessment('one', 'Machines should be configured to periodically check for missing system updates', 'Unhealthy'),
    assessment('one', 'EDR solution should be installed on Virtual Machines', 'Healthy'),
    assessment('two', 'EDR solution should be installed on Virtual Machines', 'Unhealthy'),
    assessment('two', 'Something else should be done', 'Unhealthy'),
  ],

  '/graph/v1.0/directoryRoles': [
    { id: 'r1', displayName: 'Global Administrator', roleTemplateId: GLOBAL_ADMINISTRATOR },
    { id: 'r2', displayName: 'Global Reader', roleTemplateId: 'f2ef992c-3afb-46b9-b7cf-a126ee74c451' },
    { id: 'r3', displayName: 'User Administrator', roleTemplateId: 'fe930be7-5e62-47db-91af-98c3a49a38b1' },
  ],
  // Five, over three pages.
  '/graph/v1.0/directoryRoles/r1/members': ['ada', 'g1', 'g2', 'g3', 'g4'].map((id) => ({ id, displayName: id })),
  '/graph/v1.0/directoryRoles/r2/members': [{ id: 'ben', displayName: 'ben' }],
  '/graph/v1.0/policies/authorizationPolicy': { guestUserRoleId: '10dae51f-b6af-4016-8d66-8c2a99b929b3' },
  '/graph/v1.0/users': [
    { id: 'ada', displayName: 'ada', accountEnabled: true, userType: 'Member' },
    { id: 'ben', displayName: 'ben', accountEnabled: true, userType: 'Member' },
    { id: 'cem', displayName: 'cem', accountEnabled: true, userType: 'Guest' },
    { id: 'dan', displayName: 'dan', accountEnabled: true, userType: 'Member' },
    { id: 'eve', displayName: 'eve', accountEnabled: false, userType: 'Member' },
  ],
  '/graph/v1.0/reports/authenticationMethods/userRegistrationDetails': [
    { id: 'ada', isMfaCapable: true, methodsRegistered: ['passKeyDeviceBound'] },
    { id: 'ben', isMfaCapable: false, methodsRegistered: [] },
    { id: 'cem', isMfaCapable: true, methodsRegistered: ['softwareOneTimePasscode'] },
  ],
};

/** Azure's refusal of the blob service of an account for files only. */
export const NO_BLOBS = {
  path: `/arm${STORAGE}/files/blobServices/default`,
  answer: { status: 400, body: { error: { code: 'FeatureNotSupportedForAccount', message: 'no blobs' } } },
};
export const OLD_BLOBS = `/arm${STORAGE}/old/blobServices/default`;

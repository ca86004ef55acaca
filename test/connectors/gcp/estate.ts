import type { Estate } from './google-server.js';

export const PROJECT = 'lab-project';
export const NUMBER = '402915837264';
const PLACE = 'https://www.googleapis.com/compute/v1/projects/lab-project';
const TRAINER = `trainer@${PROJECT}.iam.gserviceaccount.com`;
const IMPORTER = `importer@${PROJECT}.iam.gserviceaccount.com`;
const DAILY = { startTime: '02:00' };

export const MANAGER = `/cloudresourcemanager/v1/projects/${PROJECT}`;
export const SERVICE_ACCOUNTS = `/iam/v1/projects/${PROJECT}/serviceAccounts`;
export const COMPUTE = `/compute/compute/v1/projects/${PROJECT}`;
export const SINKS = `/logging/v2/projects/${PROJECT}/sinks`;
export const SQL = `/sqladmin/v1/projects/${PROJECT}/instances`;
export const BUCKETS = '/storage/storage/v1/b';
export const LOCATIONS = `/cloudkms/v1/projects/${PROJECT}/locations`;
const ZONES = `/dns/dns/v1/projects/${PROJECT}/managedZones`;

const sql = (name: string, ipConfiguration: object, enabled: boolean) => ({
  name,
  region: 'europe-west3',
  databaseVersion: 'POSTGRES_17',
  settings: { ipConfiguration, backupConfiguration: { enabled, ...DAILY } },
});
const key = (ring: string, name: string, more: object) => ({
  name: `projects/${PROJECT}/locations/${ring}/cryptoKeys/${name}`,
  purpose: 'ENCRYPT_DECRYPT',
  ...more,
});

const policyRule = (priority: number, action: string, srcIpRanges: string[], ports: string[], more: object = {}) => ({
  ...{ priority, action, direction: 'INGRESS' },
  match: { srcIpRanges, layer4Configs: [{ ipProtocol: 'tcp', ports }], ...more },
});

/** Responses by path: one project with a few resources of every type. */
export const ESTATE: Estate = {
  [MANAGER]: { projectNumber: NUMBER, projectId: PROJECT, lifecycleState: 'ACTIVE', labels: { team: 'lab' } },
  [`${MANAGER}:getIamPolicy`]: {
    version: 3,
    bindings: [
      { role: 'roles/cloudkms.admin', members: ['user:kim@example.com', 'group:security@example.com'] },
      {
        role: 'roles/cloudkms.cryptoKeyEncrypterDecrypter',
        members: ['user:kim@example.com', `serviceAccount:${TRAINER}`],
        condition: { title: 'in working hours', expression: 'true' },
      },
      { role: 'roles/compute.instanceAdmin.v1', members: [`serviceAccount:${IMPORTER}`] },
    ],
  },
  // Three: two pages. Cloud Asset Inventory is not among them.
  [`/serviceusage/v1/projects/${PROJECT}/services`]: {
    services: ['compute', 'iam', 'storage'].map((name) => ({
      name: `projects/${NUMBER}/services/${name}.googleapis.com`,
      state: 'ENABLED',
    })),
  },
  [SERVICE_ACCOUNTS]: {
    accounts: [
      { name: `projects/${PROJECT}/serviceAccounts/${TRAINER}`, email: TRAINER },
      { name: `projects/${PROJECT}/serviceAccounts/${IMPORTER}`, email: IMPORTER, disabled: true },
      { name: 'old', email: `old@${PROJECT}.iam.gserviceaccount.com` },
    ],
  },
  [`${SERVICE_ACCOUNTS}/${encodeURIComponent(IMPORTER)}/keys`]: {
    keys: [
      {
        name: `projects/${PROJECT}/serviceAccounts/${IMPORTER}/keys/abc`,
        keyType: 'USER_MANAGED',
        validAfterTime: '2026-01-30T11:00:00Z',
        validBeforeTime: '9999-12-31T23:59:59Z',
      },
    ],
  },
  [SINKS]: {
    sinks: [
      { name: 'audit', destination: 'storage.googleapis.com/lab-audit' },
      { name: 'query', destination: `bigquery.googleapis.com/projects/${PROJECT}/datasets/lab_images` },
    ],
  },
  [BUCKETS]: {
    items: [
      { name: 'lab-audit', location: 'EUROPE-WEST3', retentionPolicy: { retentionPeriod: '34560000' } },
      { name: 'lab-images', location: 'EU', iamConfiguration: { publicAccessPrevention: 'inherited' } },
      { name: 'lab-models', location: 'EU', versioning: { enabled: true } },
    ],
  },
  [`${BUCKETS}/lab-images/iam`]: {
    bindings: [{ role: 'roles/storage.objectViewer', members: ['user:kim@example.com', 'allUsers'] }],
  },
  [`${COMPUTE}/global/firewalls`]: {
    items: [
      {
        name: 'default-allow-ssh',
        network: `${PLACE}/global/networks/default`,
        direction: 'INGRESS',
        priority: 65534,
        sourceRanges: ['0.0.0.0/0'],
        allowed: [{ IPProtocol: '6', ports: ['20-30'] }],
      },
      {
        name: 'web',
        network: `${PLACE}/global/networks/default`,
        direction: 'INGRESS',
        sourceRanges: ['0.0.0.0/0'],
        allowed: [{ IPProtocol: 'tcp', ports: ['80', '443'] }, { IPProtocol: 'icmp' }],
      },
      {
        name: 'jump',
        network: `${PLACE}/global/networks/default`,
        sourceRanges: ['0.0.0.0/0'],
        targetTags: ['jump'],
        allowed: [{ IPProtocol: 'tcp', ports: ['22'] }],
      },
      {
        name: 'inside',
        network: `${PLACE}/global/networks/default`,
        direction: 'INGRESS',
        sourceRanges: ['10.128.0.0/9'],
        allowed: [{ IPProtocol: 'all' }],
      },
    ],
  },
  [`${COMPUTE}/global/networks`]: {
    items: [{ name: 'default', selfLink: `${PLACE}/global/networks/default` }],
  },
  [`${COMPUTE}/global/networks/default/getEffectiveFirewalls`]: {
    firewallPolicys: [
      {
        name: '910',
        shortName: 'company',
        type: 'HIERARCHY',
        rules: [
          policyRule(100, 'deny', ['0.0.0.0/0'], ['3389']),
          policyRule(200, 'goto_next', ['0.0.0.0/0'], ['22']),
          policyRule(300, 'allow', ['0.0.0.0/0'], ['5432', '3389']),
          { ...policyRule(400, 'allow', ['0.0.0.0/0'], ['6379']), disabled: true },
        ],
      },
    ],
  },
  [`${COMPUTE}/aggregated/firewallPolicies`]: {
    items: {
      global: { firewallPolicies: [{ name: 'elsewhere', rules: [policyRule(1, 'allow', ['0.0.0.0/0'], ['22'])] }] },
      'regions/europe-west3': {
        firewallPolicies: [
          {
            name: 'training',
            associations: [{ attachmentTarget: `${PLACE}/global/networks/default` }],
            rules: [policyRule(1, 'allow', [], ['443'], { srcRegionCodes: ['DE'] })],
          },
          { name: 'unused', rules: [policyRule(1, 'allow', ['0.0.0.0/0'], ['22'])] },
        ],
      },
    },
  },
  [`${COMPUTE}/aggregated/subnetworks`]: {
    items: {
      'regions/europe-west3': {
        subnetworks: [
          {
            name: 'training',
            region: `${PLACE}/regions/europe-west3`,
            network: `${PLACE}/global/networks/default`,
            ipCidrRange: '10.70.0.0/20',
            enableFlowLogs: true,
          },
        ],
      },
      'regions/us-east1': {
        subnetworks: [
          {
            name: 'spare',
            region: `${PLACE}/regions/us-east1`,
            network: `${PLACE}/global/networks/default`,
            logConfig: { enable: false },
          },
        ],
      },
      'regions/asia-east1': { warning: { code: 'NO_RESULTS_ON_PAGE' } },
    },
  },
  [`${COMPUTE}/aggregated/instances`]: {
    items: {
      'zones/europe-west3-b': {
        instances: [
          {
            name: 'shielded',
            zone: `${PLACE}/zones/europe-west3-b`,
            status: 'RUNNING',
            machineType: `${PLACE}/zones/europe-west3-b/machineTypes/n2-standard-4`,
            shieldedInstanceConfig: { enableVtpm: true, enableIntegrityMonitoring: true, enableSecureBoot: false },
            networkInterfaces: [
              { network: `${PLACE}/global/networks/default`, accessConfigs: [{ natIP: '203.0.113.7' }] },
            ],
          },
          { name: 'plain', zone: `${PLACE}/zones/europe-west3-b`, status: 'TERMINATED' },
        ],
      },
    },
  },
  [SQL]: {
    items: [
      sql('strict', { sslMode: 'ENCRYPTED_ONLY' }, true),
      sql(
        'open',
        {
          sslMode: 'ALLOW_UNENCRYPTED_AND_ENCRYPTED',
          requireSsl: true,
          ipv4Enabled: true,
          authorizedNetworks: [{ value: '0.0.0.0/1' }, { value: '128.0.0.0/1' }],
        },
        false,
      ),
      sql('older', { requireSsl: true }, true),
    ],
  },
  [LOCATIONS]: {
    locations: ['europe-west3', 'global', 'us-east1'].map((name) => ({
      name: `projects/${PROJECT}/locations/${name}`,
    })),
  },
  [`${LOCATIONS}/europe-west3/keyRings`]: {
    keyRings: [{ name: `projects/${PROJECT}/locations/europe-west3/keyRings/ring` }],
  },
  [`${LOCATIONS}/europe-west3/keyRings/ring/cryptoKeys`]: {
    cryptoKeys: [
      key('europe-west3/keyRings/ring', 'good', {
        rotationPeriod: '7776000s',
        nextRotationTime: '2026-03-11T12:00:00.5Z',
      }),
      key('europe-west3/keyRings/ring', 'slow', {
        rotationPeriod: '31536000s',
        nextRotationTime: '2026-03-11T12:00:00Z',
      }),
      key('europe-west3/keyRings/ring', 'sign', { purpose: 'ASYMMETRIC_SIGN' }),
    ],
  },
  [ZONES]: {
    managedZones: [
      { name: 'lab', dnsName: 'lab.example.', visibility: 'public', dnssecConfig: { state: 'on' } },
      { name: 'old', dnsName: 'old.example.', visibility: 'public' },
      { name: 'inside', dnsName: 'inside.example.', visibility: 'private' },
    ],
  },
};

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GcpConnector } from '../../../src/connectors/gcp/gcp.connector.js';
import { Collecting } from '../rest/cloud-collecting.js';
import {
  BUCKETS,
  COMPUTE,
  ESTATE,
  LOCATIONS,
  MANAGER,
  NUMBER,
  PROJECT,
  SERVICE_ACCOUNTS,
  SINKS,
  SQL,
} from './estate.js';
import { GoogleServer } from './google-server.js';

const DENIED = {
  status: 403,
  body: { error: { code: 403, status: 'PERMISSION_DENIED', message: 'no', errors: [{ reason: 'forbidden' }] } },
};
const switchedOff = (consumer: string) => ({
  status: 403,
  body: {
    error: {
      code: 403,
      status: 'PERMISSION_DENIED',
      details: [{ reason: 'SERVICE_DISABLED', metadata: { consumer, service: 'x.googleapis.com' } }],
    },
  },
});

/** Verdicts of the checks on the estate, worked out by hand. */
const VERDICTS = [
  'fail gcp.cloudsql.instance-automated-backups open',
  'fail gcp.cloudsql.instance-public-access open', // 0.0.0.0/1 and 128.0.0.0/1.
  'fail gcp.cloudsql.instance-ssl-connections open',
  'fail gcp.cloudstorage.bucket-log-retention-policy-lock lab-audit', // Not locked.
  'fail gcp.cloudstorage.bucket-public-access lab-images',
  'fail gcp.compute.firewall-internet-services-restricted company/300', // PostgreSQL. RDP is denied before.
  'fail gcp.compute.firewall-internet-services-restricted default-allow-ssh', // FTP and Telnet, in 20 to 30.
  'fail gcp.compute.firewall-open-without-public-machine jump', // No machine has the tag.
  'fail gcp.compute.firewall-ssh-access-from-the-internet-allowed default-allow-ssh',
  'fail gcp.compute.instance-shielded-vm-enabled plain',
  'fail gcp.compute.subnet-flow-logs-enabled spare',
  'fail gcp.dns.dnssec-disabled old.example', // The private zone is out of scope.
  'fail gcp.iam.audit-logs-enabled lab-project',
  'fail gcp.iam.cloud-asset-inventory-enabled cloudasset.googleapis.com',
  'fail gcp.iam.role-kms-enforce-separation-of-duties lab-project',
  'fail gcp.iam.sa-no-administrative-privileges importer',
  'fail gcp.iam.sa-no-user-managed-keys importer',
  'fail gcp.kms.key-rotation-max-90-days ring/slow',
  'pass gcp.cloudsql.instance-automated-backups older',
  'pass gcp.cloudsql.instance-automated-backups strict',
  'pass gcp.cloudsql.instance-public-access older',
  'pass gcp.cloudsql.instance-public-access strict',
  'pass gcp.cloudsql.instance-ssl-connections older',
  'pass gcp.cloudsql.instance-ssl-connections strict',
  'pass gcp.cloudstorage.bucket-public-access lab-audit',
  'pass gcp.cloudstorage.bucket-public-access lab-models',
  'pass gcp.compute.firewall-internet-services-restricted company/100',
  'pass gcp.compute.firewall-internet-services-restricted company/400',
  'pass gcp.compute.firewall-internet-services-restricted inside',
  'pass gcp.compute.firewall-internet-services-restricted jump',
  'pass gcp.compute.firewall-internet-services-restricted training/1',
  'pass gcp.compute.firewall-internet-services-restricted web',
  'pass gcp.compute.firewall-open-without-public-machine company/100',
  'pass gcp.compute.firewall-open-without-public-machine company/400',
  'pass gcp.compute.firewall-open-without-public-machine inside',
  'pass gcp.compute.firewall-open-without-public-machine training/1',
  'pass gcp.compute.firewall-open-without-public-machine web',
  'pass gcp.compute.firewall-rdp-access-from-the-internet-allowed company/100',
  'pass gcp.compute.firewall-rdp-access-from-the-internet-allowed company/300',
  'pass gcp.compute.firewall-rdp-access-from-the-internet-allowed company/400',
  'pass gcp.compute.firewall-rdp-access-from-the-internet-allowed default-allow-ssh',
  'pass gcp.compute.firewall-rdp-access-from-the-internet-allowed inside',
  'pass gcp.compute.firewall-rdp-access-from-the-internet-allowed jump',
  'pass gcp.compute.firewall-rdp-access-from-the-internet-allowed training/1',
  'pass gcp.compute.firewall-rdp-access-from-the-internet-allowed web',
  'pass gcp.compute.firewall-ssh-access-from-the-internet-allowed company/100',
  'pass gcp.compute.firewall-ssh-access-from-the-internet-allowed company/300',
  'pass gcp.compute.firewall-ssh-access-from-the-internet-allowed company/400',
  'pass gcp.compute.firewall-ssh-access-from-the-internet-allowed inside',
  'pass gcp.compute.firewall-ssh-access-from-the-internet-allowed training/1',
  'pass gcp.compute.firewall-ssh-access-from-the-internet-allowed web',
  'pass gcp.compute.instance-shielded-vm-enabled shielded',
  'pass gcp.compute.subnet-flow-logs-enabled training',
  'pass gcp.dns.dnssec-disabled lab.example',
  'pass gcp.iam.sa-no-administrative-privileges old',
  'pass gcp.iam.sa-no-administrative-privileges trainer',
  'pass gcp.iam.sa-no-user-managed-keys old',
  'pass gcp.iam.sa-no-user-managed-keys trainer',
  'pass gcp.kms.key-rotation-max-90-days ring/good',
];

describe('a collection from Google Cloud', () => {
  let google: GoogleServer;
  let collecting: Collecting;
  const settings = () => ({ service_account_key: google.key() });

  beforeEach(async () => {
    google = await GoogleServer.open(ESTATE);
    collecting = new Collecting(new GcpConnector({ endpoints: google.endpoints, random: () => 0 }));
  });
  afterEach(async () => {
    await collecting.close();
    await google.close();
  });

  it('yields resources in their documented types, with the verdicts worked out by hand', async () => {
    const { problems, gaps, withheld, verdicts } = await collecting.collect(settings());
    expect({ problems, gaps, withheld }).toEqual({ problems: [], gaps: [], withheld: [] });
    expect(verdicts).toEqual(VERDICTS);
  });

  it('yields a resource with id, region, ages and periods', async () => {
    const { resources, progress } = await collecting.collect(settings());
    const called = (name: string) => resources.find((resource) => resource.name === name);
    expect(called('importer')).toEqual({
      type: 'iam.googleapis.com/ServiceAccount',
      id: 'projects/lab-project/serviceAccounts/importer@lab-project.iam.gserviceaccount.com',
      name: 'importer',
      region: null,
      account: PROJECT,
      properties: {
        disabled: true,
        roles: ['roles/compute.instanceAdmin.v1'],
        // From 30 January, 11:00, to 1 March, 12:00.
        user_managed_keys: [{ id: 'abc', disabled: false, age_days: 30, expires_at: null }],
      },
    });
    expect(called('lab-audit')).toMatchObject({ region: 'europe-west3', properties: { retention_days: 400 } });
    expect(called('ring/good')).toMatchObject({
      id: 'projects/lab-project/locations/europe-west3/keyRings/ring/cryptoKeys/good',
      region: 'europe-west3',
      properties: { rotation_period_days: 90, next_rotation_days: 10 },
    });
    expect(called('shielded')).toMatchObject({
      region: 'europe-west3',
      properties: { machine_type: 'n2-standard-4', has_public_address: true },
    });
    expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((part) => part / 9));
  });

  it('waits where it is throttled or a gateway fails, and loses nothing', async () => {
    const tooFast = { status: 403, body: { error: { code: 403, errors: [{ reason: 'rateLimitExceeded' }] } } };
    google.refuse(BUCKETS, tooFast, 2);
    google.refuse(SQL, { status: 429, headers: { 'retry-after': 'Sun, 01 Mar 2026 12:00:09 GMT' }, body: {} }, 1);
    google.refuse(`${COMPUTE}/global/firewalls`, { status: 502, body: 'bad gateway' }, 1);
    const { gaps, verdicts } = await collecting.collect(settings());
    expect(gaps).toEqual([]);
    expect(verdicts).toEqual(VERDICTS);
    expect(collecting.clock.sleptMs).toEqual([500, 1_000, 500, 9_000]);
  });

  it('records a gap with the refused permission and the property that it costs: other checks of the type go on', async () => {
    google.refuse(`${BUCKETS}/lab-audit/iam`, DENIED);
    const { gaps, withheld, verdicts, problems } = await collecting.collect(settings());
    expect(gaps).toEqual([
      {
        resourceTypes: ['storage.googleapis.com/Bucket'],
        properties: ['public_members'],
        region: null,
        account: PROJECT,
        reason: 'The project lab-project refuses storage.buckets.getIamPolicy; grant it to the service account.',
      },
    ]);
    expect(withheld).toEqual(['gcp.cloudstorage.bucket-public-access']);
    expect(verdicts).toContain('fail gcp.cloudstorage.bucket-log-retention-policy-lock lab-audit');
    expect(verdicts).toContain('fail gcp.cloudstorage.bucket-public-access lab-images');
    expect(verdicts).not.toContain('pass gcp.cloudstorage.bucket-public-access lab-audit');
    expect(problems).toEqual([]);
  });

  it('leaves roles, log sinks and keys null where policy, sinks or keys cannot be read', async () => {
    google.refuse(`${MANAGER}:getIamPolicy`, DENIED);
    google.refuse(SINKS, DENIED);
    google.refuse(`${LOCATIONS}/us-east1/keyRings`, DENIED);
    const { verdicts, gaps, withheld } = await collecting.collect(settings());
    expect(verdicts.filter((verdict) => /privileges|kms-enforce|audit-logs|retention/.test(verdict))).toEqual([]);
    expect(gaps.map(({ reason }) => /refuses ([\w.]+);/.exec(reason)?.[1])).toEqual([
      'resourcemanager.projects.getIamPolicy',
      'logging.sinks.list',
      'cloudkms.keyRings.list',
    ]);
    expect(gaps[2]?.region).toBe('us-east1');
    expect(withheld).toContain('gcp.kms.key-rotation-max-90-days');
  });

  it('yields nothing and records no gap for a disabled API whose resources cannot exist without it', async () => {
    google.refuse(`${COMPUTE}/aggregated/instances`, switchedOff(`projects/${NUMBER}`));
    google.refuse(SQL, switchedOff(`projects/${PROJECT}`));
    google.refuse(LOCATIONS, switchedOff(`projects/${NUMBER}`));
    const { gaps, verdicts } = await collecting.collect(settings());
    expect(gaps).toEqual([]);
    expect(verdicts.filter((verdict) => verdict.startsWith('n/a'))).toEqual([
      'n/a gcp.cloudsql.instance-automated-backups',
      'n/a gcp.cloudsql.instance-public-access',
      'n/a gcp.cloudsql.instance-ssl-connections',
      'n/a gcp.compute.instance-shielded-vm-enabled',
      'n/a gcp.kms.key-rotation-max-90-days',
    ]);
  });

  it('records a gap for an API that is disabled in another project, or whose resources exist without it', async () => {
    google.refuse(SQL, switchedOff('projects/777'));
    google.refuse(BUCKETS, switchedOff(`projects/${NUMBER}`));
    const { gaps } = await collecting.collect(settings());
    expect(gaps.map(({ reason }) => reason)).toEqual([
      `storage.googleapis.com is switched off in projects/${NUMBER}; switch it on to read lab-project with storage.buckets.list.`,
      'sqladmin.googleapis.com is switched off in projects/777; switch it on to read lab-project with cloudsql.instances.list.',
    ]);
  });

  it('records a gap for a zone or region that Google could not reach', async () => {
    const answer = { body: { items: {}, unreachables: [`projects/${PROJECT}/zones/us-east1-b`] } };
    google.refuse(`${COMPUTE}/aggregated/instances`, answer);
    const { gaps, verdicts, withheld, resources } = await collecting.collect(settings());
    // What a rule is open for is not known without the machines of the zone.
    expect(gaps).toMatchObject([
      { region: 'us-east1-b', resourceTypes: ['compute.googleapis.com/Instance'] },
      { region: 'us-east1-b', resourceTypes: ['compute.googleapis.com/Firewall'], properties: ['public_targets'] },
    ]);
    expect(resources.find(({ name }) => name === 'default-allow-ssh')?.properties.public_targets).toBeNull();
    expect(verdicts.filter((verdict) => verdict.includes('ssh-access') && verdict.startsWith('fail'))).toEqual([]);
    expect(withheld).toContain('gcp.compute.firewall-ssh-access-from-the-internet-allowed');
  });

  it('relates sinks and roles across all projects of the settings', async () => {
    const other = '/cloudresourcemanager/v1/projects/other-project';
    google.refuse(other, { body: { projectNumber: '99' } });
    google.refuse(`${other}:getIamPolicy`, {
      body: {
        bindings: [{ role: 'roles/owner', members: ['serviceAccount:old@lab-project.iam.gserviceaccount.com'] }],
      },
    });
    google.refuse('/logging/v2/projects/other-project/sinks', {
      body: { sinks: [{ name: 'far', destination: 'storage.googleapis.com/lab-models' }] },
    });
    const { verdicts, gaps } = await collecting.collect({ ...settings(), projects: [PROJECT, 'other-project'] });
    expect(gaps).toEqual([]);
    expect(verdicts).toContain('fail gcp.iam.sa-no-administrative-privileges old');
    expect(verdicts).toContain('fail gcp.cloudstorage.bucket-log-retention-policy-lock lab-models');
  });

  it('requests one token, and only user-managed keys of each account', async () => {
    await collecting.collect(settings());
    expect(google.tokens).toBe(1);
    expect(google.paths.filter((path) => path.startsWith(SERVICE_ACCOUNTS))).toHaveLength(2 + 3);
  });
});

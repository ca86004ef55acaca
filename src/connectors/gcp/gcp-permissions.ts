import type { PermissionDocument } from '../connector.js';

/** Permissions that a collection uses. */
export const GCP_PERMISSION_NAMES = [
  'cloudkms.cryptoKeys.list',
  'cloudkms.keyRings.list',
  'cloudkms.locations.list',
  'cloudsql.instances.list',
  'compute.firewallPolicies.list',
  'compute.firewalls.list',
  'compute.instances.list',
  'compute.networks.getEffectiveFirewalls',
  'compute.networks.list',
  'compute.subnetworks.list',
  'dns.managedZones.list',
  'iam.serviceAccountKeys.list',
  'iam.serviceAccounts.list',
  'logging.sinks.list',
  'resourcemanager.projects.get',
  'resourcemanager.projects.getIamPolicy',
  'serviceusage.services.list',
  'storage.buckets.getIamPolicy',
  'storage.buckets.list',
] as const;

const ROLE = `\
title: Crosswalk reader
description: What Crosswalk reads of a project, settings alone and no content.
stage: GA
includedPermissions:
${GCP_PERMISSION_NAMES.map((name) => `  - ${name}\n`).join('')}`;

const APIS = `\
APIs to enable in the project of the service account, which sends its requests to them:

cloudkms.googleapis.com  cloudresourcemanager.googleapis.com  compute.googleapis.com  dns.googleapis.com
iam.googleapis.com  logging.googleapis.com  serviceusage.googleapis.com  sqladmin.googleapis.com
storage.googleapis.com
`;

/** Permissions that an administrator of Google Cloud grants to the service account. */
export const GCP_PERMISSIONS: readonly PermissionDocument[] = [
  {
    title: 'Custom role for every project (gcloud iam roles create crosswalkReader --project=PROJECT --file=role.yaml)',
    format: 'yaml',
    text: ROLE,
  },
  { title: 'APIs to enable', format: 'text', text: APIS },
];

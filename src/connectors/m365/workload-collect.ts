import type { z } from 'zod';
import type { Part } from '../rest/parts.js';
import type { ApiClient } from '../rest/api-client.js';
import * as schemas from './m365-schemas.js';
import { resource, type M365Scope } from './m365-scope.js';
import * as rules from './workload.rules.js';

const MANAGEMENT = '/v1.0/deviceManagement';
const MANAGEMENT_SETTINGS = `${MANAGEMENT}?$select=settings`;
const COMPLIANCE = `${MANAGEMENT}/deviceCompliancePolicies?$expand=assignments`;
const DEVICES = `${MANAGEMENT}/managedDevices?$select=id,complianceState,managementAgent`;
const SHAREPOINT = '/v1.0/admin/sharepoint/settings';

/** Parts of Intune and SharePoint, in the order in which they are collected. */
export function workloadParts(scope: M365Scope): Part[] {
  const { client } = scope;
  const intune: Part = {
    title: 'the Intune settings',
    resourceTypes: ['IntuneSettings'],
    probePaths: [MANAGEMENT_SETTINGS],
    async *read() {
      const properties = rules.intuneSettings(await managementOf(client));
      yield resource(scope, 'IntuneSettings', {
        id: '/deviceManagement/settings',
        name: 'device compliance settings',
        properties,
      });
    },
  };
  const devices: Part = {
    title: 'the compliance of devices',
    resourceTypes: ['IntuneDeviceAccess'],
    probePaths: [COMPLIANCE, DEVICES],
    async *read() {
      const accessPolicies = await scope.accessPolicies();
      const management = await managementOf(client);
      const compliancePolicies = await client.all(COMPLIANCE, schemas.CompliancePolicy);
      const compliantDevices = await countOfCompliant(client);
      const properties = rules.deviceAccess({ accessPolicies, compliancePolicies, management, compliantDevices });
      const id = '/deviceManagement/access';
      yield resource(scope, 'IntuneDeviceAccess', { id, name: 'access from compliant devices', properties });
    },
  };
  const sharePoint: Part = {
    title: 'the SharePoint settings',
    resourceTypes: ['SharePointTenant'],
    probePaths: [SHAREPOINT],
    async *read() {
      const properties = rules.sharePointTenant(await client.get(SHAREPOINT, schemas.SharePointSettings));
      yield resource(scope, 'SharePointTenant', { id: '/sharepoint/tenant', name: 'SharePoint tenant', properties });
    },
  };
  return [intune, devices, sharePoint];
}

async function managementOf(client: ApiClient): Promise<z.infer<typeof schemas.DeviceManagement>> {
  const { settings } = await client.get(MANAGEMENT_SETTINGS, schemas.DeviceManagementPart);
  return settings ? { settings } : client.get(MANAGEMENT, schemas.DeviceManagement);
}

async function countOfCompliant(client: ApiClient): Promise<number> {
  let count = 0;
  for await (const device of client.list(DEVICES, schemas.ManagedDevice)) {
    if (rules.isCompliantDevice(device)) count += 1;
  }
  return count;
}

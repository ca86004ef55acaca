import type { z } from 'zod';
import type { Part } from '../rest/parts.js';
import type { RestApi } from '../rest/api-client.js';
import * as answers from './m365-schemas.js';
import { resource, type Tenant } from './m365-scope.js';
import * as rules from './workload.rules.js';

const MANAGEMENT = '/v1.0/deviceManagement';
const MANAGEMENT_SETTINGS = `${MANAGEMENT}?$select=settings`;
const COMPLIANCE = `${MANAGEMENT}/deviceCompliancePolicies?$expand=assignments`;
const DEVICES = `${MANAGEMENT}/managedDevices?$select=id,complianceState,managementAgent`;
const SHAREPOINT = '/v1.0/admin/sharepoint/settings';

/** Intune and SharePoint, part by part. */
export function workloadParts(tenant: Tenant): Part[] {
  const { api } = tenant;
  const intune: Part = {
    title: 'the Intune settings',
    resourceTypes: ['IntuneSettings'],
    tries: [MANAGEMENT_SETTINGS],
    async *read() {
      const properties = rules.intuneSettings(await managementOf(api));
      yield resource(tenant, 'IntuneSettings', {
        id: '/deviceManagement/settings',
        name: 'device compliance settings',
        properties,
      });
    },
  };
  const devices: Part = {
    title: 'the compliance of devices',
    resourceTypes: ['IntuneDeviceAccess'],
    tries: [COMPLIANCE, DEVICES],
    async *read() {
      const accessPolicies = await tenant.accessPolicies();
      const management = await managementOf(api);
      const compliancePolicies = await api.all(COMPLIANCE, answers.CompliancePolicy);
      const compliantDevices = await countOfCompliant(api);
      const properties = rules.deviceAccess({ accessPolicies, compliancePolicies, management, compliantDevices });
      const id = '/deviceManagement/access';
      yield resource(tenant, 'IntuneDeviceAccess', { id, name: 'access from compliant devices', properties });
    },
  };
  const sharePoint: Part = {
    title: 'the SharePoint settings',
    resourceTypes: ['SharePointTenant'],
    tries: [SHAREPOINT],
    async *read() {
      const properties = rules.sharePointTenant(await api.get(SHAREPOINT, answers.SharePointSettings));
      yield resource(tenant, 'SharePointTenant', { id: '/sharepoint/tenant', name: 'SharePoint tenant', properties });
    },
  };
  return [intune, devices, sharePoint];
}

async function managementOf(api: RestApi): Promise<z.infer<typeof answers.DeviceManagement>> {
  const { settings } = await api.get(MANAGEMENT_SETTINGS, answers.DeviceManagementPart);
  return settings ? { settings } : api.get(MANAGEMENT, answers.DeviceManagement);
}

async function countOfCompliant(api: RestApi): Promise<number> {
  let count = 0;
  for await (const device of api.list(DEVICES, answers.ManagedDevice)) {
    if (rules.isCompliantDevice(device)) count += 1;
  }
  return count;
}

import type { ReportedResource, Scanner } from '../finding.js';
import type { JsonNode } from './json-node.js';
import { momentOf } from './moment.js';

/** Scanner by the product that wrote the event. */
export function ocsfScanner(event: JsonNode): Scanner {
  const product = event.get('metadata').get('product');
  const names = ['name', 'vendor_name', 'uid'].map((key) => product.get(key).textOrNull()?.toLowerCase() ?? '');
  if (names.includes('prowler')) return 'prowler';
  return names.some((name) => name.includes('security hub') || name.includes('/securityhub')) ? 'security-hub' : 'ocsf';
}

/** Resources of the event; those without an id are omitted. The account is the resource's owner or the cloud's. */
export function ocsfResources(event: JsonNode): ReportedResource[] {
  const cloud = event.get('cloud');
  const account = cloud.get('account').get('uid').idOrNull() ?? event.get('unmapped').get('provider_uid').idOrNull();
  const single = event.get('resource');
  const nodes = single.isPresent ? [single] : event.get('resources').items();
  return nodes.flatMap((node) => {
    const name = node.get('name').idOrNull();
    const id = resourceId(node) ?? name;
    if (id === null) return [];
    return {
      id,
      name,
      type: node.get('type').textOrNull(),
      region: node.get('region').textOrNull() ?? cloud.get('region').textOrNull(),
      account: node.get('owner').get('account').get('uid').idOrNull() ?? account,
    };
  });
}

/** The ARN where there is one: Security Hub puts a bucket's name in `uid` and its ARN in `uid_alt`. */
function resourceId(node: JsonNode): string | null {
  const uid = node.get('uid').idOrNull();
  const alternative = node.get('uid_alt').idOrNull();
  return alternative?.startsWith('arn:') === true ? alternative : (uid ?? alternative);
}

/** Time of the event. `time` is an unambiguous number; `time_dt` lacks a zone in Prowler's reports. */
export function ocsfMoment(event: JsonNode): string | null {
  return momentOf(event.get('time').numberOrNull()) ?? momentOf(event.get('time_dt').textOrNull());
}

import { z } from 'zod';
import type { Resource } from '../resource.js';
import type { AzureScope } from './azure-scope.js';

const SUBSCRIPTION = 'microsoft.resources/subscriptions';
/** Categories of the activity log that say who changed what. */
const KEY_CATEGORIES = ['Administrative', 'Security', 'Alert', 'Policy'];

const DiagnosticSetting = z.object({
  name: z.string(),
  properties: z.object({
    /** Each of a category or of a group of categories. */
    logs: z
      .array(z.object({ category: z.string().nullish(), categoryGroup: z.string().nullish(), enabled: z.boolean() }))
      .nullish(),
  }),
});
const SecurityContact = z.object({
  name: z.string(),
  properties: z.object({
    isEnabled: z.boolean().nullish(),
    /** Separated by semicolons. */
    emails: z.string().nullish(),
    notificationsByRole: z.object({ state: z.string().nullish(), roles: z.array(z.string()).nullish() }).nullish(),
    notificationsSources: z
      .array(z.object({ sourceType: z.string(), minimalSeverity: z.string().nullish() }))
      .nullish(),
  }),
});

/** A subscription with its own settings: diagnostic settings and security contacts. */
export async function* collectSubscription(scope: AzureScope, state: string): AsyncGenerator<Resource> {
  const { client, account } = scope;
  const path = `/subscriptions/${account.id}`;
  const settings = await scope.all(
    {
      types: [],
      details: { types: [SUBSCRIPTION], properties: ['diagnostic_settings', 'exports_key_categories'] },
      permission: 'Microsoft.Insights/diagnosticSettings/read',
    },
    client.management(`${path}/providers/Microsoft.Insights/diagnosticSettings`, 'Microsoft.Insights'),
    DiagnosticSetting,
  );
  const contacts = await scope.all(
    {
      types: [],
      details: { types: [SUBSCRIPTION], properties: ['security_contacts'] },
      permission: 'Microsoft.Security/securityContacts/read',
    },
    client.management(`${path}/providers/Microsoft.Security/securityContacts`, 'Microsoft.Security/securityContacts'),
    SecurityContact,
  );
  const exported = settings?.map(diagnosticSetting) ?? null;
  const isExported = exported && exportsKeyCategories(exported);
  yield {
    type: SUBSCRIPTION,
    id: path,
    name: account.name,
    region: null,
    account: account.id,
    properties: {
      state,
      diagnostic_settings: exported,
      exports_key_categories: isExported,
      security_contacts: contacts?.map(securityContact) ?? null,
    },
    ...(exported && isExported === null
      ? { unknown: { exports_key_categories: unknownCategories(account.name, exported) } }
      : {}),
  };
}

type Exported = ReturnType<typeof diagnosticSetting>;

function diagnosticSetting({ name, properties }: z.infer<typeof DiagnosticSetting>) {
  const enabled = (properties.logs ?? []).filter((log) => log.enabled);
  return {
    name,
    categories: enabled.flatMap(({ category }) => category ?? []),
    category_groups: enabled.flatMap(({ categoryGroup }) => categoryGroup ?? []),
  };
}

/** Whether one setting exports all of them; null where another group than `allLogs` may hold those that are missing. */
function exportsKeyCategories(settings: readonly Exported[]): boolean | null {
  const isKnown = settings.some(
    ({ categories, category_groups: groups }) =>
      groups.includes('allLogs') || KEY_CATEGORIES.every((category) => categories.includes(category)),
  );
  if (isKnown) return true;
  return settings.some(({ category_groups: groups }) => groups.length > 0) ? null : false;
}

function unknownCategories(subscription: string, settings: readonly Exported[]): string {
  const groups = [...new Set(settings.flatMap(({ category_groups: names }) => names))].join(', ');
  return `The diagnostic settings of the subscription ${subscription} name groups of categories (${groups}), and Microsoft.Insights/diagnosticSettings does not tell what these hold.`;
}

function securityContact({ name, properties }: z.infer<typeof SecurityContact>) {
  const { isEnabled, emails, notificationsByRole, notificationsSources } = properties;
  const alerts = notificationsSources?.find(({ sourceType }) => sourceType === 'Alert');
  const isByRole = notificationsByRole?.state?.toLowerCase() === 'on';
  return {
    name,
    enabled: isEnabled ?? false,
    alert_minimum_severity: alerts?.minimalSeverity ?? null,
    // The number is enough: addresses are personal data.
    addresses: (emails ?? '').split(';').filter((address) => address.trim() !== '').length,
    roles: isByRole ? (notificationsByRole.roles ?? []) : [],
  };
}

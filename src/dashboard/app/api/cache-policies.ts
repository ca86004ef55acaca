import type { FieldMergeFunction, StoreObject, TypePolicies } from '@apollo/client';
import { growingList } from './growing-list.js';

/** Progress of a scan: a live event has only some of its fields, and a query that was sent before it may be answered after it. */
const laterProgress: FieldMergeFunction<StoreObject> = (known, given, { mergeObjects }) =>
  known === undefined || Number(given.percent) < Number(known.percent) ? (known ?? given) : mergeObjects(known, given);

/**
 * Parts of objects, which have no identity of their own. The answer of a query would replace what another one has asked of the same
 * part, whose page would then show nothing new any more.
 */
const MERGED = [
  'Assurance',
  'CheckVerdicts',
  'ControlScope',
  'Derivation',
  'EvidenceWithdrawal',
  'OrganizationSettings',
  'OrganizationUsage',
  'Remediation',
  'ResourceVerdicts',
  'ScanSnapshot',
];

/** How the cache identifies objects, and what it does with a second answer about the same. */
export const TYPE_POLICIES: TypePolicies = {
  ...Object.fromEntries(MERGED.map((type) => [type, { merge: true }])),
  // Not cached by their `id`: it is missing, or that of something else.
  Organization: { keyFields: ['tenantId'] },
  HeatmapRow: { keyFields: false },
  IntegrationKind: { keyFields: ['type'] },
  AuditActor: { keyFields: false },
  FailingResource: { keyFields: false },
  ScanProgress: { merge: laterProgress },
  Query: {
    fields: {
      scans: growingList(),
      scanResults: growingList('scanId', 'status', 'frameworkId'),
      unknownRules: growingList('scanId'),
    },
  },
};

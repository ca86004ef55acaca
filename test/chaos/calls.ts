import type { Answer } from '../support/client.js';

/**
 * Kinds of things that clients create, and where the database has them. `mark` is the column with the text of the client, if any;
 * `audited` the action of its entry in the audit trail.
 */
export const CREATIONS = {
  scan: { table: 'scans', where: `trigger = 'manual'`, mark: null, audited: 'scan.triggered' },
  import: { table: 'scans', where: `trigger = 'import'`, mark: null, audited: 'scan.triggered' },
  assessment: { table: 'assessments', where: 'expired_id is null', mark: 'details', audited: 'assessment.created' },
  evidence: { table: 'evidence', where: `type = 'manual'`, mark: 'title', audited: 'evidence.uploaded' },
  invitation: { table: 'invitations', where: 'true', mark: 'email', audited: 'invitation.created' },
  webhook: { table: 'webhooks', where: 'true', mark: null, audited: 'webhook.created' },
  report: { table: 'reports', where: 'true', mark: null, audited: 'report.generated' },
  exception: { table: 'exceptions', where: 'true', mark: 'reason', audited: 'exception.proposed' },
  workItem: { table: 'work_items', where: 'true', mark: 'title', audited: 'work_item.created' },
  apiKey: { table: 'api_keys', where: 'true', mark: 'name', audited: 'api_key.created' },
} as const;
export type Creation = keyof typeof CREATIONS;

/** Kinds of changes of one thing, a condition that its row fulfils once it is changed, and the action of its entry in the audit trail. */
export const CHANGES = {
  withdrawal: { table: 'evidence_withdrawals', id: 'evidence_id', done: 'true', audited: 'evidence.withdrawn' },
  acceptance: { table: 'invitations', id: 'id', done: `status = 'accepted'`, audited: 'invitation.accepted' },
  approval: { table: 'exceptions', id: 'id', done: `status = 'approved'`, audited: 'exception.approved' },
  finishing: { table: 'work_items', id: 'id', done: `state = 'done'`, audited: 'work_item.changed' },
  revocation: { table: 'api_keys', id: 'id', done: 'revoked_at is not null', audited: 'api_key.revoked' },
  cancellation: { table: 'scans', id: 'id', done: `failure_code = 'CANCELLED'`, audited: 'scan.cancelled' },
  deletion: { table: 'webhooks', id: 'id', done: null, audited: 'webhook.deleted' },
} as const;
export type Change = keyof typeof CHANGES;

/**
 * What the client knows. `acknowledged`: it was answered 2xx. `refused`: its answer said that nothing was done (4xx). `unknown`: the
 * connection ended, it was answered 5xx, or that a request with the key is in progress.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** A call of a client, with what it knows of its outcome. */
export interface Call {
  no: number;
  kind: Creation | Change;
  /** Text in what is created, by which it is recognized. Empty where there is none. */
  mark: string;
  /** Id of what is changed; null for a creation. */
  target: string | null;
  key: string | null;
  outcome: Outcome;
  /** Last status; null where there was no answer. */
  status: number | null;
  /** Number of times that it had no answer or one of 5xx. */
  unserved: number;
  /** Ids of what was created, of every acknowledgement. */
  ids: string[];
}

/** The outcome that an answer shows. */
export function outcomeOf({ status, body }: Answer): Outcome {
  const { errors, error } = (body ?? {}) as {
    errors?: { extensions?: { code?: string } }[];
    error?: { code?: string; message?: string };
  };
  const code = errors?.[0]?.extensions?.code ?? error?.code;
  if (code === 'INTERNAL' || code === 'UNAVAILABLE' || status >= 500) return 'unknown';
  if (code === 'CONFLICT' && error?.message?.includes('Idempotency-Key') === true) return 'unknown';
  return code === undefined && status < 300 ? 'acknowledged' : 'refused';
}

/** Whether a kind creates something. */
export function isCreation(kind: Creation | Change): kind is Creation {
  return kind in CREATIONS;
}

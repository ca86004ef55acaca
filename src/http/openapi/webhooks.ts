import type { JsonSchema } from '../../feature/rest-row.js';
import { objectOf } from './json-schema.js';

const uuid: JsonSchema = { type: 'string', format: 'uuid' };
const uuidOrNull: JsonSchema = { type: ['string', 'null'], format: 'uuid' };
const text: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer', minimum: 0 };
const score: JsonSchema = { type: 'number', minimum: 0, maximum: 100 };
const time: JsonSchema = { type: 'string', format: 'date-time' };
const error = objectOf({ code: text, message: text });
const assuranceLevel: JsonSchema = { type: 'string', enum: ['full', 'partial'] };
const controlStatus: JsonSchema = { type: 'string', enum: ['passed', 'failed', 'not_assessed', 'not_applicable'] };
const connectivity: JsonSchema = { type: 'string', enum: ['connected', 'disconnected', 'error'] };

const ending = objectOf({
  exception_id: uuid,
  scanner: text,
  rule_id: text,
  title: text,
  resource: text,
  expires_on: { type: 'string', format: 'date' },
});

/** Meaning and data of every event. Source: specification, section 6; where it is silent, schema/contract/events.md. */
const EVENTS: Readonly<Record<string, { summary: string; data: JsonSchema }>> = {
  'scan.completed': {
    summary: 'A scan job finished',
    data: objectOf({
      scan_job_id: uuid,
      total_controls: count,
      passed: count,
      failed: count,
      score,
      assured_score: score,
    }),
  },
  'scan.failed': {
    summary: 'A scan job hit an error',
    data: objectOf({ scan_job_id: uuid, error, completed_at: time }),
  },
  'compliance.score_changed': {
    summary: 'The overall score or that of a framework changed',
    data: objectOf({
      scope: { type: 'string', enum: ['overall', 'framework'] },
      framework: { type: ['string', 'null'] },
      previous_score: { ...score, type: ['number', 'null'] },
      new_score: score,
      previous_assured_score: score,
      new_assured_score: score,
      scan_job_id: uuidOrNull,
      assessment_id: uuidOrNull,
    }),
  },
  'compliance.control_failed': {
    summary: 'A control that passed fails now',
    data: objectOf({
      control_id: text,
      control_uuid: uuid,
      framework: text,
      previous_status: controlStatus,
      previous_assurance: assuranceLevel,
      new_status: controlStatus,
    }),
  },
  'compliance.assessment_disputed': {
    summary: 'Results of a scan contradict an assessment',
    data: objectOf({
      assessment_id: uuid,
      assessed_by: uuid,
      assessed_as: { type: 'string', enum: ['compliant', 'partially_compliant', 'non_compliant'] },
      universal_control: text,
      controls: {
        type: 'array',
        items: objectOf({
          ...{ control_id: text, control_uuid: uuid, framework: text, status: controlStatus },
          assurance: { type: ['string', 'null'], enum: ['full', 'partial', null] },
        }),
      },
    }),
  },
  'compliance.assessment_ends_soon': {
    summary: 'An assessment in force expires within 30 days',
    data: objectOf({
      assessment_id: uuid,
      assessed_by: uuid,
      assessed_as: { type: 'string', enum: ['compliant', 'partially_compliant', 'non_compliant'] },
      universal_control: text,
      universal_control_uuid: uuid,
      expires_at: time,
    }),
  },
  'evidence.uploaded': {
    summary: 'An artifact was uploaded',
    data: objectOf({
      evidence_id: uuid,
      control_ids: { type: 'array', items: uuid },
      type: { type: 'string', enum: ['manual'] },
      file_name: text,
    }),
  },
  'integration.disconnected': {
    summary: 'An integration lost connectivity',
    data: objectOf({
      integration_id: uuid,
      type: text,
      previous_status: connectivity,
      new_status: connectivity,
      error: { anyOf: [error, { type: 'null' }] },
    }),
  },
  'exception.ends_soon': { summary: 'An exception in force ends within 30 days', data: ending },
  'exception.expired': { summary: 'An exception ended: its findings count again', data: ending },
  'exception.new_matches': {
    summary: 'A scan found resources that match an exception in force and are not covered',
    data: objectOf({ exception_id: uuid, scan_job_id: uuid, new_matches: { type: 'integer', minimum: 1 } }),
  },
  'audit.head_signed': {
    summary: 'The head of the audit trail was signed',
    data: objectOf({
      size: { type: 'integer', minimum: 1 },
      root: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      chain: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      key_id: { type: 'string', pattern: '^[0-9a-f]{16}$' },
      signed_at: time,
      note: text,
    }),
  },
  notification: {
    summary: 'A notification rule that names the webhook sends what it matched, or a test',
    data: objectOf({
      rule_id: uuid,
      rule: text,
      is_test: { type: 'boolean' },
      event_count: count,
      events: { type: 'array', items: objectOf({ event: text, title: text, text, url: text, at: time }) },
    }),
  },
};

/** The `webhooks` of the document: one for each event, as it is sent. */
export function webhooks(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([event, { summary, data }]) => [event, { post: delivery(event, summary, data) }]),
  );
}

function delivery(event: string, summary: string, data: JsonSchema): JsonSchema {
  const schema = objectOf({
    event: { type: 'string', const: event },
    event_id: { ...uuid, description: 'The same for every attempt, so that duplicates can be recognized.' },
    timestamp: { ...time, description: 'Time of the event.' },
    data,
  });
  return {
    operationId: event.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    description: 'Only a 2xx response within 15 seconds counts as received; any other outcome is retried.',
    security: [],
    parameters: Object.entries(HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      required: name !== TRACEPARENT,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Received.' },
      '4XX': { description: 'Not received; it is sent again. 410 disables the subscription.' },
    },
  };
}

/** The header that is not always there. */
const TRACEPARENT = 'traceparent';

const HEADERS: Readonly<Record<string, string>> = {
  'X-Service-Signature': '`sha256=` and the HMAC-SHA-256 of the raw body under the secret, in hexadecimal.',
  'X-Service-Event': 'The event type.',
  'X-Service-Event-Id': '`event_id` of the body.',
  'X-Service-Delivery': 'Id of the delivery.',
  'X-Service-Attempt': 'Which attempt this is, from 1.',
  'webhook-id': '`event_id`, as Standard Webhooks has it.',
  'webhook-timestamp': 'Seconds since the epoch.',
  'webhook-signature':
    '`v1,` and the signature by Standard Webhooks; several, parted by spaces, while a secret changes.',
  [TRACEPARENT]: 'Trace of what caused the event, by W3C Trace Context. Absent where the operator records none.',
};

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { EVENT_TYPES } from '../../src/modules/events/outbox.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import type { Client } from '../support/client.js';
import { connect, finished, runScan } from '../support/scans.js';
import { startService, type TestService } from '../support/service.js';
import { createWebhook } from '../webhooks/webhooks.js';
import { contentOfOneSystem } from '../catalogue/content-of-one-system.js';

const DIRECTORY = join(SOURCE_ROOT, '../schema/events');
/** Assesses a universal control of a passed control as failed. */
async function assessAsFailed(admin: Client): Promise<void> {
  const frameworks = await admin.rest<{ id: string }[]>('/api/compliance/frameworks');
  const passed = await Promise.all(
    frameworks.map(({ id }) => admin.rest<{ id: string }[]>(`/api/compliance/frameworks/${id}/controls?status=passed`)),
  );
  const [control] = passed.flat();
  const { mappings } = await admin.rest<{ mappings: { universal_control: { id: string } }[] }>(
    `/api/compliance/controls/${control?.id ?? ''}`,
  );
  const universal_control_id = mappings[0]?.universal_control.id;
  const { status, text } = await admin.post('/api/ucf/assessments', { universal_control_id, status: 'non_compliant' });
  if (status !== 201) throw new Error(`the assessment was answered ${status}: ${text}`);
}

const CANCEL = 'mutation ($id: ID!) { cancelScan(input: { scanId: $id }) { scan { id } } }';
const ID = '11111111-2222-4333-8444-555555555555';

const ENDING = {
  exception_id: ID,
  scanner: 'crosswalk',
  rule_id: 'aws.iam.root-mfa-enabled',
  title: 'The root user has MFA',
  resource: 'arn:aws:iam::*:root',
  expires_on: '2026-12-31',
};

/** Data of one event each, by hand from the specification (section 6) and schema/contract/events.md. */
const DATA: Readonly<Record<(typeof EVENT_TYPES)[number], Record<string, unknown>>> = {
  'scan.completed': { scan_job_id: ID, total_controls: 100, passed: 75, failed: 20, score: 75, assured_score: 75 },
  'scan.failed': {
    scan_job_id: ID,
    error: { code: 'CANCELLED', message: 'the scan was cancelled' },
    completed_at: '2026-01-31T08:15:00.000Z',
  },
  'compliance.score_changed': {
    scope: 'framework',
    framework: 'SOC 2',
    previous_score: 71.4,
    new_score: 73,
    previous_assured_score: 3.3,
    new_assured_score: 3.3,
    scan_job_id: ID,
    assessment_id: null,
  },
  'compliance.control_failed': {
    control_id: 'CC6.1',
    control_uuid: ID,
    framework: 'SOC 2',
    previous_status: 'passed',
    previous_assurance: 'partial',
    new_status: 'failed',
  },
  'compliance.assessment_disputed': {
    assessment_id: ID,
    assessed_by: ID,
    assessed_as: 'compliant',
    universal_control: 'UCF-IAM-01',
    controls: [{ control_id: 'CC6.1', control_uuid: ID, framework: 'SOC 2', status: 'failed', assurance: null }],
  },
  'compliance.assessment_ends_soon': {
    assessment_id: ID,
    assessed_by: ID,
    assessed_as: 'compliant',
    universal_control: 'UCF-IAM-01',
    universal_control_uuid: ID,
    expires_at: '2026-12-23T03:00:00.000Z',
  },
  'evidence.uploaded': { evidence_id: ID, control_ids: [ID], type: 'manual', file_name: 'policy.pdf' },
  'integration.disconnected': {
    integration_id: ID,
    type: 'aws',
    previous_status: 'connected',
    new_status: 'error',
    error: { code: 'UNAVAILABLE', message: 'the account cannot be reached' },
  },
  'exception.ends_soon': ENDING,
  'exception.expired': ENDING,
  'exception.new_matches': { exception_id: ID, scan_job_id: ID, new_matches: 2 },
  'audit.head_signed': {
    size: 7,
    root: 'a'.repeat(64),
    chain: 'b'.repeat(64),
    key_id: 'c'.repeat(16),
    signed_at: '2026-11-23T03:00:00.000Z',
    note: 'crosswalk/audit/…',
  },
  notification: {
    rule_id: ID,
    rule: 'What fails',
    is_test: false,
    event_count: 1,
    events: [
      {
        event: 'scan_failed',
        title: 'Scan failed',
        text: 'cancelled',
        url: `https://crosswalk.example/scans/${ID}`,
        at: '2026-01-31T08:15:00.000Z',
      },
    ],
  },
};

describe('the schemas of events', () => {
  const validators = new Map<string, ValidateFunction>();

  beforeAll(() => {
    const ajv = new Ajv2020({ strict: true, allErrors: true });
    addFormats.default(ajv);
    for (const file of readdirSync(DIRECTORY)) {
      const schema = JSON.parse(readFileSync(join(DIRECTORY, file), 'utf8')) as object;
      validators.set(file.replace(/\.json$/, ''), ajv.compile(schema));
    }
  });

  /** Errors of an envelope by the schema of its event. */
  function problemsOf(envelope: unknown): unknown[] {
    const validate = validators.get((envelope as { event: string }).event);
    if (!validate) throw new Error('an event has no schema');
    return validate(envelope) ? [] : (validate.errors ?? []);
  }

  const envelope = (event: string, data: unknown) => ({
    event,
    event_id: ID,
    timestamp: '2026-01-31T08:15:00.000Z',
    data,
  });

  it('exist for every event', () => {
    expect([...validators.keys()].toSorted()).toEqual([...EVENT_TYPES].toSorted());
  });

  it.each(Object.entries(DATA))('accept the documented event %s', (event, data) => {
    expect(problemsOf(envelope(event, data))).toEqual([]);
  });

  it.each(Object.entries(DATA))(
    'refuse an event %s that lacks a field, has an additional one, or has one of another type',
    (event, data) => {
      for (const key of Object.keys(data)) {
        const rest = Object.fromEntries(Object.entries(data).filter(([name]) => name !== key));
        expect({ key, valid: problemsOf(envelope(event, rest)).length === 0 }).toEqual({ key, valid: false });
        expect(problemsOf(envelope(event, { ...data, [key]: { no: 'such' } }))).not.toEqual([]);
      }
      expect(problemsOf(envelope(event, { ...data, more: 1 }))).not.toEqual([]);
    },
  );

  describe('of events that are sent', () => {
    let service: TestService;

    beforeAll(async () => {
      service = await startService({ content: contentOfOneSystem(), settings: { demoScanSeconds: 0.5 } });
      await createWebhook(service.a.admin, 'https://receiver.invalid/', ['*']);
    });
    afterAll(() => service.stop());

    it('match when scans complete or fail and change statuses and scores, when assessments do, and when evidence is uploaded', async () => {
      const { admin } = service.a;
      await connect(admin, 'demo');
      await runScan(admin);
      await runScan(admin);
      await assessAsFailed(admin);
      await admin.upload('/api/evidence/upload', 'A note on the backups of this week.', 'note.txt');
      const { body: triggered } = await admin.post('/api/scans/trigger', {});
      const { scan_job_id: id } = (triggered as { data: { scan_job_id: string } }).data;
      await admin.data(CANCEL, { id });
      await finished(admin, id);
      const sent = await service.database.query<{ event: string; body: string }>(
        'select event, body from webhook_deliveries',
      );
      const events = [...new Set(sent.map(({ event }) => event))];
      expect(events.toSorted()).toEqual([
        'compliance.control_failed',
        'compliance.score_changed',
        'evidence.uploaded',
        'scan.completed',
        'scan.failed',
      ]);
      for (const { event, body } of sent) {
        const payload = JSON.parse(body) as { event: string };
        expect(payload.event).toBe(event);
        expect({ body, problems: problemsOf(payload) }).toEqual({ body, problems: [] });
      }
    });
  });
});

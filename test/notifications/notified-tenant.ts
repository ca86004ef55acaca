import { randomUUID } from 'node:crypto';
import { controlId } from '../catalogue/shipped.js';
import type { Client } from '../support/client.js';
import type { TestDatabase } from '../support/database.js';

export const PATH = '/api/notification-rules';

export interface Message {
  is_test: boolean;
  receiver: { name: string } | null;
  events: string[];
  event_count: number;
  status: string;
  error: string | null;
}

/** Creates a notification rule over REST. @returns its id */
export async function createRule(client: Client, rule: object): Promise<string> {
  const { status, body, text } = await client.post(PATH, { name: 'What fails', events: ['control_failed'], ...rule });
  if (status !== 201) throw new Error(`the rule was answered ${status}: ${text}`);
  return (body as { data: { id: string } }).data.id;
}

/** Messages of a rule, newest first. */
export function logOf(client: Client, ruleId: string): Promise<Message[]> {
  return client.rest<Message[]>(`${PATH}/${ruleId}/log`);
}

/** Writes an event into the outbox, as the service does with a change. */
export async function record(
  database: TestDatabase,
  tenantId: string,
  { event, data, subject = `${event} ${randomUUID()}` }: { event: string; data: object; subject?: string },
): Promise<void> {
  await database.query(`insert into outbox (id, tenant_id, event, subject, data) values ($1, $2, $3, $4, $5)`, [
    ...[randomUUID(), tenantId, event, subject, data],
  ]);
}

/** A control that passed fails. */
export function controlFailed(database: TestDatabase, tenantId: string, slug: string, code: string): Promise<void> {
  return record(database, tenantId, {
    event: 'compliance.control_failed',
    data: {
      ...{ control_id: code, control_uuid: controlId(slug, code), framework: slug === 'soc2' ? 'SOC 2' : slug },
      ...{ previous_status: 'passed', new_status: 'failed' },
    },
  });
}

/** A score moves. @param slug of a framework, or `overall` */
export function scoreMoved(
  database: TestDatabase,
  tenantId: string,
  { slug, from, to }: { slug: string; from: number; to: number },
): Promise<void> {
  return record(database, tenantId, {
    event: 'compliance.score_changed',
    subject: `score_changed ${slug} ${randomUUID()}`,
    data: { framework: slug === 'overall' ? null : 'SOC 2', previous_score: from, new_score: to },
  });
}

import type { Client } from '../support/client.js';
import type { TestDatabase } from '../support/database.js';

/** The notification rules of a tenant. */
export interface NotificationWorld {
  notificationRuleId: string;
  /** Ids of two that may be removed. */
  doomedNotificationRuleId: string;
  anotherDoomedNotificationRuleId: string;
}

/** Creates rules that are paused, so that nothing is sent; the first has a notification that was sent, and its message. */
export async function furnishNotifications(
  database: TestDatabase,
  { admin, tenantId, memberId }: { admin: Client; tenantId: string; memberId: string },
): Promise<NotificationWorld> {
  const create = async () => {
    const rule = { name: 'What fails', events: ['control_failed'], is_of_organization: true, member_ids: [memberId] };
    const { body } = await admin.post('/api/notification-rules', { ...rule, is_paused: true });
    return (body as { data: { id: string } }).data.id;
  };
  const notificationRuleId = await create();
  await database.query(
    `insert into notifications (tenant_id, rule_id, event, subject, data, occurred_at, batch_id, batched_at)
     values ($1, $2, 'control_failed', 'control of long ago', '{}', now(), gen_random_uuid(), now())`,
    [tenantId, notificationRuleId],
  );
  await database.query(
    `insert into notification_messages
       (id, tenant_id, rule_id, batch_id, user_id, is_test, events, event_count, status, created_at, completed_at)
     values (gen_random_uuid(), $1, $2, gen_random_uuid(), $3, false, '{control_failed}', 1, 'sent', now(), now())`,
    [tenantId, notificationRuleId, memberId],
  );
  return {
    notificationRuleId,
    doomedNotificationRuleId: await create(),
    anotherDoomedNotificationRuleId: await create(),
  };
}

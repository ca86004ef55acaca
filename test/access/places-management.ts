import { dayAhead } from '../exceptions/exceptions.js';
import { get, IN_PATH, IN_QUERY, OF_CATALOGUE, OF_TENANT, post, type IdRequest, type Place } from './place.js';
import type { World } from './world.js';

type Entry = [string, Place];

/** A path with the id of a tenant's thing in it: `PUT /api/webhooks/{id}`. */
function inPath(name: string, own: keyof World, more: Partial<Place> & { body?: object } = {}): Entry {
  const [method = '', path = ''] = name.split(' ');
  const [, parameter = ''] = /\{(\w+)\}/.exec(path) ?? [];
  const { body, ...answer } = more;
  const request = (id: string): IdRequest => ({
    method: method as IdRequest['method'],
    path: path.replace(/\{\w+\}/, id),
    body,
  });
  return [`${name} ${parameter}`, { ...IN_PATH, ...OF_TENANT, own, request, ...answer }];
}

/** A proposal to accept what fails nowhere, so that nothing is written. */
function accept(
  field: string,
  own: keyof World,
  input: (id: string) => object,
  finding: (id: string) => object,
): Entry {
  const request = (id: string) =>
    post('/api/exceptions', {
      findings: [{ scanner: 'crosswalk', rule_id: 'none', resource_id: 'none', ...finding(id) }],
      reason: 'Why',
      expires_on: dayAhead(9),
      ...input(id),
    });
  return [`POST /api/exceptions ${field}`, { ...IN_QUERY, ...OF_TENANT, own, request }];
}

/** A state in which the operation is refused. */
const IN_CONFLICT = { status: 409, code: 'CONFLICT' } as const;
const none = () => ({});

/** Every place of an id in the REST paths by which an organization is managed. */
export const MANAGEMENT_REST_PLACES: Readonly<Record<string, Place>> = Object.fromEntries<Place>([
  inPath('GET /api/org/integrations/{id}', 'demoId'),
  inPath('PUT /api/org/integrations/{id}', 'demoId', { body: { name: 'Renamed' } }),
  inPath('POST /api/org/integrations/{id}/test', 'demoId'),
  inPath('POST /api/org/integrations/{id}/disconnect', 'disconnectedId', IN_CONFLICT),
  inPath('PUT /api/org/integrations/{id}/schedule', 'demoId', { body: { cron: '0 3 29 2 *' } }),
  inPath('POST /api/scans/{scan_job_id}/cancel', 'scanId', IN_CONFLICT),
  inPath('GET /api/org/members/{id}', 'memberId'),
  inPath('PUT /api/org/members/{id}', 'memberId', { body: { role: 'member' } }),
  // The last admin stays.
  inPath('DELETE /api/org/members/{id}', 'userId', IN_CONFLICT),
  inPath('DELETE /api/org/invitations/{id}', 'revokedInvitationId', IN_CONFLICT),
  inPath('DELETE /api/org/api-keys/{id}', 'adminKeyId', { status: 204 }),
  inPath('GET /api/webhooks/{id}', 'webhookId'),
  inPath('GET /api/webhooks/{id}/deliveries', 'webhookId'),
  inPath('PUT /api/webhooks/{id}', 'webhookId', { body: { events: ['*'] } }),
  inPath('POST /api/webhooks/{id}/rotate-secret', 'webhookId', { body: { secret: 'another secret of it' } }),
  inPath('POST /api/webhooks/{id}/ping', 'webhookId', { status: 202 }),
  inPath('POST /api/webhooks/deliveries/{id}/redeliver', 'deliveryId', { status: 202 }),
  inPath('GET /api/exceptions/{id}', 'exceptionId'),
  inPath('POST /api/exceptions/{id}/approve', 'withdrawnExceptionId', IN_CONFLICT),
  inPath('POST /api/exceptions/{id}/reject', 'withdrawnExceptionId', { ...IN_CONFLICT, body: {} }),
  inPath('POST /api/exceptions/{id}/withdraw', 'withdrawnExceptionId', IN_CONFLICT),
  inPath('POST /api/exceptions/{id}/include-new-matches', 'withdrawnExceptionId', IN_CONFLICT),
  accept('/findings/integration_id', 'demoId', none, (id) => ({ integration_id: id })),
  accept('/evidence_ids', 'evidenceId', (id) => ({ evidence_ids: [id] }), none),
  accept('/owner_id', 'userId', (id) => ({ owner_id: id }), none),
  [
    'PUT /api/org/members/bulk /members/user_id',
    {
      ...IN_QUERY,
      ...OF_TENANT,
      own: 'memberId',
      request: (id) => ({
        method: 'PUT',
        path: '/api/org/members/bulk',
        body: { members: [{ user_id: id, role: 'member' }] },
      }),
    },
  ],
  [
    'POST /api/org/api-keys /service_account_id',
    {
      ...IN_QUERY,
      ...OF_TENANT,
      own: 'serviceAccountId',
      status: 201,
      request: (id) => post('/api/org/api-keys', { name: 'Another', service_account_id: id }),
    },
  ],
  [
    'GET /api/audit-log actor_id',
    { ...IN_QUERY, ...OF_TENANT, own: 'userId', request: (id) => get(`/api/audit-log?limit=1&actor_id=${id}`) },
  ],
  [
    'GET /api/exceptions integration_id',
    { ...IN_QUERY, ...OF_TENANT, own: 'demoId', request: (id) => get(`/api/exceptions?integration_id=${id}`) },
  ],
  [
    'GET /api/exceptions control_id',
    { ...IN_QUERY, ...OF_CATALOGUE, own: 'controlId', request: (id) => get(`/api/exceptions?control_id=${id}`) },
  ],
]);

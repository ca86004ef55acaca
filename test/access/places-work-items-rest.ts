import { get, IN_PATH, IN_QUERY, OF_CATALOGUE, OF_TENANT, post, type IdRequest, type Place } from './place.js';

const put = (path: string, body: unknown): IdRequest => ({ method: 'PUT', path, body });
const MEMBERS = { ...IN_QUERY, ...OF_TENANT, own: 'memberId' } as const;
const IN_PATH_OF_ITEM = { ...IN_PATH, ...OF_TENANT, own: 'workItemId' } as const;
const IN_PATH_OF_COMMENT = { ...IN_PATH, ...OF_TENANT, own: 'workItemCommentId' } as const;

/** What exactly one of is named when a work item is created or listed. */
const SUBJECTS = {
  control_id: { ...IN_QUERY, ...OF_CATALOGUE, own: 'controlId' },
  exception_id: { ...IN_QUERY, ...OF_TENANT, own: 'exceptionId' },
  finding_id: { ...IN_QUERY, ...OF_TENANT, own: 'findingId' },
} as const;

/** Every id of the REST paths of work items. */
export const WORK_ITEM_REST_PLACES: Readonly<Record<string, Place>> = {
  'GET /api/work-items owner_id': { ...MEMBERS, request: (id) => get(`/api/work-items?owner_id=${id}`) },
  ...Object.fromEntries(
    Object.entries(SUBJECTS).flatMap(([name, place]): [string, Place][] => [
      [`GET /api/work-items ${name}`, { ...place, request: (id) => get(`/api/work-items?${name}=${id}`) }],
      [
        `POST /api/work-items /${name}`,
        { ...place, status: 201, request: (id) => post('/api/work-items', { title: 'Look into it', [name]: id }) },
      ],
    ]),
  ),
  'POST /api/work-items /owner_id': {
    ...MEMBERS,
    status: 201,
    request: (id, { controlId }) => post('/api/work-items', { title: 'Look', control_id: controlId, owner_id: id }),
  },
  'PUT /api/work-items/bulk /work_item_ids': {
    ...IN_QUERY,
    ...OF_TENANT,
    own: 'workItemId',
    request: (id) => put('/api/work-items/bulk', { work_item_ids: [id] }),
  },
  'PUT /api/work-items/bulk /owner_id': {
    ...MEMBERS,
    request: (id, { workItemId }) => put('/api/work-items/bulk', { work_item_ids: [workItemId], owner_id: id }),
  },
  'GET /api/work-items/{id} id': { ...IN_PATH_OF_ITEM, request: (id) => get(`/api/work-items/${id}`) },
  'PUT /api/work-items/{id} id': { ...IN_PATH_OF_ITEM, request: (id) => put(`/api/work-items/${id}`, {}) },
  'PUT /api/work-items/{id} /owner_id': {
    ...MEMBERS,
    request: (id, { workItemId }) => put(`/api/work-items/${workItemId}`, { owner_id: id }),
  },
  'GET /api/work-items/{id}/comments id': {
    ...IN_PATH_OF_ITEM,
    request: (id) => get(`/api/work-items/${id}/comments`),
  },
  'POST /api/work-items/{id}/comments id': {
    ...IN_PATH_OF_ITEM,
    status: 201,
    request: (id) => post(`/api/work-items/${id}/comments`, { text: 'Seen' }),
  },
  'POST /api/work-items/{id}/comments /mentioned_ids': {
    ...MEMBERS,
    status: 201,
    request: (id, { workItemId }) =>
      post(`/api/work-items/${workItemId}/comments`, { text: 'Seen', mentioned_ids: [id] }),
  },
  'PUT /api/work-item-comments/{id} id': {
    ...IN_PATH_OF_COMMENT,
    request: (id) => put(`/api/work-item-comments/${id}`, { text: 'Seen' }),
  },
  'PUT /api/work-item-comments/{id} /mentioned_ids': {
    ...MEMBERS,
    request: (id, { workItemCommentId }) =>
      put(`/api/work-item-comments/${workItemCommentId}`, { text: 'Seen', mentioned_ids: [id] }),
  },
  'DELETE /api/work-item-comments/{id} id': {
    ...IN_PATH,
    ...OF_TENANT,
    own: 'deletedWorkItemCommentId',
    status: 409,
    code: 'CONFLICT',
    request: (id) => ({ method: 'DELETE', path: `/api/work-item-comments/${id}` }),
  },
};

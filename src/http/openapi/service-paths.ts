import type { JsonSchema } from '../../feature/rest-row.js';
import { rateLimitHeaders } from './errors.js';
import { ref } from './json-schema.js';
import { SERVICE_TAG } from './tags.js';

const HEADERS = { 'X-Request-Id': ref('headers', 'RequestId'), ETag: ref('headers', 'ETag'), ...rateLimitHeaders() };

/** Documented paths outside of the REST table. */
export const SERVICE_PATHS: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  '/api/openapi.json': {
    get: {
      operationId: 'openapi',
      summary: 'This document',
      description: 'Needs no token.',
      tags: [SERVICE_TAG.name],
      'x-roles': [],
      security: [],
      responses: {
        '200': {
          description: 'OpenAPI 3.1.',
          headers: HEADERS,
          content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
        },
        '304': {
          description: 'The client has the document already: `If-None-Match` names its `ETag`.',
          headers: HEADERS,
        },
        '429': ref('responses', 'RateLimited'),
      },
    },
  },
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/feature/rest-row.js';
import type { OpenApiDocument } from '../../src/http/openapi/document.js';
import { STATUS_OF, type ErrorCode } from '../../src/platform/errors.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';
import { REST } from '../access/verdicts-rest.js';

const DOCUMENT = JSON.parse(readFileSync(join(SOURCE_ROOT, '../schema/openapi.json'), 'utf8')) as OpenApiDocument & {
  components: { responses: Record<string, JsonSchema> };
  webhooks: Record<string, JsonSchema>;
};

interface Operation extends JsonSchema {
  operationId: string;
  summary: string;
  'x-roles': string[];
  security: object[];
  responses: Record<string, JsonSchema>;
}

/** Operations of the document by `GET /api/scans`. */
const OPERATIONS = new Map(
  Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation as Operation,
    ]),
  ),
);

/** Error codes of each path, beyond those that follow from its kind. By hand, from the contract. */
const CODES: Readonly<Record<string, ErrorCode[]>> = {
  'POST /api/auth/login': [
    'INVALID_CREDENTIALS',
    'MFA_REQUIRED',
    'RATE_LIMITED',
    'UNSUPPORTED_MEDIA_TYPE',
    'PAYLOAD_TOO_LARGE',
  ],
  'GET /api/org/integrations': ['FORBIDDEN'],
  'POST /api/org/integrations/{id}/import': [
    'FORBIDDEN',
    'NOT_FOUND',
    'CONFLICT',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  'GET /api/compliance/frameworks/{id}/controls': ['NOT_FOUND', 'FRAMEWORK_NOT_ACTIVE', 'VALIDATION_FAILED'],
  'GET /api/compliance/controls/{id}': ['NOT_FOUND'],
  'GET /api/ucf/controls/{id}': ['NOT_FOUND'],
  'GET /api/ucf/coverage/{framework}': ['NOT_FOUND', 'FRAMEWORK_NOT_ACTIVE'],
  'POST /api/ucf/assessments': ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_FAILED'],
  'POST /api/scans/trigger': ['FORBIDDEN', 'CONFLICT', 'NOT_FOUND', 'FRAMEWORK_NOT_ACTIVE'],
  'GET /api/scans/{scan_job_id}': ['NOT_FOUND'],
  'GET /api/scans/{scan_job_id}/results': ['NOT_FOUND', 'FRAMEWORK_NOT_ACTIVE'],
  'GET /api/evidence': ['NOT_FOUND'],
  'GET /api/evidence/{id}': ['NOT_FOUND'],
  'POST /api/evidence/upload': ['FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  'PUT /api/org/profile': ['FORBIDDEN', 'VALIDATION_FAILED'],
  'GET /api/org/members': ['FORBIDDEN', 'VALIDATION_FAILED'],
  'POST /api/org/members/invite': ['FORBIDDEN', 'CONFLICT', 'LICENSE_LIMIT_REACHED', 'VALIDATION_FAILED'],
  'POST /api/reports/generate': [
    'CONFLICT',
    'NOT_FOUND',
    'FRAMEWORK_NOT_ACTIVE',
    'NO_COMPLETED_SCAN',
    'VALIDATION_FAILED',
  ],
  'POST /api/webhooks': ['FORBIDDEN', 'VALIDATION_FAILED'],
  'GET /api/webhooks': ['FORBIDDEN'],
  'DELETE /api/webhooks/{id}': ['FORBIDDEN', 'NOT_FOUND'],
};

const ALWAYS: ErrorCode[] = ['VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'];

describe('the OpenAPI document', () => {
  it('lists for each path the roles of the role table, and requires a token where there are any', () => {
    for (const [name, { may }] of Object.entries(REST)) {
      const { 'x-roles': roles, security } = OPERATIONS.get(name) ?? ({} as Operation);
      expect({ name, roles }).toEqual({ name, roles: may === 'anyone' ? [] : [...may] });
      expect({ name, isOpen: security.length === 0 }).toEqual({ name, isOpen: may === 'anyone' });
      // The token of an auditor's link opens no path.
      expect({ name, forbids: codesOf(name).includes('FORBIDDEN') }).toEqual({ name, forbids: may !== 'anyone' });
      expect({ name, asks: codesOf(name).includes('UNAUTHENTICATED') }).toEqual({ name, asks: may !== 'anyone' });
    }
  });

  it('lists every error code that a path can return', () => {
    for (const name of Object.keys(REST)) {
      expect({ name, codes: codesOf(name) }).toEqual({
        name,
        codes: expect.arrayContaining([...ALWAYS, ...(CODES[name] ?? [])]),
      });
    }
  });

  it('gives every code its status, and every operation a unique name', () => {
    for (const [name, { responses }] of OPERATIONS) {
      for (const [status, response] of Object.entries(responses)) {
        const codes = codesIn(response);
        expect({ name, status, of: codes.map((code) => STATUS_OF[code]) }).toEqual({
          name,
          status,
          of: codes.map(() => Number(status)),
        });
      }
    }
    const ids = [...OPERATIONS.values()].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('contains every event of the specification, and the one of disputed assessments', () => {
    expect(Object.keys(DOCUMENT.webhooks).toSorted()).toEqual([
      'audit.head_signed',
      'compliance.assessment_disputed',
      'compliance.assessment_ends_soon',
      'compliance.control_failed',
      'compliance.score_changed',
      'evidence.uploaded',
      'exception.ends_soon',
      'exception.expired',
      'exception.new_matches',
      'integration.disconnected',
      'notification',
      'scan.completed',
      'scan.failed',
    ]);
  });
});

function codesOf(name: string): ErrorCode[] {
  return Object.values(OPERATIONS.get(name)?.responses ?? {}).flatMap(codesIn);
}

/** Error codes of a referenced response. */
function codesIn({ $ref }: JsonSchema): ErrorCode[] {
  if (typeof $ref !== 'string') return [];
  const response = DOCUMENT.components.responses[$ref.split('/').at(-1) ?? ''];
  const { content } = response as { content: Record<string, { examples: Record<string, unknown> }> };
  return Object.keys(content['application/json']?.examples ?? {}) as ErrorCode[];
}

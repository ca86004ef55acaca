import { describe, expect, it } from 'vitest';
import { ADMIN, ADMIN_AUDITOR, ALL, read } from '../../src/access/access.js';
import { AccessTable } from '../../src/access/access-table.js';
import { createSchema } from '../../src/graphql/schema.js';
import { Tags } from '../../src/http/openapi/tags.js';
import { AuditResolver } from '../../src/modules/audit/audit.resolver.js';

describe('access rows of features', () => {
  const row = { access: { 'Query.auditLog': read(ADMIN_AUDITOR) } };

  it('form a schema when every operation has one', () => {
    expect(
      createSchema([AuditResolver], new AccessTable([row]))
        .getQueryType()
        ?.getFields(),
    ).toHaveProperty('auditLog');
  });

  it('stop the start when an operation has none', () => {
    expect(() => createSchema([AuditResolver], new AccessTable([]))).toThrow(
      'Query.auditLog is not in the access table',
    );
  });

  it('stop the start when a row names an unknown operation', () => {
    const table = new AccessTable([row, { access: { 'Query.auditLogs': read(ADMIN) } }]);
    expect(() => createSchema([AuditResolver], table)).toThrow(
      'the access table has Query.auditLogs, which is not an operation',
    );
  });

  it('stop the start when two features declare the same operation', () => {
    expect(() => new AccessTable([row, { access: { 'Query.auditLog': read(ALL) } }])).toThrow(
      'two features have an access row for Query.auditLog',
    );
  });
});

describe('tags of features', () => {
  it('stop the start when a path belongs to none', () => {
    const tags = new Tags([{ tags: { scans: { name: 'Scans', description: '' } } }]);
    expect(tags.of('/api/scans/{id}')).toBe('Scans');
    expect(() => tags.check([{ path: '/api/scans/{id}' }, { path: '/api/scan' }])).toThrow(
      'no feature declares a tag for /api/scan',
    );
  });
});

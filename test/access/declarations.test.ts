import { describe, expect, it } from 'vitest';
import { ADMIN, ADMIN_AUDITOR, ALL } from '../../src/access/access.js';
import { AccessTable } from '../../src/access/access-table.js';
import { createSchema } from '../../src/graphql/schema.js';
import { Tags } from '../../src/http/openapi/tags.js';
import { AuditResolver } from '../../src/modules/audit/audit.resolver.js';

const audit = { services: {}, resolvers: [new AuditResolver()] };

describe('access rows of features', () => {
  const row = { access: { 'Query.auditLog': ADMIN_AUDITOR } };

  it('make a schema where every operation has one', () => {
    expect(
      createSchema([audit], new AccessTable([row]))
        .getQueryType()
        ?.getFields(),
    ).toHaveProperty('auditLog');
  });

  it('fail the start where an operation has none', () => {
    expect(() => createSchema([audit], new AccessTable([]))).toThrow('Query.auditLog is not in the access table');
  });

  it('fail the start where one names no operation', () => {
    const table = new AccessTable([row, { access: { 'Query.auditLogs': ADMIN } }]);
    expect(() => createSchema([audit], table)).toThrow('the access table has Query.auditLogs, which is no operation');
  });

  it('fail the start where two features have one for the same operation', () => {
    expect(() => new AccessTable([row, { access: { 'Query.auditLog': ALL } }])).toThrow(
      'two features say who may call Query.auditLog',
    );
  });
});

describe('tags of features', () => {
  it('fail the OpenAPI document where a path stands under none', () => {
    const tags = new Tags([{ tags: { scans: { name: 'Scans', description: '' } } }]);
    expect(tags.of('/api/scans/{id}')).toBe('Scans');
    expect(() => tags.of('/api/scan')).toThrow('no feature declares a tag for /api/scan');
  });
});

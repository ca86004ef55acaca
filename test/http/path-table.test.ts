import { describe, expect, it } from 'vitest';
import { PathTable } from '../../src/http/path-table.js';

const table = new PathTable([
  { method: 'GET', path: '/api/scans', handler: 'list' },
  { method: 'POST', path: '/api/scans/trigger', handler: 'trigger' },
  { method: 'GET', path: '/api/scans/{id}', handler: 'scan' },
  { method: 'DELETE', path: '/api/scans/{id}', handler: 'cancel' },
  { method: 'GET', path: '/api/scans/{id}/results', handler: 'results' },
]);
const handlerOf = (method: string, path: string) => table.find(path)?.handlers.get(method) ?? null;

describe('PathTable', () => {
  it.each([
    ['GET', '/api/scans', 'list'],
    ['HEAD', '/api/scans', 'list'],
    ['POST', '/api/scans', null],
    ['GET', '/api/scans/7', 'scan'],
    ['DELETE', '/api/scans/7', 'cancel'],
    ['GET', '/api/scans/7/results', 'results'],
    ['POST', '/api/scans/trigger', 'trigger'],
    ['GET', '/api/scans/7/', 'scan'],
    ['GET', '/API/Scans/7', 'scan'],
  ])('finds the handler of %s %s: %s', (method, path, handler) => {
    expect(handlerOf(method, path)).toBe(handler);
  });

  it('prefers what is written out to a parameter, for a method that only the parameter has too', () => {
    expect(handlerOf('GET', '/api/scans/trigger')).toBeNull();
    expect([...(table.find('/api/scans/trigger')?.handlers.keys() ?? [])]).toEqual(['POST']);
  });

  it('tries the parameter where what is written out leads nowhere', () => {
    expect(handlerOf('GET', '/api/scans/trigger/results')).toBe('results');
    expect(table.find('/api/scans/trigger/results')?.parameters).toEqual({ id: 'trigger' });
  });

  it.each([
    ['/api/scans/A%20b%2Fc', 'A b/c'],
    ['/api/scans/164.308(a)(1)', '164.308(a)(1)'],
    ['/api/scans/a;b', 'a;b'],
    [`/api/scans/${'x'.repeat(2_000)}`, 'x'.repeat(2_000)],
  ])('decodes the parameter of %s and leaves its capitals', (path, id) => {
    expect(table.find(path)?.parameters).toEqual({ id });
  });

  it.each(['/', '/api', '/api/scan', '/api/scans/', '/api/scans/7/findings', '/api/scans/%E0%A4%A', '//api/scans'])(
    'finds nothing at %s but the list at /api/scans/',
    (path) => {
      expect(handlerOf('GET', path)).toBe(path === '/api/scans/' ? 'list' : null);
    },
  );

  it('refuses two handlers of one path and method, whatever the names of its parameters', () => {
    const twice = [
      { method: 'GET', path: '/a/{id}', handler: 1 },
      { method: 'POST', path: '/a/{other}', handler: 2 },
    ];
    expect(() => new PathTable(twice)).toThrow(/already declared/);
  });
});

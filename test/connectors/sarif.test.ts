import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taggedRequirement } from '../../src/connectors/reports/requirement.js';
import { fixture, problemOf, readAll, requirements, verdicts } from './read-all.js';

describe('a SARIF log', () => {
  it('joins results with later rules, and drops suppressed results and those that only inform', async () => {
    const { format, findings } = await readAll(await fixture('sarif.json'));
    expect(format).toBe('sarif');
    expect(verdicts(findings)).toEqual([
      'fail EX001 src/a.c:36',
      'fail EX002 src/b.c',
      'pass EX001/sub app::hash',
      'not_applicable EX003 -',
      'unknown EX001 -', // open
      'unknown EX001 -', // review
      'fail EX001 -', // its suppression is under review
      'fail MORE1 -',
    ]);
    expect(findings.map(({ check }) => check.title)).toEqual([
      'Hashes are strong',
      'EX002',
      'Hashes are strong', // EX001/sub is a part of EX001
      'EX003',
      'Hashes are strong',
      'Hashes are strong',
      'Hashes are strong',
      "An extension's rule",
    ]);
    expect(findings.map(({ check }) => check.severity)).toEqual([
      'low',
      'critical',
      'low',
      'medium',
      'low',
      'low',
      'low',
      'medium',
    ]);
    expect(findings[1]?.summary).toBe('Call of gets found.');
    expect(findings[0]).toMatchObject({ resource: { name: 'src/a.c', type: 'file' }, detectedAt: null });
  });

  it('yields requirements from relationships, taxa and tags, each once', async () => {
    const { findings } = await readAll(await fixture('sarif.json'));
    const rule = ['NIST-800-53 AC-2', 'ASVS V1', 'ExampleScan own-1'];
    const tags = ['PCI-DSS 6.2.4', 'CWE CWE-120', 'CWE CWE-79'];
    expect(requirements(findings[0])).toEqual([...rule, 'PCI DSS 4.0.1 6.2.4', ...tags]);
    expect(requirements(findings[4])).toEqual([...rule, ...tags]);
  });

  it('is refused with the place of a wrong value', async () => {
    const log = (result: object) => JSON.stringify({ version: '2.1.0', runs: [{ results: [{}, result] }] });
    expect(await problemOf(log({ kind: 'bad' }))).toBe('runs[0].results[1].kind is not a kind of result');
    expect(await problemOf(log({ message: { text: 7 } }))).toBe(
      'runs[0].results[1].message.text must be text, not a number',
    );
    expect(await problemOf('{"version":"2.1.0","runs":[7]}')).toBe('runs[0] must be an object, not a number');
    expect(await problemOf('{"version":"2.1.0","runs":[{"results":{}}]}')).toBe(
      'runs[0].results must be an array, not an object',
    );
  });

  it('is refused in another version than 2.1, wherever the version stands', async () => {
    expect(await readAll('{"runs":[],"version":"2.1.0"}')).toEqual({ format: 'sarif', findings: [] });
    expect(await problemOf('{"runs":[],"version":"2.0.0"}')).toMatch(/SARIF of version 2.0.0/);
    expect(await problemOf('{"runs":[]}')).toMatch(/no SARIF version/);
    expect(await problemOf('{"runs":[],"version":"2.1.0"}{"runs":[],"version":"2.1.0"}')).toBe(
      'the report ends, but more follows at byte 29',
    );
  });
});

describe('a tag', () => {
  it('is a requirement where it names one', () => {
    expect(taggedRequirement('PCI-DSS 6.2.4')).toEqual({ framework: 'PCI-DSS', id: '6.2.4' });
    expect(taggedRequirement('NIST 800-53: AC-2')).toEqual({ framework: 'NIST 800-53', id: 'AC-2' });
    expect(taggedRequirement('CWE-89: SQL injection')).toEqual({ framework: 'CWE', id: 'CWE-89' });
    expect(taggedRequirement('OWASP-A03:2021 - Injection')).toEqual({ framework: 'OWASP', id: 'A03:2021' });
    for (const tag of ['security', 'HIGH CONFIDENCE', '', 'x'.repeat(5_000)]) expect(taggedRequirement(tag)).toBeNull();
  });
});

describe('stored results', () => {
  let temporaryDirectory = '';
  beforeAll(async () => {
    temporaryDirectory = await mkdtemp(join(tmpdir(), 'crosswalk-test-'));
  });
  afterAll(async () => {
    await rm(temporaryDirectory, { recursive: true });
  });

  it('are read back in order from an unlinked file', async () => {
    const count = 20_000; // about 7 MB of rows, far more than what stays in memory
    const results = Array.from({ length: count }, (_, index) => `{"ruleId":"R","message":{"text":"number ${index}"}}`);
    const log = `{"version":"2.1.0","runs":[{"results":[${results.join(',')}],"tool":{"driver":{"name":"D","rules":[{"id":"R","name":"Late"}]}}}]}`;
    const { findings } = await readAll(log, { temporaryDirectory });
    expect(findings).toHaveLength(count);
    expect(findings.every(({ summary, check }, index) => summary === `number ${index}` && check.title === 'Late')).toBe(
      true,
    );
    expect(await readdir(temporaryDirectory)).toEqual([]);
    expect(await problemOf(log.slice(0, -1), { temporaryDirectory })).toMatch(/^the file ends early/);
    expect(await readdir(temporaryDirectory)).toEqual([]);
  });
});

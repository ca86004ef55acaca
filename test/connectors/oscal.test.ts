import { describe, expect, it } from 'vitest';
import { fixture, problemOf, readAll, requirements, verdicts } from './read-all.js';

describe('OSCAL assessment results', () => {
  it('yield one finding for each subject of the related observations, which may follow', async () => {
    const { format, findings } = await readAll(await fixture('oscal.json'));
    expect(format).toBe('oscal-assessment-results');
    expect(verdicts(findings)).toEqual([
      'fail ac-6.1_obj c-1', // a risk that was accepted does not satisfy the control
      'fail ac-6.1_obj c-2',
      'pass ac-2_smt.j -',
      'pass cc6.1_obj c-1',
    ]);
    expect(findings[0]).toMatchObject({
      check: { scanner: 'oscal', title: 'Role may do too much', severity: 'medium' },
      resource: { name: 'Cloud account', type: 'component' },
      summary: "The engineer's role may delete logs.",
      detectedAt: '2026-06-02T12:31:20.000Z', // the observation's, 08:31:20-04:00
    });
    expect(findings[2]?.detectedAt).toBe('2026-06-02T12:46:51.000Z'); // the result's end
  });

  it('name the control of an objective or statement', async () => {
    const { findings } = await readAll(await fixture('oscal.json'));
    expect(findings.slice(1).flatMap(requirements)).toEqual(['NIST-800-53 ac-6.1', 'NIST-800-53 ac-2', 'SOC2 cc6.1']);
  });

  it('name the framework by a link to the catalogue', async () => {
    const target = {
      'target-id': 'a.1',
      status: { state: 'satisfied' },
      links: [{ rel: 'catalog', href: 'https://example.org/c/house-catalog.json?x#y' }],
    };
    const { findings } = await readAll(
      JSON.stringify({ 'assessment-results': { results: [{ findings: [{ title: 'T', target }] }] } }),
    );
    expect(findings.flatMap(requirements)).toEqual(['house-catalog a.1']);
  });

  it('are refused with the place of a wrong value', async () => {
    const file = (finding: object) => JSON.stringify({ 'assessment-results': { results: [{ findings: [finding] }] } });
    const place = 'assessment-results.results[0].findings[0]';
    expect(await problemOf(file({}))).toBe(`${place}.target.target-id is missing`);
    const target = { 'target-id': 'ac-1', status: { state: 'other' } };
    expect(await problemOf(file({ target }))).toBe(
      `${place}.target.status.state is neither satisfied nor not-satisfied`,
    );
    expect(await problemOf('{"assessment-results":{}}')).toBe('assessment-results.results is missing');
  });
});

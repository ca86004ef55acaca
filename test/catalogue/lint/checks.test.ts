import { describe, expect, it } from 'vitest';
import { findingsOf, makeManual, type Check } from './sound-content.js';

describe('a check', () => {
  it('stands in the file of its provider and service', () => {
    expect(findingsOf(({ checkFile }) => (checkFile.file = 'checks/aws/ec2.yaml'))).toEqual([
      'checks/aws/ec2.yaml aws.s3 its place is checks/aws/s3.yaml',
    ]);
  });

  it.each(['aws.ec2.bucket-locked', 'gcp.s3.bucket-locked', 'aws.s3.'])('of S3 is not called %s', (id) => {
    expect(findingsOf(({ check }) => (check.id = id))).toEqual([
      `checks/aws/s3.yaml ${id} its id does not begin with aws.s3.`,
    ]);
  });

  it.each([
    [`Buckets ${'x'.repeat(70)} xx`, 'fault has 81 characters, not 80 at most'],
    ['The bucket is open.', 'fault ends with a full stop'],
    ['The bucket is locked', 'fault is its title'],
  ])('does not state its fault as "%s"', (fault, problem) => {
    expect(findingsOf(({ check }) => (check.fault = fault))).toEqual([
      `checks/aws/s3.yaml aws.s3.bucket-locked ${problem}: ${fault}`,
    ]);
  });

  it('states its fault in 80 characters', () => {
    expect(findingsOf(({ check }) => (check.fault = `Buckets ${'x'.repeat(69)} xx`))).toEqual([]);
  });

  it('names universal controls that exist, each once', () => {
    expect(findingsOf(({ check }) => check.supports.push('UCF-T-01', 'UCF-T-09'))).toEqual([
      'checks/aws/s3.yaml aws.s3.bucket-locked names UCF-T-01 twice',
      'checks/aws/s3.yaml aws.s3.bucket-locked names UCF-T-09, which does not exist',
    ]);
  });

  it('shows something', () => {
    expect(findingsOf(({ check }) => (check.decides = {}))).toEqual([
      'checks/aws/s3.yaml aws.s3.bucket-locked shows nothing: it names no universal control',
    ]);
  });

  it('is refuted by a check that exists', () => {
    const population = { on: 'Bucket', whole: 'true', says: 'There are others.', refuted_by: 'aws.s3.others' };
    const logic = { passes: 'true', says: { pass: 'It is locked.', fail: 'It is open.' }, population };
    expect(findingsOf(({ check }) => (check.logic = logic))).toEqual([
      'checks/aws/s3.yaml aws.s3.bucket-locked is refuted by aws.s3.others, which is no check',
    ]);
  });

  it('decides elements that exist, in ascending order', () => {
    expect(findingsOf(({ check }) => (check.decides = { 'UCF-T-01': [4, 1] }))).toEqual([
      'checks/aws/s3.yaml aws.s3.bucket-locked decides of UCF-T-01 element 4, which does not exist',
      'checks/aws/s3.yaml aws.s3.bucket-locked decides of UCF-T-01 elements that are not in ascending order',
    ]);
  });

  it('does not decide all that a manual control asks for', () => {
    const manual = findingsOf((sound) => {
      makeManual(sound);
      sound.check.decides = { 'UCF-T-02': [2] };
    });
    expect(manual).toEqual(['ucf/t.yaml UCF-T-02 checks decide all that soc2 A2 asks for, which is manual']);
  });

  it('decides no element that no control asks for', () => {
    expect(findingsOf(({ check }) => (check.decides = { 'UCF-T-02': [3] }))).toEqual([
      'checks/aws/s3.yaml aws.s3.bucket-locked decides of UCF-T-02 element 3, which no control asks for: it supports the universal control',
    ]);
  });

  it.each<[string, Partial<Check>]>([
    ['decides', { decides: { 'UCF-T-02': [1] } }],
    ['supports', { decides: {}, supports: ['UCF-T-02'] }],
  ])('%s no universal control whose controls are all manual', (_how, reach) => {
    const proxies = findingsOf(({ check, soc2 }) => {
      Object.assign(check, reach);
      for (const each of soc2.controls) each.method = 'manual';
    });
    expect(proxies).toContain(
      'checks/aws/s3.yaml aws.s3.bucket-locked names UCF-T-02, whose controls are all manual: only people show it',
    );
  });

  it('names no universal control where it says that no control asks for it, and one where it does not', () => {
    const named = (change: Partial<Check>) => findingsOf(({ check }) => Object.assign(check, change));
    const file = 'checks/aws/s3.yaml aws.s3.bucket-locked';
    expect(named({ decides: {}, hygiene: true })).toEqual([]);
    expect(named({ decides: {} })).toContain(`${file} shows nothing: it names no universal control`);
    expect(named({ hygiene: true })).toEqual([`${file} names UCF-T-01, and says that no control asks for it`]);
  });

  it('has a reference', () => {
    expect(findingsOf(({ check }) => (check.references = []))).toEqual([
      'checks/aws/s3.yaml aws.s3.bucket-locked has no reference',
    ]);
  });

  it.each(['https://docs.aws.amazon.com/s3', 'www.example.org page', 'docs.aws.amazon.com'])(
    'refers by title, not to %s',
    (address) => {
      expect(findingsOf(({ check }) => check.references.push(address))).toEqual([
        `checks/aws/s3.yaml aws.s3.bucket-locked reference is an address, not a title: ${address}`,
      ]);
    },
  );

  it('shares its rule in a report with no other check', () => {
    const twice = findingsOf(({ check, checkFile }) =>
      checkFile.checks.push({
        ...check,
        id: 'aws.s3.other',
        description: 'Looks at whether somebody can still delete what was written a year ago.',
        rationale: 'What can be deleted by one person is deleted by whoever steals her password.',
        remediation: {
          ...check.remediation,
          summary: 'Take the right to delete away.',
          steps: [
            { title: 'Edit the policy', instruction: 'Remove the action for deletion from the policy.', command: null },
          ],
        },
      }),
    );
    expect(twice).toEqual([
      "checks/aws/s3.yaml aws.s3.other claims the rule s3_bucket_locked, which is aws.s3.bucket-locked's",
    ]);
  });
});

describe('a rule of another scanner that resembles a check', () => {
  const problemsOf = (rule: { like: string; decides?: Record<string, number[]> }, isDeciding = true) =>
    findingsOf(({ content, check }) => {
      if (!isDeciding) Object.assign(check, { decides: {}, supports: ['UCF-T-01'] });
      content.rules.push({
        scanner: 'security-hub',
        file: 'scanners/security-hub.yaml',
        rule: 'S3.99',
        decides: {},
        ...rule,
      });
    });

  it('supports what the check decides, without a word of its own', () => {
    expect(problemsOf({ like: 'aws.s3.bucket-locked' })).toEqual([]);
  });

  it.each([
    [{ 'UCF-T-01': [2] }, 'UCF-T-01/2'],
    [{ 'UCF-T-02': [1] }, 'UCF-T-02/1'],
  ])('decides no element that the check does not: %j', (decides, name) => {
    expect(problemsOf({ like: 'aws.s3.bucket-locked', decides })).toEqual([
      `scanners/security-hub.yaml S3.99 decides ${name}, and aws.s3.bucket-locked does not`,
    ]);
  });

  it('may decide all that the check does: its passes show nothing', () => {
    expect(problemsOf({ like: 'aws.s3.bucket-locked', decides: { 'UCF-T-01': [1] } })).toEqual([]);
  });

  it('resembles no check that decides nothing', () => {
    expect(problemsOf({ like: 'aws.s3.bucket-locked' }, false)).toEqual([
      'scanners/security-hub.yaml S3.99 is like aws.s3.bucket-locked, which decides nothing: then it is that check',
    ]);
  });

  it('names a check that exists', () => {
    expect(problemsOf({ like: 'aws.s3.bucket-closed' })).toEqual([
      'scanners/security-hub.yaml S3.99 is like aws.s3.bucket-closed, which is no check',
    ]);
  });
});

describe('a family of rules', () => {
  it('names universal controls that exist', () => {
    expect(findingsOf(({ content }) => content.families.forEach((each) => each.supports.push('UCF-T-09')))).toEqual([
      'scanners/openscap.yaml linux.locks names UCF-T-09, which does not exist',
    ]);
  });

  it('decides in its parts elements of universal controls that exist', () => {
    const part = { id: 'some', pattern: '^lock_some', decides: { 'UCF-T-09': [1] } };
    expect(findingsOf(({ content }) => content.families.forEach((each) => each.parts.push(part)))).toEqual([
      'scanners/openscap.yaml linux.locks names UCF-T-09, which does not exist',
    ]);
  });
});

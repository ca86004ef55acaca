import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueOf, CONTENT_DIRECTORY, CONTROL_COUNT } from './shipped.js';

/** One fault: the text that is replaced in one file of the content, and what the refusal must name beside the file. */
const FAULTS: { fault: string; file: string; from: string | RegExp; to: string; names: string }[] = [
  {
    fault: 'a check that decides an unknown universal control',
    file: 'checks/aws/codebuild.yaml',
    from: 'UCF-AUT-04: [6]',
    to: 'UCF-CRY-99: [6]',
    names: 'UCF-CRY-99',
  },
  {
    fault: 'a check that supports an unknown universal control',
    file: 'checks/aws/codebuild.yaml',
    from: 'supports:\n      - UCF-IAM-11',
    to: 'supports:\n      - UCF-CRY-99',
    names: 'UCF-CRY-99',
  },
  {
    fault: 'a check that decides no element of a universal control',
    file: 'checks/aws/codebuild.yaml',
    from: 'UCF-AUT-04: [6]',
    to: 'UCF-AUT-04: []',
    names: 'decides',
  },
  {
    fault: 'a control twice in a framework',
    file: 'frameworks/soc2.yaml',
    from: 'control_id: CC1.2',
    to: 'control_id: CC1.1',
    names: 'CC1.1',
  },
  {
    fault: 'an unknown key in a control',
    file: 'frameworks/cmmc.yaml',
    from: 'level: 1',
    to: 'levels: 1',
    names: 'levels',
  },
  {
    fault: 'an unknown key in a check',
    file: 'checks/aws/efs.yaml',
    from: 'tier: 2',
    to: 'tier: 2\n    owner: me',
    names: 'owner',
  },
  {
    fault: 'a check that does not state its fault',
    file: 'checks/aws/efs.yaml',
    from: /\n    fault: .*/,
    to: '',
    names: 'fault',
  },
  {
    fault: 'a mapping to an unknown control',
    file: 'ucf/pay.yaml',
    from: 'control_id: 3.3.1.1',
    to: 'control_id: 3.3.1.9',
    names: '3.3.1.9',
  },
  {
    fault: 'a mapping that types its relationship',
    file: 'ucf/pay.yaml',
    from: 'asks_more: false',
    to: 'asks_more: false\n        relationship: equal',
    names: 'relationship',
  },
  {
    fault: 'a mapping that covers no element',
    file: 'ucf/pay.yaml',
    from: 'covers: [1]',
    to: 'covers: []',
    names: 'covers',
  },
  {
    fault: 'a mapping that does not say whether the control asks for more',
    file: 'ucf/pay.yaml',
    from: /        asks_more: .*\n/,
    to: '',
    names: 'asks_more',
  },
  {
    fault: 'a universal control without elements',
    file: 'ucf/pay.yaml',
    from: /    elements:\n(      - .*\n)+/,
    to: '',
    names: 'elements',
  },
  {
    fault: 'a control without a method',
    file: 'frameworks/soc2.yaml',
    from: /    method: .*\n/,
    to: '',
    names: 'method',
  },
  {
    fault: 'a method that does not exist',
    file: 'frameworks/soc2.yaml',
    from: /    method: .*\n/,
    to: '    method: guessed\n',
    names: 'method',
  },
  {
    fault: 'a universal control twice',
    file: 'ucf/pay.yaml',
    from: 'code: UCF-PAY-02',
    to: 'code: UCF-PAY-01',
    names: 'UCF-PAY-01',
  },
  {
    fault: 'a check twice, in two files',
    file: 'checks/aws/efs.yaml',
    from: /id: aws\.efs\.[\w-]+/,
    to: 'id: aws.ec2.ami-public',
    names: 'aws.ec2.ami-public',
  },
  {
    fault: 'a scanner’s rule for an unknown check',
    file: 'scanners/security-hub.yaml',
    from: 'check: aws.acm.certificates-expiration-check',
    to: 'check: aws.acm.no-such-check',
    names: 'aws.acm.no-such-check',
  },
  {
    fault: 'a control without an audit question',
    file: 'frameworks/soc2.yaml',
    from: /    audit_question: .*\n/,
    to: '',
    names: 'audit_question',
  },
  {
    fault: 'a universal control without example evidence',
    file: 'ucf/pay.yaml',
    from: /    example_evidence:\n(      - .*\n)+/,
    to: '',
    names: 'example_evidence',
  },
  {
    fault: 'a mapping without a rationale',
    file: 'ucf/pay.yaml',
    from: /        rationale: >-\n(          .*\n)+/,
    to: '',
    names: 'rationale',
  },
  {
    fault: 'a description of nothing but spaces',
    file: 'frameworks/soc2.yaml',
    from: /    description: >-\n(      .*\n)+/,
    to: "    description: '  '\n",
    names: 'description',
  },
  {
    fault: 'a step without a command, not even null',
    file: 'checks/aws/efs.yaml',
    from: /          command: null\n/,
    to: '',
    names: 'command',
  },
  {
    fault: 'a step without an instruction',
    file: 'checks/aws/efs.yaml',
    from: /          instruction: .*\n(            .*\n)*/,
    to: '',
    names: 'instruction',
  },
  {
    fault: 'an effort that does not exist',
    file: 'checks/aws/efs.yaml',
    from: /effort: \w+/,
    to: 'effort: some',
    names: 'effort',
  },
  {
    fault: 'a framework that declares no categories',
    file: 'frameworks/soc2.yaml',
    from: /categories:\n(  - .*\n)+/,
    to: '',
    names: 'categories',
  },
  {
    fault: 'a severity that does not exist',
    file: 'checks/aws/efs.yaml',
    from: 'severity: medium',
    to: 'severity: severe',
    names: 'severity',
  },
];

describe('content with a fault', () => {
  let directory = '';

  beforeAll(async () => {
    directory = await mkdtemp(join(process.env.TEST_DIRECTORY ?? tmpdir(), 'content-'));
    await cp(CONTENT_DIRECTORY, directory, { recursive: true });
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('is not what was copied: the copy loads', () => {
    expect(catalogueOf(directory).controls).toHaveLength(CONTROL_COUNT);
  });

  it.each(FAULTS)('$fault is refused, naming $file', async ({ file, from, to, names }) => {
    const path = join(directory, file);
    const good = await readFile(path, 'utf8');
    const broken = good.replace(from, to);
    expect(broken).not.toBe(good);
    await writeFile(path, broken);
    try {
      const load = () => catalogueOf(directory);
      expect(load).toThrow(file);
      expect(load).toThrow(names);
    } finally {
      await writeFile(path, good);
    }
  });

  it('a control without a universal control is refused, naming the control', async () => {
    const path = join(directory, 'frameworks/soc2.yaml');
    const good = await readFile(path, 'utf8');
    const entry =
      '  - control_id: CC1.99\n    title: T\n    category: C\n    method: manual\n    description: D\n    audit_question: Q\n    example_evidence: [E]\n';
    await writeFile(path, `${good.trimEnd()}\n${entry}`);
    expect(() => catalogueOf(directory)).toThrow('soc2 CC1.99');
    await writeFile(path, good);
  });
});

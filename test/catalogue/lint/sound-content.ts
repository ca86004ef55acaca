import { lintContent } from '../../../src/modules/catalogue/lint/lint.rules.js';
import type { Content } from '../../../src/modules/catalogue/content-shapes.js';

export type Control = Content['frameworks'][number]['controls'][number];
export type Check = Content['checkFiles'][number]['checks'][number];

/** The content of one test: two frameworks, two universal controls, a check and a family, with nothing wrong. */
export interface Sound {
  content: Content;
  soc2: Content['frameworks'][number];
  cmmc: Content['frameworks'][number];
  /** soc2 A1. */
  control: Control;
  domain: Content['domains'][number];
  /** UCF-T-01, equal to soc2 A1 and to the twins of cmmc. */
  universal: Content['domains'][number]['universal_controls'][number];
  checkFile: Content['checkFiles'][number];
  check: Check;
}

/** A fresh one, to break in one place. */
export function sound(): Sound {
  const control = entry(
    'A1',
    'Nobody leaves the site with a laptop that has not been encrypted first, because laptops are stolen from cars, trains and cafes every single day.',
  );
  const soc2 = framework('soc2', [
    control,
    entry(
      'A2',
      'Visitors are met at the door, sign the book and wear a badge, so that a stranger in a corridor is noticed before anything goes missing.',
    ),
  ]);
  const cmmc = framework('cmmc', [
    entry(
      'L1',
      'Small suppliers keep a list of everyone who holds a key to the workshop and collect the key on the last day that each person works there.',
      1,
      '48 CFR 52.204-21(b)(1)(i)',
    ),
    entry(
      'L2',
      'For controlled drawings the keys of the workshop are numbered, signed for and counted each quarter, and a lost one means new locks within a week.',
      2,
      'NIST SP 800-171 r2 3.1.1',
    ),
  ]);
  const universal = {
    code: 'UCF-T-01',
    title: 'First',
    description:
      'Somebody in charge decides who gets a key, writes it down, and has the keys of leavers back before their last pay is released to them.',
    elements: ['Keys are signed for.', 'Keys are counted.', 'Keys come back.'],
    keywords: [],
    audit_question: 'Which of the keys that were handed out last year can nobody find any more?',
    example_evidence: ['Key register', 'Signed receipts', 'Quarterly count'],
    mappings: [
      line(
        'soc2',
        'A1',
        'equal',
        'Laptops and keys are both things to be counted, and the counting is the whole of the one and of the other.',
      ),
      line(
        'cmmc',
        'L1',
        'equal',
        'A list of holders is wanted by each of the two, and neither goes on to say how often.',
      ),
      line(
        'cmmc',
        'L2',
        'equal',
        'Numbered keys that are counted each quarter are the whole of the one and of the other.',
      ),
    ],
  };
  const other = {
    code: 'UCF-T-02',
    title: 'Second',
    description:
      'Guests do not wander: a host stays with each of them from the gate to the gate, and a badge of another colour shows everyone who they are.',
    elements: ['Guests are met.', 'Guests are badged.', 'Guests are listed.'],
    keywords: [],
    audit_question: 'How would a colleague on the third floor tell a guest from a new employee?',
    example_evidence: ['Visitor book', 'Photo of the badges', 'Reception instructions'],
    mappings: [
      line(
        'soc2',
        'A2',
        'subset',
        'The book and the badge are shared, while the escort from gate to gate is found only here.',
      ),
    ],
  };
  const check: Check = {
    id: 'aws.s3.bucket-locked',
    title: 'The bucket is locked',
    fault: 'The bucket is open',
    severity: 'high',
    tier: 1,
    resource_type: 'AwsS3Bucket',
    decides: { 'UCF-T-01': [1] },
    supports: [],
    rules: { prowler: 's3_bucket_locked' },
    description: 'Passes where the lock of the bucket is on and its retention is a year or more for all objects.',
    rationale:
      'Someone with stolen rights deletes the backups first, and a lock is the one thing that stops them from it.',
    remediation: {
      summary: 'Switch the lock of the bucket on.',
      effort: 'low',
      steps: [
        { title: 'Turn it on', instruction: 'Open the bucket, choose its properties and set the lock.', command: null },
      ],
    },
    references: ['Locking objects with Object Lock'],
  };
  const domain = {
    code: 'T',
    name: 'Tests',
    description: 'Whatever has to do with keys, guests and other things that walk away.',
    universal_controls: [universal, other],
    file: 'ucf/t.yaml',
  };
  const checkFile = { provider: 'aws', service: 's3', checks: [check], file: 'checks/aws/s3.yaml' };
  const family = {
    id: 'linux.locks',
    title: 'Locks are in place',
    pattern: '^lock_',
    parts: [],
    severity: 'low' as const,
    decides: {},
    supports: ['UCF-T-02'],
    description: 'Looks for a lock file beside every service that may be started once only on a host.',
    remediation: {
      summary: 'Create what is missing and start again.',
      effort: 'low' as const,
      steps: [
        {
          title: 'Create the file',
          instruction: 'As root, touch the file that the service names.',
          command: 'touch <FILE>',
        },
      ],
    },
    file: 'scanners/openscap.yaml',
  };
  const content = {
    version: 'x',
    frameworks: [soc2, cmmc],
    domains: [domain],
    resourceFiles: [],
    checkFiles: [checkFile],
    rules: [],
    families: [family],
    translations: [],
  };
  return { content, soc2, cmmc, control, domain, universal, checkFile, check };
}

/** Makes soc2 A2 manual, beside another control of UCF-T-02, which asks for all of it and more, and is not. */
export function makeManual({ soc2, domain }: Sound): void {
  for (const each of soc2.controls) if (each.control_id === 'A2') each.method = 'manual';
  soc2.controls.push(
    entry(
      'A3',
      'Couriers hand parcels over at a counter with a camera above it, and the counter has no door to the rooms behind, whatever the parcel weighs.',
    ),
  );
  const rationale = 'Couriers are guests with parcels; the counter and its camera come on top of the list.';
  const wider = { ...line('soc2', 'A3', 'equal', rationale), asks_more: true };
  for (const each of domain.universal_controls) if (each.code === 'UCF-T-02') each.mappings.push(wider);
}

/** The findings of a sound content that `breaking` broke, each as `file id problem`. */
export function findingsOf(breaking: (content: Sound) => void): string[] {
  const made = sound();
  breaking(made);
  return lintContent(made.content).map(({ file, id, problem }) => `${file} ${id} ${problem}`);
}

/** A mapping to a universal control of three elements. */
export function line(framework: string, controlId: string, relationship: 'equal' | 'subset', rationale: string) {
  const covers = relationship === 'equal' ? [1, 2, 3] : [2];
  return { framework, control_id: controlId, covers, asks_more: false, corroborations: 0, rationale };
}

function framework(slug: string, controls: Control[]): Content['frameworks'][number] {
  const about: Record<string, string> = {
    soc2: 'Twenty words at least have to be said about a framework, so that a reader who has never met it knows what it is for.',
    cmmc: 'Contractors show with it that what their customer gives them is kept safe, at one of three levels that build on each other.',
  };
  return {
    slug,
    name: slug,
    version: '1',
    description: about[slug] ?? '',
    categories: ['Doors'],
    attributes: [],
    controls,
    file: `frameworks/${slug}.yaml`,
  };
}

function entry(id: string, description: string, level?: number, source?: string): Control {
  return {
    control_id: id,
    title: `Title ${id}`,
    category: 'Doors',
    method: 'hybrid',
    description,
    audit_question: `For ${id}, who forgot about it, and what came of that?`,
    example_evidence: ['Report of the last count', 'Photo of the cabinet', 'Minutes of the meeting'],
    ...(level === undefined ? {} : { level }),
    ...(source === undefined ? {} : { source_requirement: source }),
  };
}

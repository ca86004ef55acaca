/** Something that somebody in the demo organization took on. */
export interface DemoWork {
  by: 'admin' | 'member';
  title: string;
  /** What it is about: a check, or a control by its framework and code. */
  subject: { checkId: string } | { control: readonly [framework: string, code: string] };
  /** The scan of that day, counted from 0. */
  afterScan: number;
  /** Days from then to the due day. */
  dueIn: number;
  isStarted: boolean;
}

/** Work that is not done when the history ends: one item is overdue by then. */
export const WORK: readonly DemoWork[] = [
  {
    by: 'admin',
    title: 'Turn on mailbox auditing for the whole organization',
    subject: { checkId: 'm365.exchange.organization-mailbox-auditing-enabled' },
    afterScan: 2,
    dueIn: 21,
    isStarted: true,
  },
  {
    by: 'member',
    title: 'Get the examination of the billing clearing house',
    subject: { control: ['soc2', 'CC9.2'] },
    afterScan: 5,
    dueIn: 45,
    isStarted: true,
  },
  {
    by: 'member',
    title: 'Close the gap in the visitors’ log of the Leipzig clinic',
    subject: { control: ['soc2', 'CC6.4'] },
    afterScan: 8,
    dueIn: 30,
    isStarted: false,
  },
];

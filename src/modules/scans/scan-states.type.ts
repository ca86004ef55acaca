import { registerEnumType } from 'type-graphql';
import { SCAN_TRIGGERS } from './scan-states.js';

export const ScanStatusEnum = {
  queued: 'queued',
  running: 'running',
  completed: 'completed',
  failed: 'failed',
} as const;
registerEnumType(ScanStatusEnum, {
  name: 'ScanStatus',
  description: 'State of a scan job.',
  valuesConfig: {
    queued: { description: 'Waits for a worker.' },
    running: { description: 'A worker reads and evaluates.' },
    completed: { description: 'Its results are stored and decided.' },
    failed: { description: 'It ended before its results were complete; `failureReason` says why.' },
  },
});

export const ResultStatusEnum = { pass: 'pass', fail: 'fail', not_applicable: 'not_applicable' } as const;
registerEnumType(ResultStatusEnum, {
  name: 'ScanResultStatus',
  description: 'Result of a control; `not-applicable` in REST.',
  valuesConfig: {
    pass: { description: 'Nothing that decides the control fails, and something passes.' },
    fail: { description: 'Something that decides the control fails.' },
    not_applicable: { description: 'Nothing in the scan decides the control.' },
  },
});

export const ScanTriggerEnum = Object.fromEntries(SCAN_TRIGGERS.map((trigger) => [trigger, trigger]));
registerEnumType(ScanTriggerEnum, {
  name: 'ScanTrigger',
  description: 'Cause of a scan.',
  valuesConfig: {
    manual: { description: 'A person or a program asked for it.' },
    schedule: { description: 'It was due.' },
    import: { description: 'A report was uploaded.' },
  },
});

import { expect, it } from 'vitest';
import {
  codedReason,
  IN_SCOPE_AGAIN,
  STATUS_REASONS,
  type StatusReason,
} from '../../src/modules/posture/status-reason.rules.js';

const CODES = (Object.keys(STATUS_REASONS) as StatusReason[]).filter((code) => code !== 'out_of_scope');

it.each(CODES)('reads the code %s from its sentence, also where a control is in scope again', (code) => {
  const words = STATUS_REASONS[code];
  expect(codedReason(words)).toEqual({ reasonCode: code, reasonDetail: null });
  expect(codedReason(`${IN_SCOPE_AGAIN}${words}`)).toEqual({ reasonCode: code, reasonDetail: null });
});

it('keeps what an organization wrote apart from the code', () => {
  expect(codedReason('out of scope: In scope again: never.')).toEqual({
    reasonCode: 'out_of_scope',
    reasonDetail: 'In scope again: never.',
  });
});

it('has no code for a sentence that is none of ours', () => {
  expect(codedReason('assessed as excellent')).toEqual({ reasonCode: null, reasonDetail: null });
});

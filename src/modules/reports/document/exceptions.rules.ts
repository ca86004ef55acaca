import type { CommonContent } from '../content/content.type.js';
import type { Section } from './document.js';
import { column } from './shared.rules.js';
import { counted } from './words.rules.js';

/** The exceptions in force, which every report lists. */
export function exceptionSection({ exceptions }: CommonContent): Section {
  return {
    title: 'Exceptions',
    intro:
      exceptions.length === 0
        ? 'No failing finding is accepted.'
        : `${counted(exceptions.length, 'exception')} in force: the failing findings that they cover count like no result.`,
    blocks: [
      {
        kind: 'table',
        only: 'paper',
        table: {
          title: 'Exceptions on paper',
          columns: [
            column('control_ids', 'Controls', 'code', 14),
            column('check', 'Check', 'text', 30),
            column('resource', 'Resource', 'code', 28),
            column('reason', 'Reason', 'text', 34),
            column('approved_by', 'Approved by', 'text', 14),
            column('expires_on', 'Until', 'day', 12),
          ],
          rows: exceptions.map((each) => [
            each.control_ids.join(', '),
            each.check,
            each.resource,
            each.reason,
            each.approved_by,
            new Date(each.expires_on),
          ]),
          empty: 'No failing finding is accepted.',
        },
      },
      {
        kind: 'table',
        only: 'sheet',
        table: {
          title: 'Exceptions',
          columns: [
            column('control_ids', 'Controls', 'code', 20),
            column('check', 'Check', 'text', 40),
            column('rule_id', 'Rule', 'code', 40),
            column('resource', 'Resource', 'code', 44),
            column('resources', 'Resources covered', 'integer', 11),
            column('reason', 'Reason', 'text', 50),
            column('compensating_measure', 'Compensating measure', 'text', 50),
            column('owner', 'Owner', 'text', 22),
            column('approved_by', 'Approved by', 'text', 22),
            column('approved_at', 'Approved', 'moment', 20),
            column('expires_on', 'Until', 'day', 12),
          ],
          rows: exceptions.map((each) => [
            each.control_ids.join(', '),
            each.check,
            each.rule_id,
            each.resource,
            each.resources,
            each.reason,
            each.compensating_measure,
            each.owner,
            each.approved_by,
            new Date(each.approved_at),
            new Date(each.expires_on),
          ]),
          empty: 'No failing finding is accepted.',
        },
      },
    ],
  };
}

/** Number of exceptions in force by the id of the control. */
export function exceptionCounts({ control_status }: CommonContent): ReadonlyMap<string, number> {
  return new Map(control_status.map(({ control_id, exceptions }) => [control_id, exceptions]));
}

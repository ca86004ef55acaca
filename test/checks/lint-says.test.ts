import { describe, expect, it } from 'vitest';
import { lintSays } from '../../src/modules/checks/lint-says.rules.js';
import type { ResourceShape } from '../../src/modules/catalogue/resource-shapes.js';
import { sound, type Check } from '../catalogue/lint/sound-content.js';

type Logic = NonNullable<Check['logic']>;

const VAULT: ResourceShape = {
  type: 'Vault',
  title: 'Vault',
  description: 'A vault.',
  properties: {
    lock_enabled: { type: 'boolean' },
    has_alarm: { type: 'boolean', nullable: true },
    cabinet: {
      type: 'object',
      nullable: true,
      properties: { is_open: { type: 'boolean' }, guards: { type: 'list', of: { type: 'string' }, nullable: true } },
    },
    shelves: { type: 'list', of: { type: 'object', properties: { is_full: { type: 'boolean' } } } },
    switches: { type: 'map', of: { type: 'boolean' } },
    keys: { type: 'number', nullable: true },
    log_level: { type: 'string', setting: true },
  },
  example: {},
};
const GUARD: ResourceShape = { ...VAULT, type: 'Guard', properties: { is_awake: { type: 'boolean' } } };

/** The findings of a content whose one check has that logic. */
function findingsOf(logic: Partial<Logic>) {
  const { content, check, checkFile } = sound();
  check.logic = { on: 'Vault', passes: 'true', says: { pass: 'It is shut.', fail: 'It is open.' }, ...logic };
  content.resourceFiles = [
    { provider: 'aws', service: 's3', resources: [VAULT, GUARD], file: 'resources/aws/s3.yaml' },
  ];
  return lintSays({ ...content, checkFiles: [checkFile] });
}

/** What is wrong with that sentence about a vault. */
function problemsOf(sentence: string): string[] {
  return findingsOf({ says: { pass: 'It is shut.', fail: sentence } }).map(({ problem }) => problem);
}

describe('a text about a resource', () => {
  it.each([
    'resource.lock_enabled',
    'resource.has_alarm',
    'resource.cabinet.is_open',
    '!resource.lock_enabled',
    'resource.keys > 1',
    'resource.keys == null',
    'resource.cabinet.guards == null',
    'resource.cabinet == null ? false : resource.cabinet.is_open',
    'resource.shelves.map(shelf, shelf.is_full)',
    'resource.switches',
    "'its lock: ' + string(resource.lock_enabled)",
  ])('does not print true or false: {%s}', (expression) => {
    expect(problemsOf(`The vault is open: {${expression}}.`)).toEqual([
      `says.fail prints true or false: {${expression}}`,
    ]);
  });

  it.each([
    ['The vault is open: lock_enabled is off.', 'lock_enabled'],
    ['The vault is open: LockEnabled is off.', 'LockEnabled'],
    ['The vault is open: lockEnabled is off.', 'lockEnabled'],
    ['The vault is open, as is_open of its cabinet says.', 'is_open'],
    ['Some shelf is_full.', 'is_full'],
    ["The vault {resource.keys == null ? 'has_alarm' : 'has no key'}.", 'has_alarm'],
  ])('does not print the name of a property: %s', (sentence, name) => {
    expect(problemsOf(sentence)).toEqual([`says.fail prints the name of a property: ${name}`]);
  });

  it.each([
    "The lock of {name} is {resource.lock_enabled ? 'on' : 'off'}.",
    "The alarm of {name} is {resource.has_alarm == null ? 'not known' : resource.has_alarm ? 'on' : 'off'}.",
    "The guards of {name} are {resource.cabinet == null || resource.cabinet.guards == null ? 'not known' : 'known'}.",
    'Vault {name} has {resource.keys} keys, {string(resource.keys)} in words.',
    'Full shelves: {resource.shelves.filter(shelf, shelf.is_full).size()}.',
    "It has: {[resource.lock_enabled ? 'a lock' : '', 'a cabinet'].filter(each, each != '')}.",
    'The log_level of the vault is {resource.log_level}.',
    'Whether anybody is_awake is a matter of guards, who use GitHub.',
    'Its keys, switches and cabinet are as they were.',
  ])('may be: %s', (sentence) => {
    expect(problemsOf(sentence)).toEqual([]);
  });

  it('is named with file, check and place, whichever of the texts of a check it is', () => {
    const population = { on: 'Guard', whole: 'true', says: 'A guard sleeps: {resource.is_awake}.' };
    const says = { pass: 'Locked: {resource.lock_enabled}.', fail: 'Alarm: {resource.has_alarm}.' };
    const place = { file: 'checks/aws/s3.yaml', id: 'aws.s3.bucket-locked' };
    expect(findingsOf({ says, population })).toEqual([
      { ...place, problem: 'says.pass prints true or false: {resource.lock_enabled}' },
      { ...place, problem: 'says.fail prints true or false: {resource.has_alarm}' },
      { ...place, problem: 'population.says prints true or false: {resource.is_awake}' },
    ]);
  });
});

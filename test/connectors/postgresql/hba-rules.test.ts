import { describe, expect, it } from 'vitest';
import { hbaProperties, type HbaRow } from '../../../src/connectors/postgresql/hba.rules.js';
import { listeningOn, type Listening } from '../../../src/connectors/postgresql/listening.rules.js';

/** A line as it stands in the file: type, databases, roles, address and method. */
function row(line: string, place: number): HbaRow {
  const [type = '', databases = '', roles = '', ...rest] = line.split(' ');
  const [address = null, method = ''] = type === 'local' ? [null, rest[0]] : rest;
  const [host = null, mask = null] = address?.split('/') ?? [];
  return {
    line_number: place + 1,
    type,
    database: databases.split(','),
    user_name: roles.split(','),
    address: host,
    netmask: mask,
    auth_method: method,
    error: null,
    needs_certificate: false,
  };
}

/** What is left to each line: nothing, connections of the machine, those of the network, and whether these may be in clear. */
function left(lines: readonly string[], listening: Listening = 'network'): string[] {
  return hbaProperties(lines.map(row), listening).map(({ is_in_force, is_for_network, admits_unencrypted }) => {
    if (is_in_force !== true) return 'nothing';
    if (is_for_network !== true) return 'machine';
    return admits_unencrypted === true ? 'network, clear' : 'network';
  });
}

describe('the lines of pg_hba.conf, of which the first that matches decides', () => {
  it.each<[string, string[], string[]]>([
    [
      'leave nothing to a line for a part of what an earlier one is for',
      ['hostssl all all 10.0.0.0/255.0.0.0 cert', 'hostssl shop app 10.20.0.0/255.255.0.0 trust'],
      ['network', 'nothing'],
    ],
    [
      'leave the rest to a line for more addresses',
      ['host all all 10.20.0.0/255.255.0.0 reject', 'host all all 10.0.0.0/255.0.0.0 trust'],
      ['network, clear', 'network, clear'],
    ],
    [
      'leave nothing where several together hold all addresses',
      ['host all all 0.0.0.0/0.0.0.0 reject', 'host all all ::/:: reject', 'host all all all trust'],
      ['network, clear', 'network, clear', 'nothing'],
    ],
    [
      'leave encrypted connections alone where an earlier one rejects the others',
      ['hostnossl all all all reject', 'host all all 10.0.0.0/255.0.0.0 scram-sha-256'],
      ['network, clear', 'network'],
    ],
    [
      'leave what an earlier one for other roles or databases does not match',
      ['host shop all all reject', 'host all app all reject', 'host all all all trust'],
      ['network, clear', 'network, clear', 'network, clear'],
    ],
    [
      'leave replication, which is of no database',
      ['host all all all reject', 'host replication all all trust'],
      ['network, clear', 'network, clear'],
    ],
    [
      'leave names to the first line with the name',
      ['host all all .example.com md5', 'host all all .example.com trust'],
      ['network, clear', 'nothing'],
    ],
    ['take sockets for the machine', ['local all all peer', 'local shop all trust'], ['machine', 'nothing']],
    [
      'take its own addresses for the machine',
      [
        'host all all 127.0.0.1/255.255.255.255 trust',
        'host all all ::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff trust',
        'host all all samehost trust',
      ],
      ['machine', 'machine', 'machine'],
    ],
    [
      'take the rest of all addresses for the network',
      ['host all all 127.0.0.1/255.0.0.0 md5', 'host all all all trust'],
      ['machine', 'network, clear'],
    ],
  ])('%s', (_title, lines, expected) => {
    expect(left(lines)).toEqual(expected);
  });

  it('are for the machine alone where the server listens there alone, and but for sockets not in force where it listens nowhere', () => {
    const lines = ['local all all peer', 'host all all all trust'];
    expect(left(lines, 'machine')).toEqual(['machine', 'machine']);
    expect(left(lines, 'nowhere')).toEqual(['machine', 'nothing']);
  });

  it('are not overruled by a line that the server cannot read', () => {
    const rows = ['host all all all reject', 'host all all all trust'].map(row);
    const broken = rows.map((each, place) => (place === 0 ? { ...each, error: 'invalid' } : each));
    expect(hbaProperties(broken, 'network')[1]).toMatchObject({ is_for_network: true });
  });
});

describe('listen_addresses', () => {
  it.each<[string[], Listening]>([
    [[], 'nowhere'],
    [['localhost'], 'machine'],
    [['127.0.0.1', '::1'], 'machine'],
    [['localhost', '10.20.0.4'], 'network'],
    [['*'], 'network'],
    [['db.internal'], 'network'],
  ])('%j reaches to %s', (addresses, expected) => {
    expect(listeningOn(addresses)).toBe(expected);
  });
});

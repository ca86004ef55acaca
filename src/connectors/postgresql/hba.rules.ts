import ipaddr from 'ipaddr.js';

/** A row of pg_hba_file_rules, as far as it is read. Options are not: they may hold passwords. */
export interface HbaRow {
  line_number: number;
  type: string | null;
  database: string[] | null;
  user_name: string[] | null;
  address: string | null;
  netmask: string | null;
  auth_method: string | null;
  error: string | null;
  /** From version 16 on. */
  file_name?: string | null | undefined;
}

const OWN_MACHINE = ['samehost', 'localhost'];

/** The properties of a `PostgresHbaRule`. */
export function hbaProperties(row: HbaRow): Record<string, unknown> {
  const prefix = prefixLength(row.netmask);
  return {
    line: row.line_number,
    connection_type: row.type,
    databases: row.database ?? [],
    users: row.user_name ?? [],
    address: row.address,
    prefix_length: prefix,
    is_world: row.address === 'all' || prefix === 0,
    is_loopback: isLoopback(row.address, prefix),
    method: row.auth_method,
    // The server quotes the line, which may have a password in its options.
    error: row.error === null ? null : 'The server cannot read this line.',
  };
}

function prefixLength(netmask: string | null): number | null {
  return netmask !== null && ipaddr.isValid(netmask) ? ipaddr.parse(netmask).prefixLengthFromSubnetMask() : null;
}

function isLoopback(address: string | null, prefix: number | null): boolean {
  if (address === null) return false;
  if (OWN_MACHINE.includes(address)) return true;
  if (prefix === null || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'loopback' && prefix >= (parsed.kind() === 'ipv4' ? 8 : 128);
}

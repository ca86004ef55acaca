import ipaddr from 'ipaddr.js';
import { addressSet, isInternet } from '../address-set.rules.js';

/** Columns of pg_hba_file_rules that are read. Not the options, which may hold passwords. */
export interface HbaRow {
  line_number: number;
  type: string | null;
  database: string[] | null;
  user_name: string[] | null;
  address: string | null;
  netmask: string | null;
  auth_method: string | null;
  error: string | null;
  /** Present from version 16 on. */
  file_name?: string | null | undefined;
}

const LOCAL_HOSTS = ['samehost', 'localhost'];

/** Properties of a `PostgresHbaRule`. */
export function hbaProperties(row: HbaRow): Record<string, unknown> {
  const prefix = prefixLength(row.netmask);
  return {
    line: row.line_number,
    connection_type: row.type,
    databases: row.database ?? [],
    users: row.user_name ?? [],
    address: row.address,
    prefix_length: prefix,
    is_world: row.address === 'all' || isInternet(addressSet([`${row.address ?? ''}/${String(prefix)}`])),
    is_loopback: isLoopback(row.address, prefix),
    method: row.auth_method,
    // The server quotes the line, whose options may hold a password.
    error: row.error === null ? null : 'The server cannot read this line.',
  };
}

function prefixLength(netmask: string | null): number | null {
  return netmask !== null && ipaddr.isValid(netmask) ? ipaddr.parse(netmask).prefixLengthFromSubnetMask() : null;
}

function isLoopback(address: string | null, prefix: number | null): boolean {
  if (address === null) return false;
  if (LOCAL_HOSTS.includes(address)) return true;
  if (prefix === null || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'loopback' && prefix >= (parsed.kind() === 'ipv4' ? 8 : 128);
}

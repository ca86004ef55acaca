const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An account as lists show it: the first part of one that is a GUID, by which it differs from the others; the page of a resource has it whole. */
export function shortAccount(account: string): string {
  return GUID.test(account) ? `${account.slice(0, 8)}…` : account;
}

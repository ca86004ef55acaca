import { createHash } from 'node:crypto';

/** What a numbered id names; its code is part of the id. */
const KINDS = { resource: 1, finding: 2 } as const;
export type NumberedKind = keyof typeof KINDS;

/** Numbers of a finding in its tenant; of a resource the others are 0. */
export interface Numbers {
  resourceNo: number;
  checkNo: number;
  copyNo: number;
}

const CHECK_BITS = 25n;
const COPY_BITS = 26n;
const OWNER_DIGITS = 9;
const SHAPE = /^([0-9a-f]{9})([0-9a-f])([0-9a-f]{2})8([0-9a-f]{3})([89ab][0-9a-f]{15})$/;

/**
 * The id of a resource or finding: a UUID of version 8 (RFC 9562, section 5.8) made of the kind, the numbers and 36 bits of a hash of
 * the tenant, so that it needs neither column nor index, and that of one tenant is unknown to every other.
 */
export function numberedId(tenantId: string, kind: NumberedKind, { resourceNo, checkNo, copyNo }: Numbers): string {
  const numbers = (((BigInt(resourceNo) << CHECK_BITS) | BigInt(checkNo)) << COPY_BITS) | BigInt(copyNo);
  const low = (numbers & ((1n << 62n) - 1n)) | (1n << 63n);
  const high = (numbers >> 62n).toString(16).padStart(5, '0');
  const head = `${ownerOf(tenantId)}${KINDS[kind].toString(16)}${high.slice(0, 2)}8${high.slice(2)}`;
  const hex = head + low.toString(16).padStart(16, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The numbers of an id; null for one of another tenant or kind, and for any other text. */
export function numbersOf(tenantId: string, kind: NumberedKind, id: string): Numbers | null {
  const [, owner, code, first, second, last] = SHAPE.exec(id.toLowerCase().replaceAll('-', '')) ?? [];
  if (owner !== ownerOf(tenantId) || code !== KINDS[kind].toString(16)) return null;
  const low = BigInt(`0x${last ?? ''}`) & ((1n << 62n) - 1n);
  const numbers = (BigInt(`0x${first ?? ''}${second ?? ''}`) << 62n) | low;
  return {
    resourceNo: Number(numbers >> (CHECK_BITS + COPY_BITS)),
    checkNo: Number((numbers >> COPY_BITS) & ((1n << CHECK_BITS) - 1n)),
    copyNo: Number(numbers & ((1n << COPY_BITS) - 1n)),
  };
}

function ownerOf(tenantId: string): string {
  return createHash('sha256').update(tenantId).digest('hex').slice(0, OWNER_DIGITS);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { METADATA_ADDRESSES } from '../../src/platform/safe-fetch/address.rules.js';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

interface Values {
  networkPolicy: { outsideExcept: string[]; outsideExceptV6: string[] };
}

const { networkPolicy } = load(
  readFileSync(join(SOURCE_ROOT, '../deploy/helm/crosswalk/values.yaml'), 'utf8'),
) as Values;
const excepted = [...networkPolicy.outsideExcept, ...networkPolicy.outsideExceptV6].map((block) =>
  ipaddr.parseCIDR(block),
);

describe('the egress of the Helm chart', () => {
  it.each(METADATA_ADDRESSES)('does not reach %s, which the service refuses too', (address) => {
    const parsed = ipaddr.parse(address);
    expect(excepted.some((block) => parsed.kind() === block[0].kind() && parsed.match(block))).toBe(true);
  });
});

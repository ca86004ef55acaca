import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'aws-endpoint-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

const EMULATOR = { DATA_DIR, AWS_INTEGRATION_ENDPOINT: 'http://localhost:5000' };

describe('an emulator in place of AWS', () => {
  it('is refused when integrations may not use private addresses', () => {
    expect(() => readConfig(EMULATOR)).toThrow('AWS_INTEGRATION_ENDPOINT: is for emulators');
  });

  it('is used when they may', () => {
    const { aws } = readConfig({ ...EMULATOR, INTEGRATION_ALLOW_PRIVATE: 'on' });
    expect(aws).toEqual({ endpoint: 'http://localhost:5000', lendsOwnCredentials: false, principal: null });
  });

  it.each(['http://127.0.0.1:5000', 'http://[::1]:5000'])('is refused with an invalid URL: %s', (endpoint) => {
    const settings = { ...EMULATOR, AWS_INTEGRATION_ENDPOINT: endpoint, INTEGRATION_ALLOW_PRIVATE: 'on' };
    expect(() => readConfig(settings)).toThrow('AWS_INTEGRATION_ENDPOINT: needs a name');
  });

  it('takes the ARN of a user or role as the principal of the service, and nothing else', () => {
    const of = (principal: string) => readConfig({ DATA_DIR, AWS_INTEGRATION_PRINCIPAL: principal }).aws.principal;
    expect(of('arn:aws:iam::111122223333:role/crosswalk')).toBe('arn:aws:iam::111122223333:role/crosswalk');
    expect(() => of('crosswalk')).toThrow('AWS_INTEGRATION_PRINCIPAL: has to be the ARN');
  });

  it("is off by default, as is the use of the service's own credentials", () => {
    expect(readConfig({ DATA_DIR }).aws).toEqual({ endpoint: null, lendsOwnCredentials: false, principal: null });
  });
});

import { describe, expect, it } from 'vitest';
import { commandOf } from '../../src/dashboard/app/pages/settings/leaving.rules.js';

const ORGANIZATION = { tenantId: '6e590fbf-c29c-4d8f-bae9-6e6b8bb9e041', name: "O'Neill & Sons" };

describe('the command of an operator', () => {
  it('exports the organization into a file of its id', () => {
    expect(commandOf('export', ORGANIZATION)).toBe(
      'npm run cli -- tenant export --tenant 6e590fbf-c29c-4d8f-bae9-6e6b8bb9e041 6e590fbf-c29c-4d8f-bae9-6e6b8bb9e041.tar.gz',
    );
  });

  it('suspends the organization before it deletes it, with the name quoted for a shell', () => {
    expect(commandOf('delete', ORGANIZATION).split('\n')).toEqual([
      "npm run cli -- tenant suspend --tenant 6e590fbf-c29c-4d8f-bae9-6e6b8bb9e041 --reason 'It leaves'",
      String.raw`npm run cli -- tenant delete --tenant 6e590fbf-c29c-4d8f-bae9-6e6b8bb9e041 --name 'O'\''Neill & Sons'`,
    ]);
  });
});

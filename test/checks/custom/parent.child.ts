import { Sandbox } from '../../../src/modules/custom-checks/sandbox.js';

/** Starts a sandbox, prints its process id, and waits to be killed. */
const logic = { passes: 'true', says: { pass: 'Fine.', fail: 'Not so.' } };
const sandbox = new Sandbox([{ id: 'harmless', resourceType: 'Thing', logic }]);
await sandbox.evaluate([{ type: 'Thing', id: '1', name: '1', region: null, account: 'a', properties: {} }]);
process.stdout.write(`${String(sandbox.pid)}\n`);

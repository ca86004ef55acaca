import { Pool } from 'pg';
import { Jobs } from '../../src/platform/jobs/jobs.js';
import { createLog } from '../../src/platform/log.js';

/** Worker process whose job `effect` inserts a row for each run, until it is stopped. */
const [serviceUrl = '', mongodbUrl = '', effectsUrl = ''] = process.argv.slice(2);
const effects = new Pool({ connectionString: effectsUrl });
const log = createLog(process.env.TEST_LOG ?? 'silent');
const jobs = new Jobs({ url: serviceUrl, mongodbUrl: mongodbUrl || null, log, pollEveryMs: 50 });
jobs.define<{ number: number }>({
  name: 'effect',
  concurrency: 5,
  run: async ({ number }) => {
    await effects.query('insert into effects (number, pid) values ($1, $2)', [number, process.pid]);
  },
});
await jobs.start();
process.send?.('started');
process.once('SIGTERM', () => {
  void jobs
    .stop()
    .then(() => effects.end())
    .then(() => process.exit(0));
});

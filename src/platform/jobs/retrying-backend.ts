import type { AgendaBackend, JobRepository } from 'agenda';
import { SECOND, type Clock } from '../clock.js';
import type { Log } from '../log.js';
import type { JobStore } from './job-store.js';

const RETRY_MS = SECOND;

/**
 * The backend of a store that may be away. Agenda connects once, and gives locks back, without looking at the outcome: a failure
 * would be a rejection that nobody handles, which ends the process. Here connecting goes on until it succeeds or `stopped`,
 * and a lock that cannot be given back is left to run out.
 */
export function patient(
  store: JobStore,
  { clock, log, stopped }: { clock: Clock; log: Log; stopped: AbortSignal },
): AgendaBackend {
  const { backend } = store;
  return {
    name: backend.name,
    repository: forgiving(backend.repository, log),
    notificationChannel: backend.notificationChannel,
    // Who opened the store closes it.
    ownsConnection: false,
    disconnect: () => backend.disconnect(),
    connect: async () => {
      for (;;) {
        try {
          await store.connect();
          await backend.connect();
          return;
        } catch (err) {
          if (stopped.aborted) return;
          log.warn({ err }, 'cannot reach the job store yet');
          await clock.sleep(RETRY_MS, stopped);
        }
      }
    },
  };
}

function forgiving(repository: JobRepository, log: Log): JobRepository {
  const unlockJob: JobRepository['unlockJob'] = async (job) => {
    try {
      await repository.unlockJob(job);
    } catch (err) {
      log.warn({ err, job: job.name }, 'cannot give a job back; its lock runs out');
    }
  };
  return new Proxy(repository, {
    get(target, name) {
      if (name === 'unlockJob') return unlockJob;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

import type { AgendaBackend, JobRepository } from 'agenda';
import { SECOND, type Clock } from '../clock.js';
import type { Log } from '../log.js';
import type { JobStore } from './job-store.js';

const RETRY_MS = SECOND;

/**
 * The backend of a store that may be unavailable. Agenda connects once, and unlocks jobs, without looking at the outcome: a
 * failure would be an unhandled rejection, which ends the process. Here connecting is retried until it succeeds or `stopped`
 * aborts, and a lock that cannot be released is left to expire.
 */
export function retryingBackend(
  store: JobStore,
  { clock, log, stopped }: { clock: Clock; log: Log; stopped: AbortSignal },
): AgendaBackend {
  const { backend } = store;
  return {
    name: backend.name,
    repository: tolerantOfUnlock(backend.repository, log),
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

function tolerantOfUnlock(repository: JobRepository, log: Log): JobRepository {
  const unlockJob: JobRepository['unlockJob'] = async (job) => {
    try {
      await repository.unlockJob(job);
    } catch (err) {
      log.warn({ err, job: job.name }, 'cannot unlock a job; its lock expires');
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

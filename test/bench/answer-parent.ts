import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';

/** Resources that a measured process has used since its start. */
export interface Usage {
  /** User and system time of all its threads. Milliseconds. */
  cpuMs: number;
  rssBytes: number;
}

/** A request of the parent, with its response. */
export interface Ask {
  no: number;
  what: string;
  argument: unknown;
}
export type Reply = { no: number; value: unknown } | { no: number; problem: string };

type Handlers = Record<string, (argument: never) => unknown>;

/**
 * Serves requests of the parent process by name: `handlers`, and beside them `usage`, `startProfile` and `stopProfile`.
 * The process ends when its parent does.
 */
export function answerParent(handlers: Handlers): void {
  const known = new Map<string, (argument: never) => unknown>(Object.entries({ usage, ...profiling(), ...handlers }));
  const answer = async ({ no, what, argument }: Ask): Promise<Reply> => {
    try {
      return { no, value: (await known.get(what)?.(argument as never)) ?? null };
    } catch (err) {
      return { no, problem: err instanceof Error ? (err.stack ?? err.message) : String(err) };
    }
  };
  process.on('message', (ask: Ask) => void answer(ask).then((reply) => process.send?.(reply)));
  process.on('disconnect', () => process.exit());
  // An interrupt of the terminal reaches the whole group: the parent ends us when it has cleaned up.
  process.on('SIGINT', () => undefined);
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, rssBytes: process.memoryUsage.rss() };
}

function profiling() {
  const session = new Session();
  return {
    startProfile: async () => {
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: 200 });
      await session.post('Profiler.start');
    },
    stopProfile: async (file: string) => {
      const { profile } = await session.post('Profiler.stop');
      session.disconnect();
      await writeFile(file, JSON.stringify(profile));
    },
  };
}

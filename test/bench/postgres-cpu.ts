import { readFile } from 'node:fs/promises';

/** Unit of CPU times in Linux, whatever the tick of the kernel. Milliseconds. */
const TICK_MS = 10;

/** CPU time of all current and former processes of a postmaster, without its own. Milliseconds. */
export async function postgresCpuMs(postmasterPid: number): Promise<number> {
  const children = await readFile(`/proc/${postmasterPid}/task/${postmasterPid}/children`, 'utf8');
  const alive = await Promise.all(children.trim().split(' ').map(times));
  const { ofEnded } = await times(String(postmasterPid));
  return alive.reduce((sum, { own }) => sum + own, ofEnded);
}

/** CPU time of a process and its ended children; zero for a process that has ended. See proc(5). */
async function times(pid: string): Promise<{ own: number; ofEnded: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Behind the name, which may hold anything: utime, stime, cutime and cstime are the 12th to the 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  return {
    own: ((user ?? 0) + (system ?? 0)) * TICK_MS,
    ofEnded: ((endedUser ?? 0) + (endedSystem ?? 0)) * TICK_MS,
  };
}

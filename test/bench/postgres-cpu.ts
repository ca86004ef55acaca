import { readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, whatever the kernel's own tick. */
const TICK_MS = 10;

/** CPU time of all processes that a postmaster has and had, without its own. Milliseconds. */
export async function postgresCpuMs(postmasterPid: number): Promise<number> {
  const children = await readFile(`/proc/${postmasterPid}/task/${postmasterPid}/children`, 'utf8');
  const alive = await Promise.all(children.trim().split(' ').map(times));
  const { ofEnded } = await times(String(postmasterPid));
  return alive.reduce((sum, { own }) => sum + own, ofEnded);
}

/** Time of a process, and of its children that have ended; zero where it has ended itself. See proc(5). */
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

import type { ChildProcess } from 'node:child_process';

const START_TIMEOUT_MS = 90_000;

/**
 * Address that a service process prints when it is ready.
 * @throws {Error} with its output, when it ends or is not ready in time
 */
export function announcedAddress(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let printed = '';
  const look = (data: Buffer) => {
    printed += data.toString();
    const [, address] = /^ {2}Listens on +(\S+)$/m.exec(printed) ?? [];
    if (address !== undefined) resolve(address);
  };
  const end = (code: number | null, signal: string | null) => {
    reject(new Error(`the service ended with ${code ?? signal}:\n${printed}`));
  };
  const late = setTimeout(() => {
    reject(new Error(`the service was not ready in time:\n${printed}`));
  }, START_TIMEOUT_MS);
  child.stdout?.on('data', look);
  child.stderr?.on('data', look);
  child.once('close', end);
  return promise.finally(() => {
    clearTimeout(late);
    child.stdout?.off('data', look);
    child.stderr?.off('data', look);
    child.off('close', end);
  });
}

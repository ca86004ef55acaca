import { watch } from 'node:fs';
import { join } from 'node:path';

/** Time within which changes count as one, because editors save in several steps. Milliseconds. */
const SETTLE_MS = 50;

/**
 * Calls `onChange` after changes below `folders`, with the path of the last one; one call at a time, and once more for
 * changes during a call. Watches until the process ends.
 * @param isIgnored whether a path, relative to the root, is ignored
 */
export function watchSources(
  root: string,
  folders: readonly string[],
  isIgnored: (path: string) => boolean,
  onChange: (path: string) => Promise<void>,
): void {
  let pending: string | null = null;
  let isBusy = false;
  const handle = async () => {
    if (isBusy) return;
    isBusy = true;
    while (pending !== null) {
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      const path: string = pending;
      pending = null;
      await onChange(path);
    }
    isBusy = false;
  };
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || isIgnored(`${folder}/${name}`)) return;
      pending = `${folder}/${name}`;
      void handle();
    });
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { SOURCE_ROOT } from '../../src/platform/source-root.js';

const DEMO = join(SOURCE_ROOT, '../dist/src/cli/demo/main.js');
const COLUMNS = 100;
/** Rows of the terminal, enough for the scores of every framework; the following advice takes several screens. */
const ROWS = 30;

/** Output of the demo on a terminal of 100 columns, including control sequences. */
export async function recordDemo(dataDir: string): Promise<string> {
  const command = `stty cols ${COLUMNS} rows ${ROWS}; exec "$0" --enable-source-maps "$1"`;
  const shell = `sh -c '${command}' '${process.execPath}' '${DEMO}'`;
  const terminal = spawn('script', ['--quiet', '--return', '--command', shell, '/dev/null'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', TERM: 'xterm-256color', NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  terminal.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(terminal, 'close')) as [number | null];
  const output = Buffer.concat(chunks).toString('utf8');
  if (code !== 0) throw new Error(`the demo ended with ${String(code)}:\n${output}`);
  return output;
}

/** Picture of the first screen of that output, drawn by a terminal emulator in a browser. */
export async function pictureOfTerminal(
  browser: Browser,
  { output, file }: { output: string; file: string },
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1_000, height: 800 } });
  await page.setContent('<body style="margin: 0"><div id="terminal" style="display: inline-block"></div></body>');
  await page.addStyleTag({ path: fileURLToPath(import.meta.resolve('@xterm/xterm/css/xterm.css')) });
  await page.addScriptTag({ path: fileURLToPath(import.meta.resolve('@xterm/xterm/lib/xterm.js')) });
  await page.addStyleTag({ content: '.scrollbar { display: none } .xterm { padding: 8px; background: #0d1117 }' });
  // The temporary folder of this recording is nobody's; a reader's data is in .data.
  const shown = output.replaceAll(/\/\S*crosswalk-pictures-\w+/g, '.data');
  await page.evaluate(`new Promise((resolve) => {
    const terminal = new Terminal({
      cols: ${COLUMNS}, rows: ${ROWS}, scrollback: 1000, fontSize: 13, fontFamily: 'DejaVu Sans Mono, monospace',
      theme: { background: '#0d1117', foreground: '#c9d1d9', green: '#3fb950', cyan: '#39c5cf', red: '#f85149', yellow: '#d29922' },
    });
    terminal.open(document.getElementById('terminal'));
    terminal.write(${JSON.stringify(shown)} + '\\x1b[?25l', () => {
      terminal.scrollToTop();
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
  })`);
  await page.locator('.xterm').screenshot({ path: file });
  await page.close();
}

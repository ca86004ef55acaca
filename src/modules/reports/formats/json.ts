import type { ReportContent } from '../content/content.type.js';
import { yieldToEventLoop } from './yield-to-event-loop.js';

/** The content as indented JSON, written one property at a time. */
export async function* writeJson(content: ReportContent): AsyncGenerator<Buffer> {
  let before = '{\n';
  for (const [name, value] of Object.entries(content)) {
    const text = JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
    yield Buffer.from(`${before}  ${JSON.stringify(name)}: ${text}`);
    before = ',\n';
    await yieldToEventLoop();
  }
  yield Buffer.from('\n}\n');
}

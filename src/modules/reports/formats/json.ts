import type { ReportContent } from '../content/content.type.js';
import { breathe } from './pace.js';

/** The content as it is, indented; one property at a time. */
export async function* writeJson(content: ReportContent): AsyncGenerator<Buffer> {
  let before = '{\n';
  for (const [name, value] of Object.entries(content)) {
    const text = JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
    yield Buffer.from(`${before}  ${JSON.stringify(name)}: ${text}`);
    before = ',\n';
    await breathe();
  }
  yield Buffer.from('\n}\n');
}

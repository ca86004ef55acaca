import { escaped } from '../../../platform/html.js';
import type { Block, Cell, Column, Figure, ReportDocument, Section, Table, Task } from '../document/document.js';
import { cellText, codeOf } from '../document/cell-text.rules.js';
import type { ReportWords } from '../report-words.rules.js';
import { HTML_STYLE } from './html-style.js';
import { yieldToEventLoop } from './yield-to-event-loop.js';

const ROWS_AT_ONCE = 200;

/** Self-contained HTML page without scripts or external resources, for reading, printing and forwarding. All texts are escaped. */
export async function* writeHtml(document: ReportDocument): AsyncGenerator<Buffer> {
  for await (const text of pieces(document)) yield Buffer.from(text);
}

async function* pieces(document: ReportDocument): AsyncGenerator<string> {
  const { words, title, subject, organization, sections } = document;
  const contents = words.text('page.contents');
  const generated = words.text('page.generated', { moment: words.moment(document.generatedAt) });
  yield `<!DOCTYPE html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(`${title}: ${subject}, ${organization}`)}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<a class="skip" href="#content">${escaped(words.text('page.skip'))}</a>
<header>
<div class="wrap">
<p class="kind">${escaped(subject)}</p>
<h1>${escaped(title)}</h1>
<p class="organization">${escaped(organization)}</p>
</div>
</header>
<main id="content" class="wrap">
${overview(document)}
<nav aria-label="${escaped(contents)}"><h2>${escaped(contents)}</h2><ol>${sections.map((each, index) => `<li><a href="#s${index}">${escaped(each.title)}</a></li>`).join('')}</ol></nav>
`;
  for (const [index, section] of sections.entries()) yield* sectionPieces(words, section, index);
  yield `</main>
<footer><div class="wrap">${escaped(organization)}. ${escaped(generated)}.</div></footer>
</body>
</html>
`;
}

function overview({ words, assuredScore, score, figures, facts, note }: ReportDocument): string {
  const rows = facts.map(([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`);
  return `<section class="overview" aria-label="${escaped(words.text('page.overview'))}">
<div class="scores">${scoreHtml(words, words.text('score.assured'), assuredScore)}${scoreHtml(words, words.text('score.compliance'), score)}</div>
${figureList(figures)}
<dl class="facts">${rows.join('')}</dl>${note === null ? '' : `<p class="note">${escaped(note)}</p>`}
</section>`;
}

function scoreHtml(words: ReportWords, label: string, score: number): string {
  return `<div class="score"><span class="number">${escaped(words.percent(score))}</span><span class="label">${escaped(label)}</span>
<div class="track" aria-hidden="true"><span style="width:${clamp(score)}%"></span></div></div>`;
}

async function* sectionPieces(
  words: ReportWords,
  { title, intro, blocks }: Section,
  index: number,
): AsyncGenerator<string> {
  yield `<section aria-labelledby="s${index}"><h2 id="s${index}">${escaped(title)}</h2><p>${escaped(intro)}</p>\n`;
  for (const block of blocks) yield* blockPieces(words, block, title);
  yield '</section>\n';
}

async function* blockPieces(words: ReportWords, block: Block, title: string): AsyncGenerator<string> {
  switch (block.kind) {
    case 'text':
      yield `<p class="note">${escaped(block.text)}</p>\n`;
      return;
    case 'figures':
      yield figureList(block.figures);
      return;
    case 'bars':
      yield `<h3>${escaped(block.title)}</h3><ul class="bars">${block.bars
        .map(
          ({ label, percent, note }) =>
            `<li><span class="label">${escaped(label)}</span><span class="track" aria-hidden="true"><span style="width:${clamp(percent)}%"></span></span><span class="value">${escaped(words.percent(percent))}</span><span class="muted">${escaped(note)}</span></li>`,
        )
        .join('')}</ul>\n`;
      return;
    case 'table':
      if (block.only !== 'sheet') yield* tablePieces(words, block.table, title);
      return;
    case 'tasks':
      for (const [index, task] of block.tasks.entries()) {
        yield taskHtml(task);
        if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await yieldToEventLoop();
      }
      return;
  }
}

function figureList(figures: readonly Figure[]): string {
  const items = figures.map(
    ({ label, value, note, tone }) =>
      `<div class="${tone}"><dt>${escaped(label)}</dt><dd><strong>${escaped(value)}</strong> <span>${escaped(note)}</span></dd></div>`,
  );
  return `<dl class="figures">${items.join('')}</dl>\n`;
}

async function* tablePieces(
  words: ReportWords,
  { columns, rows, empty }: Table,
  title: string,
): AsyncGenerator<string> {
  if (rows.length === 0) {
    yield `<p class="muted">${escaped(empty)}</p>\n`;
    return;
  }
  const head = columns.map(({ title: name, kind }) => `<th scope="col" class="${kind}">${escaped(name)}</th>`);
  yield `<div class="scroll" role="region" tabindex="0" aria-label="${escaped(title)}"><table><caption>${escaped(title)}</caption><thead><tr>${head.join('')}</tr></thead><tbody>\n`;
  const headerAt = columns.findIndex(({ key }) => key === 'control_id');
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    yield rows
      .slice(start, start + ROWS_AT_ONCE)
      .map(
        (cells) =>
          `<tr>${cells.map((cell, at) => cellHtml(words, cell, { column: columns[at], isHeader: at === headerAt })).join('')}</tr>\n`,
      )
      .join('');
    await yieldToEventLoop();
  }
  yield '</tbody></table></div>\n';
}

function cellHtml(
  words: ReportWords,
  cell: Cell,
  { column, isHeader }: { column: Column | undefined; isHeader: boolean },
): string {
  const kind = column?.kind ?? 'text';
  const text = escaped(cellText(words, cell, { kind, terms: column?.terms }));
  if (isHeader) return `<th scope="row" class="${kind}">${text}</th>`;
  const isMarked = kind === 'status' || kind === 'severity' || kind === 'state';
  return `<td class="${kind}">${isMarked && text !== '' ? `<span class="mark ${codeOf(cell)}">${text}</span>` : text}</td>`;
}

function taskHtml({ title, facts, text, steps }: Task): string {
  const items = steps.map(
    ({ title: step, instruction, command }) =>
      `<li><strong>${escaped(step)}</strong><p>${escaped(instruction)}</p>${command === null ? '' : `<pre><code>${escaped(command)}</code></pre>`}</li>`,
  );
  const pairs = facts.map(([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`);
  return `<article class="task"><h3>${escaped(title)}</h3><dl>${pairs.join('')}</dl>${text.map((each) => `<p>${escaped(each)}</p>`).join('')}<ol>${items.join('')}</ol></article>\n`;
}

function clamp(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}

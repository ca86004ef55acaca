import { escaped } from '../../../platform/html.js';
import type { ReportWords } from '../report-words.rules.js';
import type { ManifestEntry, PackageManifest } from './manifest.rules.js';

/** What the first page says in words: of each file what it is, by its path, and what was left out. */
export interface PageTexts {
  abouts: ReadonlyMap<string, string>;
  leftOut: readonly string[];
}

/** The first page of an audit package: what it is about, what is in it, and how to verify it. Without scripts; it loads nothing. */
export function indexPage(words: ReportWords, manifest: PackageManifest, { abouts, leftOut }: PageTexts): string {
  const { framework, organization, entries } = manifest;
  const text = words.package;
  const html = (key: Parameters<typeof text>[0]) => escaped(text(key));
  const rows = factsOf(words, manifest, leftOut).map(
    ([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`,
  );
  return `<!DOCTYPE html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(text('titleOf', { framework, organization }))}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(text('title', { framework }))}</h1>
<dl>${rows.join('\n')}</dl>
<h2>${html('contents')}</h2>
<table>
<thead><tr><th scope="col">${html('file')}</th><th scope="col">${html('what')}</th><th scope="col">${html('bytes')}</th></tr></thead>
<tbody>
${entries.map((entry) => rowOf(words, entry, abouts)).join('\n')}
</tbody>
</table>
<h2>${html('verification')}</h2>
<p>${html('how')}</p>
<pre><code>node verify.mjs</code></pre>
<p>${html('compares')} <a href="manifest.json">manifest.json</a> ${html('andProofs')} <code>node verify.mjs PUBLIC-KEY.pem</code>.</p>
</main>
</body>
</html>
`;
}

function factsOf(
  words: ReportWords,
  { organization, framework, version, period, ...manifest }: PackageManifest,
  leftOut: readonly string[],
): [name: string, value: string][] {
  const text = words.package;
  const day = (moment: string) => words.day(new Date(moment));
  const moment = words.moment(new Date(manifest.generated_at));
  const share = (score: number) => text('fact.share', { share: words.percent(score) });
  return [
    [text('fact.organization'), organization],
    [text('fact.framework'), `${framework}, ${version}`],
    [text('fact.collected'), text('fact.collectedBetween', { from: day(period.from), to: day(period.to) })],
    [text('fact.asOf'), words.moment(new Date(manifest.as_of))],
    [text('fact.generated'), text('fact.generatedBy', { moment, name: manifest.generated_by ?? text('fact.nobody') })],
    [text('fact.assured'), share(manifest.assured_score)],
    [text('fact.score'), share(manifest.compliance_score)],
    ...(leftOut.length === 0 ? [] : [[text('fact.leftOut'), leftOut.join(' ')] as [string, string]]),
  ];
}

function rowOf({ integer }: ReportWords, { path, bytes, about }: ManifestEntry, abouts: PageTexts['abouts']): string {
  const what = escaped(abouts.get(path) ?? about);
  return `<tr><td><a href="${escaped(addressOf(path))}">${escaped(path)}</a></td><td>${what}</td><td>${integer(bytes)}</td></tr>`;
}

function addressOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; color: #14213d; background: #fff; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; }
dt { color: #545b62; } dd { margin: 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid #ddd; vertical-align: top; overflow-wrap: anywhere; }
td:last-child, th:last-child { text-align: right; font-variant-numeric: tabular-nums; }
pre { padding: .75rem; background: #f1f3f5; overflow-x: auto; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
@media (prefers-color-scheme: dark) {
  body { color: #e6e6e6; background: #16181c; } a { color: #9db4ff; } dt { color: #b0b3b8; }
  th, td { border-color: #3a3d42; } pre { background: #22252a; }
}`;

import { escaped } from '../../../platform/html.js';
import type { PackageManifest } from './manifest.rules.js';

/** The first page of an audit package: what it is about, what is in it, and how to verify it. Without scripts; it loads nothing. */
export function indexPage({
  organization,
  framework,
  version,
  period,
  as_of,
  generated_at,
  ...manifest
}: PackageManifest): string {
  const { assured_score, compliance_score, generated_by, entries } = manifest;
  const facts = [
    ['Organization', organization],
    ['Framework', `${framework}, ${version}`],
    ['Evidence collected', `${period.from.slice(0, 10)} to ${period.to.slice(0, 10)}`],
    ['Statuses as of', as_of],
    ['Generated', `${generated_at} by ${generated_by ?? 'an account that is gone'}`],
    ['Shown in full', `${assured_score} % of the controls in scope`],
    ['Passed, those in part included', `${compliance_score} %`],
    ...(manifest.left_out.length === 0 ? [] : [['Left out', manifest.left_out.join(' ')]]),
  ];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(`Audit package: ${framework}, ${organization}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Audit package: ${escaped(framework)}</h1>
<dl>${facts.map(([name = '', value = '']) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('\n')}</dl>
<h2>Contents</h2>
<table>
<thead><tr><th scope="col">File</th><th scope="col">What</th><th scope="col">Bytes</th></tr></thead>
<tbody>
${entries.map(({ path, about, bytes }) => `<tr><td><a href="${escaped(addressOf(path))}">${escaped(path)}</a></td><td>${escaped(about)}</td><td>${bytes}</td></tr>`).join('\n')}
</tbody>
</table>
<h2>Verification</h2>
<p>With Node 18 or later, in the folder of this page, without a network:</p>
<pre><code>node verify.mjs</code></pre>
<p>It compares every file with its SHA-256 in <a href="manifest.json">manifest.json</a> and the audit proofs with the signed heads in
audit/. That the package is the one that was generated shows its own SHA-256: it is in the library of reports, and in the audit trail.
That the heads were signed by the service shows a key that you noted before: <code>node verify.mjs PUBLIC-KEY.pem</code>.</p>
</main>
</body>
</html>
`;
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

/** Style sheet of an HTML report: light and dark, on screens and on paper. Text keeps a contrast of at least 4.5 : 1. */
export const HTML_STYLE = `
:root{--ink:#14213d;--text:#1f2933;--muted:#52606d;--line:#d9dee5;--ground:#fff;--panel:#f6f8fb;--accent:#1d4f91;--good:#0b6b3a;--bad:#a61b1b;--unknown:#7a4b00;--low:#1d4f91;--critical:#7b1031;--head:#14213d;--on-head:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e8eef7;--text:#dde4ed;--muted:#a3b1c2;--line:#334155;--ground:#0f1722;--panel:#182231;--accent:#7fb2f5;--good:#6fd39b;--bad:#ff9d94;--unknown:#f2c46d;--low:#8dbcf7;--critical:#ff9fba;--head:#0a1019;--on-head:#e8eef7}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI","Noto Sans",Roboto,sans-serif}
.wrap{max-width:1120px;margin:0 auto;padding:0 24px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--ground);color:var(--accent);padding:8px}
header{background:var(--head);color:var(--on-head);padding:44px 0 40px}
header h1{font-size:2.3rem;line-height:1.15;margin:.1em 0 .25em;letter-spacing:-.01em}
.kind{margin:0;text-transform:uppercase;letter-spacing:.08em;font-size:.8rem;opacity:.85}.organization{margin:0;font-size:1.15rem;opacity:.92;overflow-wrap:anywhere}
h2{color:var(--ink);font-size:1.5rem;line-height:1.25;margin:2.4em 0 .4em}h3{color:var(--ink);font-size:1.05rem;margin:1.4em 0 .5em}
a{color:var(--accent)}.muted{color:var(--muted)}
.overview{display:grid;grid-template-columns:minmax(220px,1fr) 3fr;gap:16px 32px;margin-top:32px}
.score .number{display:block;font-size:3.2rem;font-weight:700;line-height:1.1;color:var(--ink);font-variant-numeric:tabular-nums}.score .label{color:var(--muted)}
.track{display:block;height:10px;border-radius:5px;background:var(--line);overflow:hidden}.track>span{display:block;height:100%;background:var(--accent)}
.score .track{margin-top:10px}.score+.score{margin-top:16px}.score+.score .number{font-size:2rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:0 0 16px}
.figures>div{border:1px solid var(--line);border-top:4px solid var(--muted);border-radius:8px;padding:12px 16px;background:var(--panel)}
.figures .good{border-top-color:var(--good)}.figures .bad{border-top-color:var(--bad)}.figures .unknown{border-top-color:var(--unknown)}
.figures dt{color:var(--muted);font-size:.9rem}.figures dd{margin:0}.figures strong{font-size:1.7rem;line-height:1.2;display:block;font-variant-numeric:tabular-nums;color:var(--ink)}.figures span{color:var(--muted);font-size:.85rem}
.facts{grid-column:1/-1;display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:8px 32px;margin:8px 0 0;padding-top:20px;border-top:1px solid var(--line)}
.facts dt{color:var(--muted);font-size:.85rem}.facts dd{margin:0;overflow-wrap:anywhere}
nav h2{font-size:1rem;margin:2em 0 .3em}nav ol{margin:0;padding-left:1.3em;columns:2}
.facts+.note{grid-column:1/-1;margin:0}
.note{background:var(--panel);border-left:4px solid var(--accent);padding:12px 16px;border-radius:0 8px 8px 0}
.bars{list-style:none;margin:0;padding:0}.bars li{display:grid;grid-template-columns:minmax(160px,34%) 1fr 72px 96px;gap:14px;align-items:center;padding:5px 0}
.bars .value{text-align:right;font-variant-numeric:tabular-nums;font-weight:600}.bars .muted{font-size:.85rem}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:8px;margin:12px 0}
table{border-collapse:collapse;width:100%;font-size:.9rem}caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
thead th{background:var(--panel);color:var(--ink);text-align:left;border-bottom:2px solid var(--line);padding:10px 12px;vertical-align:bottom}
td,tbody th{padding:9px 12px;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;font-weight:400}tbody tr:last-child>*{border-bottom:0}
tbody th,.code{font-weight:600;white-space:nowrap}td.text{min-width:140px;overflow-wrap:anywhere}td.code{white-space:normal;overflow-wrap:anywhere;font-weight:400}
.integer,.percent{text-align:right;font-variant-numeric:tabular-nums}thead .integer,thead .percent{text-align:right}.moment,.day{white-space:nowrap;font-variant-numeric:tabular-nums}
.mark{display:inline-block;border:1px solid currentColor;border-radius:999px;padding:1px 10px;font-size:.82rem;font-weight:600;white-space:nowrap;color:var(--muted)}
.mark.passed,.mark.in_date{color:var(--good)}.mark.failed,.mark.missing,.mark.high{color:var(--bad)}.mark.not_assessed,.mark.out_of_date,.mark.medium{color:var(--unknown)}.mark.low{color:var(--low)}.mark.critical{color:var(--critical)}
.task{border:1px solid var(--line);border-radius:8px;padding:4px 20px 12px;margin:16px 0}.task h3{margin:.8em 0 .4em}.task dl{display:flex;flex-wrap:wrap;gap:4px 28px;margin:0}.task dl>div{display:flex;gap:8px}.task dt{color:var(--muted)}.task dd{margin:0;font-weight:600}
.task p{margin:.5em 0;overflow-wrap:anywhere}.task ol{padding-left:1.4em}.task li{margin:.6em 0}.task li p{margin:.1em 0 .3em}
pre{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:8px 12px;white-space:pre-wrap;overflow-wrap:anywhere;font:.85rem/1.45 ui-monospace,"DejaVu Sans Mono",monospace;margin:.3em 0}
footer{border-top:1px solid var(--line);margin-top:56px;padding:20px 0 40px;color:var(--muted);font-size:.85rem}
@media (max-width:720px){.overview{grid-template-columns:1fr}nav ol{columns:1}.bars li{grid-template-columns:1fr 72px}.bars .track{grid-column:1/-1;grid-row:2}.bars .muted{display:none}header h1{font-size:1.8rem}}
@media print{:root{--ink:#14213d;--text:#1f2933;--muted:#52606d;--line:#d9dee5;--ground:#fff;--panel:#f6f8fb;--accent:#1d4f91;--good:#0b6b3a;--bad:#a61b1b;--unknown:#7a4b00;--low:#1d4f91;--critical:#7b1031;--head:#fff;--on-head:#14213d}@page{size:A4;margin:16mm 14mm}body{font-size:10pt}.wrap{max-width:none;padding:0}.skip,nav{display:none}header{padding:0 0 12pt;border-bottom:2pt solid #14213d}.scroll{overflow:visible;border:0}table{font-size:8.5pt}thead{display:table-header-group}tr,.task li,.figures>div{break-inside:avoid}h2,h3{break-after:avoid}a{color:inherit;text-decoration:none}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;

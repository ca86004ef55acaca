import { SEVERITIES } from '../../../connectors/finding.js';
import type { RequestContext } from '../../../context.js';
import { csvText } from '../../../platform/spreadsheet-cell.rules.js';
import type { Control, Framework } from '../../catalogue/catalogue.js';
import { universalControlFactsLoader } from '../../derivation/derivation.loader.js';
import { derivationOf, NOTHING_KNOWN } from '../../derivation/derivation.rules.js';
import type { ExceptionRow } from '../../exceptions/exception.sql.js';
import { selectionOf } from '../../findings/finding-filter.js';
import { integrationsOfTenant } from '../../findings/finding-integrations.js';
import { checkIdOf } from '../../findings/finding-rule.js';
import { exceptionOfFindingLoader } from '../../findings/finding.loader.js';
import { readFindings, type StoredFinding } from '../../findings/finding.read.js';
import { ledgerLoader } from '../../posture/ledger.loader.js';
import { exclusionOf } from '../../scope/framework-scope.js';
import { derivationJson } from './derivation-text.rules.js';
import type { PackageArtifact } from './package-evidence.sql.js';

const FINDINGS_AT_ONCE = 500;
const CONTROLS_AT_ONCE = 50;

/** The derivation of every control of a framework as JSON, one after the other. */
export async function* derivationPieces(ctx: RequestContext, { controls }: Framework): AsyncGenerator<Buffer> {
  yield Buffer.from('[');
  for (let start = 0; start < controls.length; start += CONTROLS_AT_ONCE) {
    const derived = await Promise.all(controls.slice(start, start + CONTROLS_AT_ONCE).map((each) => derive(ctx, each)));
    const text = derived.map((each) => `\n${JSON.stringify(each)}`).join(',');
    yield Buffer.from(start === 0 ? text : `,${text}`);
  }
  yield Buffer.from('\n]\n');
}

async function derive(ctx: RequestContext, control: Control): Promise<object> {
  const loader = ctx.once(universalControlFactsLoader);
  const nos = control.mappings.map(({ universalControl }) => universalControl.no);
  const [history, scopeDecision, facts] = await Promise.all([
    ctx.once(ledgerLoader).load(control.no),
    exclusionOf(ctx, control),
    Promise.all(nos.map(async (no) => [no, await loader.load(no)] as const)),
  ]);
  const byNo = new Map(facts);
  const derivation = derivationOf(control, {
    factsOf: (no) => byNo.get(no) ?? NOTHING_KNOWN,
    isInScope: scopeDecision === null,
  });
  const since = history.find(({ status, previousStatus }) => status !== previousStatus)?.changedAt ?? null;
  return derivationJson({ control, derivation, since, scopeDecision });
}

const FINDING_COLUMNS = [
  ...[
    'status',
    'severity',
    'check_id',
    'check_title',
    'resource_id',
    'resource_name',
    'resource_type',
    'region',
    'account',
  ],
  ...[
    'integration',
    'summary',
    'first_seen_at',
    'last_seen_at',
    'exception_status',
    'exception_expires_on',
    'exception_reason',
  ],
];

/** The current findings of the checks that lead to a framework as CSV, a page at a time. */
export async function* findingPieces(ctx: RequestContext, { slug }: Framework): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(FINDING_COLUMNS));
  const selection = await selectionOf(ctx, { framework: slug });
  for (let after: string | null = null; ;) {
    const page = await readFindings(ctx, selection, { first: FINDINGS_AT_ONCE, after, offset: 0, order: 'severity' });
    // A loader of its own for each page: it keeps what it has loaded.
    const exceptions = exceptionOfFindingLoader(ctx);
    const lines = await Promise.all(
      page.rows.map(async (finding) => findingLine(ctx, finding, await exceptions.load(finding))),
    );
    if (lines.length > 0) yield Buffer.from(lines.join(''));
    const last = page.rows.at(-1);
    if (!page.hasNextPage || !last) return;
    after = page.cursorOf(last);
  }
}

async function findingLine(
  ctx: RequestContext,
  { rule, severity, integrationId, ...finding }: StoredFinding,
  exception: ExceptionRow | null,
): Promise<string> {
  const integration = (await ctx.once(integrationsOfTenant)).get(integrationId);
  return csvLine([
    ...[finding.status, SEVERITIES[severity] ?? null, checkIdOf(rule), rule.check?.title ?? rule.title],
    ...[finding.resourceId, finding.name, finding.type, finding.region, finding.account],
    ...[integration?.name ?? null, finding.summary, finding.firstSeenAt, finding.lastSeenAt],
    ...[exception?.status ?? null, exception?.expiresOn ?? null, exception?.reason ?? null],
  ]);
}

/** An artifact in an audit package, with the path of its file; null where there is none in it. */
export interface PlacedArtifact extends PackageArtifact {
  path: string | null;
}

/** The artifacts of a package as CSV, with their controls and the place of their files. */
export function* evidencePieces(artifacts: readonly PlacedArtifact[], { controls }: Framework): Generator<Buffer> {
  const codes = new Map(controls.map(({ no, controlId }) => [no, controlId]));
  yield Buffer.from(csvLine(EVIDENCE_COLUMNS));
  for (const { id, type, title, description, controlNos, ...artifact } of artifacts) {
    const controlIds = controlNos.flatMap((no) => codes.get(no) ?? []).join(' ');
    yield Buffer.from(
      csvLine([
        ...[id, type, title, description, controlIds, artifact.collectedAt, artifact.expiresAt, artifact.createdAt],
        ...[artifact.withdrawalReason, artifact.contentType, artifact.size, artifact.sha256, artifact.path],
        ...[artifact.documentId, artifact.version, artifact.isCurrent ? 'yes' : 'no'],
      ]),
    );
  }
}

const EVIDENCE_COLUMNS = [
  ...['id', 'type', 'title', 'description', 'control_ids', 'collected_at', 'expires_at', 'created_at'],
  ...['withdrawal_reason', 'content_type', 'size', 'sha256', 'path', 'document_id', 'version', 'is_current'],
];

function csvLine(cells: readonly (string | number | Date | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: string | number | Date | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return csvText(cell instanceof Date ? cell.toISOString() : cell);
}

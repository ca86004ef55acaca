import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestContext } from '../../../context.js';
import type { reportPackage } from '../../../messages/en/report-package.js';
import type { Language } from '../../../messages/language.js';
import { SOURCE_ROOT } from '../../../platform/source-root.js';
import { AppError } from '../../../platform/errors.js';
import type { PublicUrl } from '../../../platform/public-url.js';
import type { ObjectStore } from '../../../platform/storage/object-store.js';
import { ObjectMissing } from '../../../platform/storage/object-store.js';
import { readReference } from '../../../platform/storage/object-reference.rules.js';
import type { AuditProofs } from '../../audit/audit-proofs.js';
import { userSummaryLoader } from '../../auth/user-summary.loader.js';
import { namesOf } from '../../evidence/artifact-names.rules.js';
import { contentOf } from '../content/content.rules.js';
import type { ReportContent } from '../content/content.type.js';
import type { ReportFacts } from '../report-facts.js';
import type { ReportFiles } from '../report-files.js';
import type { ReportFormat, ReportTypeName } from '../report-kinds.js';
import { reportWords, type ReportWords } from '../report-words.rules.js';
import { indexPage } from './index-page.rules.js';
import type { PackageManifest } from './manifest.rules.js';
import { packageArtifacts, type PackageArtifact } from './package-evidence.sql.js';
import { derivationPieces, evidencePieces, findingPieces, type PlacedArtifact } from './package-parts.js';
import { ZipWriter } from './zip-writer.js';

/** Newest automatic artifacts of each control. Our choice: every scan brings one for each. */
const AUTOMATIC_MAX = 3;
/** Limits of the files of evidence in one package, because the answer waits for it. Our choice. */
const PACKAGE_FILES_MAX = 2_000;
const PACKAGE_BYTES_MAX = 2 ** 30;
/** Room for everything but the files of evidence. Bytes. */
const REST_BYTES = 64 * 2 ** 20;

/** What a file of a package is. */
type About = keyof (typeof reportPackage)['about'];

/** The manifest is for programs: its words are the same in every language. */
const ENGLISH = reportWords('en');
const VERIFY_SCRIPT = join(SOURCE_ROOT, '../schema/audit/verify-package.mjs');

export interface Period {
  from: Date;
  to: Date;
}

/** What an audit package is made of. */
export interface PackageContents {
  facts: ReportFacts;
  period: Period;
  artifacts: readonly PackageArtifact[];
  language: Language;
}

export interface PackagerOptions {
  objects: ObjectStore;
  proofs: AuditProofs;
  files: ReportFiles;
  publicUrl: PublicUrl;
}

/** Writes audit packages: a zip of one framework with reports, evidence, findings, derivations, proofs, and a manifest of all of it. */
export class AuditPackager {
  constructor(private readonly options: PackagerOptions) {}

  /**
   * The artifacts of a package, and the most bytes that it can have.
   * @throws {AppError} VALIDATION_FAILED naming `/period_from` where there are more than one package takes
   */
  async plan(
    ctx: RequestContext,
    { facts, period }: Pick<PackageContents, 'facts' | 'period'>,
  ): Promise<{ artifacts: PackageArtifact[]; bytesMax: number }> {
    const controlNos = facts.framework.controls.map(({ no }) => no);
    const found = await packageArtifacts.all(ctx.em, {
      ...{ tenantId: ctx.viewer.tenantId, controlNos, ...period },
      ...{ automaticMax: AUTOMATIC_MAX, limit: PACKAGE_FILES_MAX + 1 },
    });
    const artifacts = found.map((artifact) => named(artifact, facts.framework));
    const bytes = artifacts.reduce((sum, { size }) => sum + size, 0);
    if (artifacts.length > PACKAGE_FILES_MAX || bytes > PACKAGE_BYTES_MAX) {
      throw AppError.invalid(
        '/period_from',
        'makes a package of more than 2,000 files or 1 GiB: take a shorter period',
      );
    }
    return { artifacts, bytesMax: bytes + REST_BYTES };
  }

  /** The bytes of a package, written while they are read. */
  write(ctx: RequestContext, contents: PackageContents): AsyncIterable<Buffer> {
    const zip = new ZipWriter(contents.facts.generatedAt, ctx.isGone);
    new PackageWriting(ctx, contents, { ...this.options, zip }).run().then(
      () => zip.finish(),
      (err: unknown) => zip.fail(err instanceof Error ? err : new Error(String(err))),
    );
    return zip.output;
  }
}

/** One package while it is written. */
class PackageWriting {
  /** Of each file what it is: in English for the manifest, in the language of the package for its first page. */
  private readonly abouts = { manifest: new Map<string, string>(), page: new Map<string, string>() };
  private readonly leftOut = { manifest: [] as string[], page: [] as string[] };
  private readonly words: ReportWords;

  constructor(
    private readonly ctx: RequestContext,
    private readonly contents: PackageContents,
    private readonly tools: PackagerOptions & { zip: ZipWriter },
  ) {
    this.words = reportWords(contents.language);
  }

  async run(): Promise<void> {
    const { ctx, contents } = this;
    const { facts, artifacts } = contents;
    const { framework } = facts;
    const summary = await this.addReports('compliance_summary', 'summary', ['pdf', 'html', 'json']);
    await this.addReports('statement_of_applicability', 'applicability', ['pdf', 'csv']);
    await this.addReports('evidence_collection', 'evidenceReport', ['csv']);
    const placed = await this.addArtifacts(artifacts);
    await this.add('evidence/evidence.csv', 'evidence', toIterable(evidencePieces(placed, framework)));
    await this.add('findings/findings.csv', 'findings', findingPieces(ctx, framework));
    await this.add('derivations.json', 'derivations', derivationPieces(ctx, framework));
    await this.addProofs(placed);
    await this.addText('verify.mjs', 'script', readFileSync(VERIFY_SCRIPT, 'utf8'));
    await this.addManifest(summary);
  }

  private async addReports(
    type: ReportTypeName,
    about: About,
    formats: readonly ReportFormat[],
  ): Promise<ReportContent> {
    const { facts, language } = this.contents;
    const { files, publicUrl } = this.tools;
    const { tenantId } = this.ctx.viewer;
    const content = contentOf(facts, { type, language, publicUrl: publicUrl.href });
    for (const format of formats) {
      const path = `report/${type.replaceAll('_', '-')}.${format}`;
      await files.giveWay(tenantId);
      const add = () => this.addNow(path, about, files.write({ content, format }));
      await files.inTurn(tenantId, add, { isPatient: true });
    }
    return content;
  }

  /** Adds the files of the artifacts that are not withdrawn. @returns all of them, with the places of their files */
  private async addArtifacts(artifacts: readonly PackageArtifact[]): Promise<PlacedArtifact[]> {
    const placed: PlacedArtifact[] = [];
    for (const artifact of artifacts) placed.push({ ...artifact, path: await this.addArtifact(artifact) });
    const withdrawn = artifacts.filter(({ withdrawalReason }) => withdrawalReason !== null).length;
    if (withdrawn > 0) this.leave('withdrawn', { number: withdrawn });
    return placed;
  }

  private async addArtifact(artifact: PackageArtifact): Promise<string | null> {
    const { id, title, fileReference, fileName, withdrawalReason } = artifact;
    const { key, range } = readReference(fileReference);
    if (withdrawalReason !== null) return null;
    const path = `evidence/files/${id}/${fileName}`;
    await this.tools.files.giveWay(this.ctx.viewer.tenantId);
    try {
      const content = await this.tools.objects.get(key, range ?? undefined);
      this.abouts.manifest.set(path, title);
      await this.tools.zip.add(path, content as AsyncIterable<Buffer>);
      return path;
    } catch (err) {
      if (!(err instanceof ObjectMissing)) throw err;
      this.ctx.log.error({ evidenceId: id }, 'the file of an artifact is missing');
      this.leave('missing', { id });
      return null;
    }
  }

  private async addProofs(placed: readonly PlacedArtifact[]): Promise<void> {
    const { ctx, tools } = this;
    const uploaded = placed.flatMap(({ id, type, path }) => (type === 'manual' && path !== null ? [{ id, path }] : []));
    const { proofs, notes, publicKeys } = await tools.proofs.ofEvidence(
      ctx,
      uploaded.map(({ id }) => id),
    );
    const shown = uploaded.flatMap(({ id, path }) => {
      const proof = proofs.get(id);
      return proof ? [{ ...proof, path, siblings: proof.path }] : [];
    });
    if (shown.length < uploaded.length) {
      this.leave('unproven', { number: uploaded.length - shown.length });
    }
    await this.addText('audit/heads.txt', 'heads', notes.join('\n'));
    await this.addText('audit/public-keys.pem', 'keys', publicKeys);
    await this.addText('audit/proofs.json', 'proofs', `${JSON.stringify(shown, null, 2)}\n`);
  }

  /** Adds the first page, and last of all the manifest, which has the hash of every file before it. */
  private async addManifest({ metadata, assured_score, compliance_score }: ReportContent): Promise<void> {
    const { ctx, contents, tools, abouts } = this;
    const { period } = contents;
    const author = await ctx.once(userSummaryLoader).load(ctx.viewer.userId);
    const manifest = (): PackageManifest => ({
      format: 'crosswalk-audit-package/1',
      report_id: metadata.report_id,
      organization: metadata.organization,
      framework: metadata.framework,
      version: metadata.version,
      period: { from: period.from.toISOString(), to: period.to.toISOString() },
      as_of: metadata.as_of,
      generated_at: metadata.generated_at,
      generated_by: author?.name ?? null,
      assured_score,
      compliance_score,
      left_out: this.leftOut.manifest,
      entries: tools.zip.files.map((file) => ({ ...file, about: abouts.manifest.get(file.path) ?? '' })),
    });
    const texts = { abouts: abouts.page, leftOut: this.leftOut.page };
    await this.addText('index.html', 'page', indexPage(this.words, manifest(), texts));
    await this.addText('manifest.json', 'manifest', `${JSON.stringify(manifest(), null, 2)}\n`);
  }

  private leave(what: keyof (typeof reportPackage)['leftOut'], values: Record<string, string | number>): void {
    this.leftOut.manifest.push(ENGLISH.package(`leftOut.${what}`, values));
    this.leftOut.page.push(this.words.package(`leftOut.${what}`, values));
  }

  /** Adds a file when it is the turn of the package. */
  private async add(path: string, about: About, content: AsyncIterable<Buffer>): Promise<void> {
    await this.tools.files.giveWay(this.ctx.viewer.tenantId);
    await this.addNow(path, about, content);
  }

  private addNow(path: string, about: About, content: AsyncIterable<Buffer>): Promise<void> {
    this.abouts.manifest.set(path, ENGLISH.package(`about.${about}`));
    this.abouts.page.set(path, this.words.package(`about.${about}`));
    return this.tools.zip.add(path, content);
  }

  private addText(path: string, about: About, text: string): Promise<void> {
    return this.add(path, about, toIterable([Buffer.from(text)]));
  }
}

/** With the title and the name of the file of its control, where it is a part. */
function named(artifact: PackageArtifact, { controls }: ReportFacts['framework']): PackageArtifact {
  const control = controls.find(({ no }) => no === artifact.partOfControl);
  return control ? { ...artifact, ...namesOf(control) } : artifact;
}

async function* toIterable(chunks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks;
}

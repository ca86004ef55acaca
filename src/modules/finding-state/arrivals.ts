import { SEVERITIES, type Finding } from '../../connectors/finding.js';
import type { EntityManager } from '../../platform/database/database.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import {
  insertArrivals,
  placeResources,
  placeRules,
  type Arrival,
  type ArrivingResource,
  type ArrivingRule,
} from './arrival.sql.js';

const ROWS_PER_STATEMENT = 2_000;

/** A finding as the stored file of a scan has it. */
export type StoredFinding = Finding & { integration_id: string };

export interface ArrivalOptions {
  scan: { id: string; tenantId: string };
  /** Those of which nothing later is stored: findings of others are left out. */
  integrationIds: ReadonlySet<string>;
  /** Resolver of rules to checks, the tenant's custom checks among them. */
  catalogue: Pick<Catalogue, 'resolveRule'>;
  /** Of every scope: what a requirement names does not depend on the scope of a scan. */
  requirements: Pick<Catalogue, 'resolveRequirement'>;
  /** First seen of what is new. */
  at: Date;
}

/**
 * Findings of a scan on their way into the database, some thousand at a time. Memory grows with the number of resources and checks,
 * not with that of findings.
 */
export class Arrivals {
  /** Number of findings by integration. */
  readonly counts = new Map<string, number>();
  private readonly resourceNos = new Map<string, number>();
  private readonly rules = new Map<string, ArrivingRule & { no: number | null }>();
  private batch: StoredFinding[] = [];
  private no = 0;

  constructor(
    private readonly em: EntityManager,
    readonly options: ArrivalOptions,
  ) {}

  async add(finding: StoredFinding): Promise<void> {
    const { integration_id: id } = finding;
    if (!this.options.integrationIds.has(id)) return;
    this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
    this.batch.push(finding);
    if (this.batch.length === ROWS_PER_STATEMENT) await this.flush();
  }

  /** Stores what is left, and what only the whole scan says of its rules. */
  async end(): Promise<void> {
    await this.flush();
    const { tenantId } = this.options.scan;
    const named = [...this.rules.values()].filter(({ controlNos }) => controlNos.length > 0);
    if (named.length > 0) await placeRules.run(this.em, { tenantId, rules: named });
  }

  private async flush(): Promise<void> {
    const findings = this.batch;
    this.batch = [];
    if (findings.length === 0) return;
    await this.placeRulesOf(findings);
    await this.placeResourcesOf(findings);
    const arrivals = findings.map((finding): Arrival => {
      const rule = this.rules.get(ruleKey(finding));
      return {
        no: this.no++,
        integrationId: finding.integration_id,
        resourceNo: this.resourceNos.get(resourceKey(finding)) ?? 0,
        checkNo: rule?.no ?? 0,
        // A check of ours has one severity; a scanner may rate what it finds one by one.
        severity: SEVERITIES.indexOf(
          rule?.checkId != null && rule.scanner === 'crosswalk' ? rule.severity : finding.check.severity,
        ),
        status: finding.status,
        summary: finding.summary,
      };
    });
    await insertArrivals.run(this.em, { scan: this.options.scan, arrivals });
  }

  private async placeRulesOf(findings: StoredFinding[]): Promise<void> {
    for (const finding of findings) this.note(finding);
    const added = [...this.rules.values()].filter(({ no }) => no === null);
    if (added.length === 0) return;
    const { tenantId } = this.options.scan;
    for (const { position, checkNo } of await placeRules.all(this.em, { tenantId, rules: added })) {
      const rule = added[position];
      if (rule) rule.no = checkNo;
    }
  }

  /** Notes the rule of a finding; of one that is not known also the controls that the finding names. */
  private note(finding: StoredFinding): void {
    const { scanner, ruleId, title, severity, requirements } = finding.check;
    const key = ruleKey(finding);
    let rule = this.rules.get(key);
    if (!rule) {
      const check = this.options.catalogue.resolveRule(scanner, ruleId);
      const ours = scanner === 'crosswalk' && check ? check.severity : severity;
      rule = { scanner, ruleId, checkId: check?.id ?? null, title, severity: ours, controlNos: [], no: null };
      this.rules.set(key, rule);
    }
    if (rule.checkId !== null) return;
    const named = requirements.flatMap((each) => this.options.requirements.resolveRequirement(each.framework, each.id));
    const added = named.map(({ no }) => no).filter((no) => !rule.controlNos.includes(no));
    if (added.length > 0) rule.controlNos = [...new Set([...rule.controlNos, ...added])].toSorted((a, b) => a - b);
  }

  private async placeResourcesOf(findings: StoredFinding[]): Promise<void> {
    const added = new Map<string, ArrivingResource>();
    for (const finding of findings) {
      const key = resourceKey(finding);
      if (this.resourceNos.has(key) || added.has(key)) continue;
      // A finding without a resource is one on the integration as a whole.
      const { id = '', name = null, type = null, region = null, account } = finding.resource ?? {};
      added.set(key, { integrationId: finding.integration_id, id, name, type, region, account: account ?? '' });
    }
    if (added.size === 0) return;
    const keys = [...added.keys()];
    const { scan, at } = this.options;
    const places = { tenantId: scan.tenantId, resources: [...added.values()], at };
    for (const { position, resourceNo } of await placeResources.all(this.em, places)) {
      this.resourceNos.set(keys[position] ?? '', resourceNo);
    }
  }
}

function ruleKey({ check: { scanner, ruleId } }: Finding): string {
  return `${scanner}\n${ruleId}`;
}

/** As unique as a row of `resources`: that a text has a line break changes nothing, an account has none before it. */
function resourceKey({ integration_id: integrationId, resource }: StoredFinding): string {
  return `${integrationId}\n${resource?.account ?? ''}\n${resource?.id ?? ''}`;
}

import { unreadable } from './report-error.js';
import type { JsonNode } from './json-node.js';
import { taggedRequirement, type Requirement } from './requirement.js';

/** Properties of a rule that its results need. */
export interface SarifRule {
  id: string;
  title: string;
  level: string | null;
  /** `security-severity`, 0 to 10. */
  score: number | null;
  refs: TaxonRef[];
  tagged: Requirement[];
  /** Message texts that results refer to by id, with `{0}` for arguments. */
  messages: Map<string, string>;
}

/** Reference to a taxon, by its id and that of its taxonomy. */
export interface TaxonRef {
  id: string;
  name: string | null;
  guid: string | null;
  index: number | null;
}

/** Limit of the rules of a run, which are held in memory. Characters. */
const STORED_CHARS_MAX = 64 * 2 ** 20;

/** Rules, taxonomies and artifacts of one run, reduced to what findings need. */
export class SarifRules {
  driverName = 'SARIF';
  private readonly byId = new Map<string, SarifRule>();
  private readonly byComponent = new Map<'driver' | number, SarifRule[]>();
  private readonly taxonomyByGuid = new Map<string, string>();
  private readonly taxonomyByIndex = new Map<number, string>();
  private readonly artifacts: (string | null)[] = [];
  private storedChars = 0;

  addRule(component: 'driver' | number, node: JsonNode): void {
    const rule = ruleOf(node);
    this.keep(JSON.stringify(rule).length + [...rule.messages.values()].join('').length);
    if (!this.byId.has(rule.id)) this.byId.set(rule.id, rule);
    const siblings = this.byComponent.get(component);
    if (siblings === undefined) this.byComponent.set(component, [rule]);
    else siblings.push(rule);
  }

  addTaxonomy(index: number, name: string | null, guid: string | null): void {
    if (name === null) return;
    this.keep(name.length);
    this.taxonomyByIndex.set(index, name);
    if (guid !== null) this.taxonomyByGuid.set(guid.toLowerCase(), name);
  }

  nameTaxonomy(node: JsonNode): void {
    const name = node.get('name').textOrNull();
    const guid = node.get('guid').textOrNull();
    if (name !== null && guid !== null) this.taxonomyByGuid.set(guid.toLowerCase(), name);
  }

  addArtifact(node: JsonNode): void {
    const uri = node.get('location').get('uri').textOrNull();
    this.keep((uri?.length ?? 0) + 8);
    this.artifacts.push(uri);
  }

  artifact(index: number): string | null {
    return this.artifacts[index] ?? null;
  }

  /** The rule of a result: by id, by the parent of a hierarchical id (`CA1000/1`), or by its index in its component. */
  find(id: string | null, component: 'driver' | number, index: number | null): SarifRule | null {
    const indexed = index === null ? undefined : this.byComponent.get(component)?.[index];
    if (id === null) return indexed ?? null;
    const parent = id.includes('/') ? this.byId.get(id.slice(0, id.lastIndexOf('/'))) : undefined;
    return this.byId.get(id) ?? indexed ?? parent ?? null;
  }

  /** A taxon without a taxonomy belongs to the tool itself. */
  requirement(ref: TaxonRef): Requirement {
    const byGuid = ref.guid === null ? undefined : this.taxonomyByGuid.get(ref.guid.toLowerCase());
    const byIndex = ref.index === null ? undefined : this.taxonomyByIndex.get(ref.index);
    return { framework: ref.name ?? byGuid ?? byIndex ?? this.driverName, id: ref.id };
  }

  private keep(chars: number): void {
    this.storedChars += chars;
    if (this.storedChars > STORED_CHARS_MAX) throw unreadable('the rules of one run are more than 64 MiB of text');
  }
}

function ruleOf(node: JsonNode): SarifRule {
  const id = node.get('id').text();
  const properties = node.get('properties');
  return {
    id,
    title:
      node.get('shortDescription').get('text').textOrNull() ??
      node.get('fullDescription').get('text').textOrNull() ??
      node.get('name').textOrNull() ??
      id,
    level: node.get('defaultConfiguration').get('level').textOrNull(),
    score: properties.get('security-severity').numberOrNull(),
    refs: node
      .get('relationships')
      .items()
      .flatMap((relation) => taxonRef(relation.get('target'))),
    tagged: tagsOf(properties),
    messages: new Map(
      node
        .get('messageStrings')
        .entries()
        .map(([key, message]) => [key, (message.get('text').textOrNull() ?? '').slice(0, 2_000)]),
    ),
  };
}

/** Reads a reference to a taxon; none for one without an id, by index only. */
export function taxonRef(node: JsonNode): TaxonRef[] {
  const id = node.get('id').textOrNull();
  if (id === null) return [];
  const component = node.get('toolComponent');
  return [
    {
      id: id.slice(0, 256),
      name: component.get('name').textOrNull(),
      guid: component.get('guid').textOrNull(),
      index: component.get('index').numberOrNull(),
    },
  ];
}

/** Requirements among the tags of a property bag. */
export function tagsOf(properties: JsonNode): Requirement[] {
  return properties
    .get('tags')
    .texts()
    .flatMap((tag) => taggedRequirement(tag) ?? []);
}

/** How far a control of a framework is the same as a universal control (NIST IR 8477): it is … of it. */
export type Relationship = 'equal' | 'subset' | 'superset' | 'intersects';

/** A universal control, as the link between two controls. */
export interface Linking {
  id: string;
  code: string;
  title: string;
  domain: { code: string; name: string };
}

/** A control with what it asks for of universal controls. */
export interface MappedControl {
  id: string;
  category: string;
  mappings: readonly {
    relationship: Relationship;
    /** Numbers of the elements that it asks for. */
    covers: readonly number[];
    universalControl: Linking;
  }[];
}

/** Coverage of a control by the other framework, as the service has worked it out. */
export type Cover = 'full' | 'part' | 'none';

/** A control of the covered framework with its coverage. */
export interface CoveredControl<Control> {
  cover: Cover;
  control: Control;
}

/** A universal control, and how far a control is the same as it. */
export interface Link {
  relationship: Relationship;
  universalControl: Linking;
}

/** A control that gives coverage, and the universal controls over which it does. */
export interface Giver<Control> {
  control: Control;
  links: Link[];
}

/** A covered control with what covers it. */
export interface PairRow<Control> extends CoveredControl<Control> {
  /** Controls of the other framework that ask for an element that it asks for too, those with most of them first. */
  givers: Giver<Control>[];
  /** Elements that it asks for. */
  asked: number;
  /** Those of them that the other framework asks for too. */
  shared: number;
}

/** Rows of a pair, one for each control of the covered framework, in its order. */
export function rowsOf<Control extends MappedControl>(
  from: readonly Control[],
  to: readonly CoveredControl<Control>[],
): PairRow<Control>[] {
  const asking = askingOf(from);
  return to.map((covered) => {
    const givers = new Map<string, Giver<Control> & { weight: number }>();
    let shared = 0;
    for (const { covers, universalControl } of covered.control.mappings) {
      const found = new Set<number>();
      for (const { control, relationship, covers: others } of asking.get(universalControl.id) ?? []) {
        const common = covers.filter((number) => others.includes(number));
        if (common.length === 0) continue;
        const giver = givers.get(control.id) ?? { control, links: [], weight: 0 };
        givers.set(control.id, giver);
        giver.links.push({ relationship, universalControl });
        giver.weight += common.length;
        for (const number of common) found.add(number);
      }
      shared += found.size;
    }
    const asked = covered.control.mappings.reduce((sum, { covers }) => sum + covers.length, 0);
    const sorted = [...givers.values()].sort((one, other) => other.weight - one.weight);
    return { ...covered, asked, shared, givers: sorted.map(({ control, links }) => ({ control, links })) };
  });
}

/** What is asked of each universal control, by its id. */
function askingOf<Control extends MappedControl>(controls: readonly Control[]) {
  const asking = new Map<
    string,
    (Omit<Link, 'universalControl'> & { control: Control; covers: readonly number[] })[]
  >();
  for (const control of controls) {
    for (const { relationship, covers, universalControl } of control.mappings) {
      const before = asking.get(universalControl.id) ?? [];
      asking.set(universalControl.id, [...before, { control, relationship, covers }]);
    }
  }
  return asking;
}

/** Links with the same relationship together, in the order in which they come. */
export function linksByRelationship(links: readonly Link[]): { relationship: Relationship; linking: Linking[] }[] {
  const relationships = [...new Set(links.map(({ relationship }) => relationship))];
  return relationships.map((relationship) => ({
    relationship,
    linking: links.filter((link) => link.relationship === relationship).map(({ universalControl }) => universalControl),
  }));
}

/** Domains of the universal controls that the controls are mapped to, by name. */
export function domainsOf(rows: readonly { control: Pick<MappedControl, 'mappings'> }[]): Linking['domain'][] {
  const domains = rows.flatMap(({ control }) =>
    control.mappings.map(({ universalControl }) => universalControl.domain),
  );
  return [...new Map(domains.map((domain) => [domain.code, domain])).values()].sort((one, other) =>
    one.name.localeCompare(other.name),
  );
}

/** Whether a control asks for something of a domain. @param domain its code */
export function isIn(domain: string, { mappings }: Pick<MappedControl, 'mappings'>): boolean {
  return mappings.some(({ universalControl }) => universalControl.domain.code === domain);
}

/** Number of controls with each coverage. */
export type CoverCounts = Readonly<Record<Cover, number>>;

export function countsOf(rows: readonly { cover: Cover }[]): CoverCounts {
  const count = (wanted: Cover) => rows.filter(({ cover }) => cover === wanted).length;
  return { full: count('full'), part: count('part'), none: count('none') };
}

/** The rows of a category of the covered framework. */
export interface PairCategory<Row> {
  category: string;
  rows: Row[];
}

/** Rows by category, in the order in which the categories come. */
export function categoriesOf<Row extends { control: { category: string } }>(rows: readonly Row[]): PairCategory<Row>[] {
  const categories = new Map<string, Row[]>();
  for (const row of rows) {
    const { category } = row.control;
    categories.set(category, [...(categories.get(category) ?? []), row]);
  }
  return [...categories].map(([category, own]) => ({ category, rows: own }));
}

/** Controls that are unfolded at first. */
const OPEN_MAX = 25;

/** Categories that are unfolded at first: the first, and those after it as long as so many rows in all are not exceeded. */
export function openAtFirst(categories: readonly PairCategory<unknown>[], max = OPEN_MAX): string[] {
  let sum = 0;
  const folded = categories.findIndex(({ rows }, index) => (sum += rows.length) > max && index > 0);
  return categories.slice(0, folded === -1 ? categories.length : folded).map(({ category }) => category);
}

/** What a file says of a control. */
interface NamedControl extends MappedControl {
  controlId: string;
  title: string;
}

/**
 * Rows of a pair as cells of a file: code, title, category, coverage, how many elements are asked for and how many of them the other framework
 * asks for too, its controls that cover it, and the universal controls that it is mapped to.
 */
export function csvRowsOf(
  rows: readonly PairRow<NamedControl>[],
  words: Readonly<Record<Cover, string>>,
): (string | number)[][] {
  return rows.map(({ control, cover, asked, shared, givers }) => [
    control.controlId,
    control.title,
    control.category,
    words[cover],
    asked,
    shared,
    givers.map((giver) => giver.control.controlId).join(', '),
    control.mappings.map(({ universalControl }) => universalControl.code).join(', '),
  ]);
}

import type { ControlSelection } from '../../feature/feature.js';
import { controlsOfDomain } from './domain.rules.js';
import { findFramework, type Catalogue, type Control, type Framework } from './catalogue.js';

/** Numbers of controls of one framework. */
interface Counts {
  all: number;
  /** By code. */
  ofDomain: ReadonlyMap<string, number>;
  /** By name in lower case. */
  ofCategory: ReadonlyMap<string, number>;
  /** Controls of each level, and those without a level, which are of every level. */
  ofLevel: ReadonlyMap<number, number>;
  withoutLevel: number;
}

/** Counts how many controls a selection can have: an upper bound for every organization, from tables and without a walk. */
export class ControlCounts {
  private readonly counts: ReadonlyMap<Framework, Counts>;

  constructor(private readonly catalogue: Catalogue) {
    const ofDomains = catalogue.domains.map((domain) => ({ code: domain.code, controls: controlsOfDomain(domain) }));
    this.counts = new Map(
      catalogue.frameworks.map((framework) => {
        const { controls } = framework;
        const leveled = controls.filter(({ maturityLevel }) => maturityLevel !== null);
        const counts = {
          all: controls.length,
          ofDomain: new Map(
            ofDomains.map(({ code, controls: mapped }) => [code, controls.filter((each) => mapped.has(each)).length]),
          ),
          ofCategory: sizes(controls, ({ category }) => category.toLowerCase()),
          ofLevel: sizes(leveled, ({ maturityLevel }) => maturityLevel ?? 0),
          withoutLevel: controls.length - leveled.length,
        };
        return [framework, counts];
      }),
    );
  }

  /** Largest number of controls that a selection can have. */
  count({ frameworks, ...rest }: ControlSelection): number {
    return [...this.named(frameworks)].reduce((sum, framework) => sum + this.countIn(framework, rest), 0);
  }

  /** Largest number of controls that a selection can have of one framework. */
  countMax(selection: Omit<ControlSelection, 'frameworks'>): number {
    return Math.max(...this.catalogue.frameworks.map((framework) => this.countIn(framework, selection)));
  }

  private countIn(framework: Framework, { domains, categories, levels }: Omit<ControlSelection, 'frameworks'>): number {
    const counts = this.counts.get(framework);
    if (!counts) return 0;
    const sum = <Key>(keys: readonly Key[], numbers: ReadonlyMap<Key, number>) =>
      [...new Set(keys)].reduce((total, key) => total + (numbers.get(key) ?? 0), 0);
    return Math.min(
      counts.all,
      domains
        ? sum(
            domains.map((code) => code.toUpperCase()),
            counts.ofDomain,
          )
        : Infinity,
      categories
        ? sum(
            categories.map((name) => name.toLowerCase()),
            counts.ofCategory,
          )
        : Infinity,
      levels ? counts.withoutLevel + sum(levels, counts.ofLevel) : Infinity,
    );
  }

  private named(names: readonly string[] | null): ReadonlySet<Framework> {
    if (names === null) return new Set(this.catalogue.frameworks);
    const found = names.map(
      (name) =>
        this.catalogue.frameworks.find(({ id }) => id === name.toLowerCase()) ?? findFramework(this.catalogue, name),
    );
    return new Set(found.filter((framework) => framework !== null));
  }
}

function sizes<Key>(controls: readonly Control[], keyOf: (control: Control) => Key): ReadonlyMap<Key, number> {
  return new Map([...Map.groupBy(controls, keyOf)].map(([key, group]) => [key, group.length]));
}

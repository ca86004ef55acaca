import type { RestTag } from '../../feature/feature.js';

/** Tag of the paths about the interface itself. */
export const SERVICE_TAG: RestTag = { name: 'Interface', description: 'Documents that describe the interface.' };

/**
 * Tags of documented paths, as the features declare them: by the second segment of a path, in the order of the
 * features.
 */
export class Tags {
  private readonly tags: ReadonlyMap<string, RestTag>;

  constructor(features: readonly { tags?: Readonly<Record<string, RestTag>> }[]) {
    this.tags = new Map(features.flatMap(({ tags }) => Object.entries(tags ?? {})));
  }

  /** Checks that every path has a tag. @throws {Error} which names the first that has none */
  check(rows: readonly { path: string }[]): void {
    for (const { path } of rows) this.of(path);
  }

  /** Name of the tag of a path. @throws {Error} where no feature declares one */
  of(path: string): string {
    const [, , segment = ''] = path.split('/');
    const tag = this.tags.get(segment);
    if (!tag) throw new Error(`no feature declares a tag for ${path}`);
    return tag.name;
  }

  /** All tags with their descriptions. */
  get all(): RestTag[] {
    return [...this.tags.values(), SERVICE_TAG];
  }
}

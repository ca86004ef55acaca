import type { Content } from './content-shapes.js';

/** What of the frameworks an organization may leave out. Source: schema/contract/organizations.md, "Profile". */
export interface Scope {
  /** Whether the Privacy Rule's paragraphs of HIPAA are in scope. */
  hasHipaaPrivacy: boolean;
}

const [FRAMEWORK, PART] = ['hipaa', 'privacy'];

/** Whether a control of the framework `slug` belongs to the part that can be left out. */
export function isHipaaPrivacy(slug: string, part: string | null): boolean {
  return slug === FRAMEWORK && part === PART;
}

/** The content without the Privacy Rule's controls and every mapping to them. */
export function withoutHipaaPrivacy(content: Content): Content {
  const left = new Set<string>();
  const frameworks = content.frameworks.map((file) => ({
    ...file,
    controls: file.controls.filter(({ control_id: id, part }) => {
      if (!isHipaaPrivacy(file.slug, part ?? null)) return true;
      left.add(`${file.slug} ${id}`);
      return false;
    }),
  }));
  const domains = content.domains.map((file) => ({
    ...file,
    universal_controls: file.universal_controls.map((entry) => ({
      ...entry,
      mappings: entry.mappings.filter(({ framework, control_id: id }) => !left.has(`${framework} ${id}`)),
    })),
  }));
  return { ...content, frameworks, domains };
}

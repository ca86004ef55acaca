import type { Content } from '../content-shapes.js';

/** What a text is for; each kind has its own bounds. */
export type TextKind =
  | 'framework description'
  | 'domain description'
  | 'title'
  | 'description'
  | 'audit question'
  | 'example evidence'
  | 'element'
  | 'rationale'
  | 'check title'
  | 'check fault'
  | 'check description'
  | 'check rationale'
  | 'remediation summary'
  | 'step title'
  | 'step instruction'
  | 'reference';

/** One text of the content and where it stands. */
export interface ContentText {
  file: string;
  id: string;
  kind: TextKind;
  text: string;
}

type Check = Content['checkFiles'][number]['checks'][number];
type Family = Content['families'][number];

/** Every text that people read, in the order of the files. */
export function textsOf(content: Content): ContentText[] {
  return [
    ...content.frameworks.flatMap((file) => [
      { file: file.file, id: file.slug, kind: 'framework description' as const, text: file.description },
      ...file.controls.flatMap((entry) => entryTexts(file.file, entry.control_id, entry)),
    ]),
    ...content.domains.flatMap((file) => [
      { file: file.file, id: file.code, kind: 'domain description' as const, text: file.description },
      ...file.universal_controls.flatMap((entry) => [
        ...entryTexts(file.file, entry.code, entry),
        ...entry.elements.map((text) => ({ file: file.file, id: entry.code, kind: 'element' as const, text })),
        ...entry.mappings.map(({ framework, control_id: controlId, rationale: text }) => {
          return {
            file: file.file,
            id: `${entry.code} to ${framework} ${controlId}`,
            kind: 'rationale' as const,
            text,
          };
        }),
      ]),
    ]),
    ...content.checkFiles.flatMap(({ file, checks }) =>
      checks.flatMap((check) => [
        ...ruleTexts(file, check),
        { file, id: check.id, kind: 'check fault' as const, text: check.fault },
        { file, id: check.id, kind: 'check rationale' as const, text: check.rationale },
        ...check.references.map((text) => ({ file, id: check.id, kind: 'reference' as const, text })),
      ]),
    ),
    ...content.families.flatMap((family) => ruleTexts(family.file, family)),
  ];
}

interface Entry {
  title: string;
  description: string;
  audit_question: string;
  example_evidence: string[];
}

function entryTexts(file: string, id: string, entry: Entry): ContentText[] {
  return [
    { file, id, kind: 'title', text: entry.title },
    { file, id, kind: 'description', text: entry.description },
    { file, id, kind: 'audit question', text: entry.audit_question },
    ...entry.example_evidence.map((text) => ({ file, id, kind: 'example evidence' as const, text })),
  ];
}

function ruleTexts(file: string, { id, title, description, remediation }: Check | Family): ContentText[] {
  return [
    { file, id, kind: 'check title', text: title },
    { file, id, kind: 'check description', text: description },
    { file, id, kind: 'remediation summary', text: remediation.summary },
    ...remediation.steps.flatMap((step) => [
      { file, id, kind: 'step title' as const, text: step.title },
      { file, id, kind: 'step instruction' as const, text: step.instruction },
    ]),
  ];
}

/** The words of a text in lower case, without signs. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The sentences of a text. Abbreviations with a full stop inside (`e.g.`, `v1.2`) do not end one. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.?!]["'’”)]?)\s+(?=["'‘“(]?[A-Z0-9])/).filter((sentence) => sentence.trim() !== '');
}

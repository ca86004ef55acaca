import type { Content } from '../content-shapes.js';
import { lintAttributes } from './attribute.rules.js';
import { lintChecks } from './check.rules.js';
import { lintElements } from './element.rules.js';
import type { LintFinding } from './finding.js';
import { lintMappings } from './mapping.rules.js';
import { lintMethods } from './method.rules.js';
import { lintRepetition } from './repetition.rules.js';
import { lintTexts } from './text.rules.js';
import { lintTranslations } from './translation.rules.js';
import { lintTwins } from './twin.rules.js';

/**
 * Everything that a reviewer of the content would send back, by file, then entry. That files have their shape, with every text
 * that an entry needs, is checked when they are read.
 */
export function lintContent(content: Content): LintFinding[] {
  const findings = [
    ...lintTexts(content),
    ...lintRepetition(content),
    ...lintElements(content),
    ...lintMappings(content),
    ...lintTwins(content),
    ...lintMethods(content),
    ...lintAttributes(content),
    ...lintChecks(content),
    ...lintTranslations(content),
  ];
  return findings.sort((a, b) => compare(a.file, b.file) || compare(a.id, b.id) || compare(a.problem, b.problem));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

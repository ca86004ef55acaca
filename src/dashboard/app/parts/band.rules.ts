/** Look of a score or status: a class of theme.css and an icon that needs no color. */
export interface Band {
  name: 'passed' | 'part' | 'good' | 'fair' | 'poor' | 'failed' | 'none' | 'na';
  glyph: string;
}

/** Bands of control statuses, scan results (`pass`, `fail`) and assessments. */
export const BAND_OF_STATUS = {
  passed: { name: 'passed', glyph: '✓' },
  pass: { name: 'passed', glyph: '✓' },
  compliant: { name: 'passed', glyph: '✓' },
  failed: { name: 'failed', glyph: '✕' },
  fail: { name: 'failed', glyph: '✕' },
  non_compliant: { name: 'failed', glyph: '✕' },
  partially_compliant: { name: 'fair', glyph: '◐' },
  not_assessed: { name: 'none', glyph: '–' },
  not_applicable: { name: 'na', glyph: '' },
} as const satisfies Record<string, Band>;

/** Sign of a control that is passed and not shown in full: no tick, a half disc. */
export const PASSED_IN_PART = { name: 'part', glyph: '' } as const satisfies Band;

/** Sign of what exceptions accept: none of them is a sign of a status. */
export const ACCEPTED_BAND = { name: 'none', glyph: '◇' } as const satisfies Band;

/** Signs of how much of a passed control is shown: none of them is a sign of a band. */
export const ASSURANCE_GLYPHS = { full: '●', partial: '◔' } as const;

export type ShownStatus = keyof typeof BAND_OF_STATUS;

import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BAND_OF_STATUS, type Band } from '../../parts/band.rules';
import { useFormat, type Format } from '../../parts/format';
import { percentOf } from '../../parts/percent.rules';
import { ShareBar } from '../../parts/share-bar';
import { Sign } from '../../parts/sign';
import type { PostureHeatmapQuery } from './posture.gql';
import { bandOfAge, bandOfChange, shadeOf, shadeOfChange } from './posture.rules';
import type { Measure } from './posture-search';

export type Cell = PostureHeatmapQuery['heatmap']['frameworks'][number]['cells'][number] & {
  /** Percentage points; null where nothing is known. */
  move: number | null;
};

interface HeatmapCellProps {
  cell: Cell | undefined;
  measure: Measure;
  framework: { name: string; slug: string };
  domain: { code: string; name: string };
}

/** Cell of the heat-map: its figure, how many of its controls fail, and a bar of their statuses; a link to them. */
export function HeatmapCell({ cell, measure, framework, domain }: HeatmapCellProps) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  if (!cell || cell.all === 0) {
    return (
      <span className="posture-cell-none" title={t('heatmap.none')}>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{t('heatmap.none')}</VisuallyHidden>
      </span>
    );
  }
  const { pass: passed, full, fail: failed, all: total } = cell;
  const part = passed - full;
  const { band, figure } = shownOf(cell, measure, format);
  // Nothing is known of most cells of a new organization: these are quiet, so that the others are seen.
  const isQuiet = figure === null && passed === 0 && failed === 0;
  const counts = t('heatmap.counts', {
    full: format.number(full),
    part: format.number(part),
    failed: format.number(failed),
    total: format.number(total),
    count: total,
  });
  return (
    <Link
      to="/controls/$framework"
      params={{ framework: framework.slug }}
      search={{ domain: domain.code }}
      className={isQuiet ? 'posture-cell posture-cell-quiet' : 'posture-cell'}
      {...shadesOf(cell, measure)}
      title={counts}
    >
      <span className="posture-cell-figures">
        <VisuallyHidden>{t('heatmap.cell', { framework: framework.name, domain: domain.name })} </VisuallyHidden>
        {!isQuiet && band && <Sign {...band} />}
        {figure === null ? <VisuallyHidden>{t('heatmap.unknown')}</VisuallyHidden> : <b>{figure}</b>}
        {measure !== 'age' && failed > 0 && (
          <span className="posture-cell-failed" aria-hidden="true">
            {BAND_OF_STATUS.failed.glyph} {format.number(failed)}
          </span>
        )}
      </span>
      {measure === 'change' ? (
        <VisuallyHidden> {counts}</VisuallyHidden>
      ) : (
        <ShareBar label={counts} counts={{ full, partial: part, failed, rest: total - passed - failed }} />
      )}
    </Link>
  );
}

/** Attributes of the colour of a cell: by what fails, or by how far it rose or fell. */
function shadesOf(cell: Cell, measure: Measure) {
  if (measure === 'score') return { 'data-shade': shadeOf(cell) };
  if (measure === 'age' || cell.move === null) return {};
  return { 'data-shade': shadeOfChange(cell.move), 'data-rose': cell.move > 0 || undefined };
}

/** Figure of a cell, null where nothing is known, and its band where that is not the bar itself. A cell without decided controls is not 0 %. */
function shownOf(
  { full, pass, fail, all, move, since, old }: Cell,
  measure: Measure,
  format: Format,
): { figure: string | null; band: Band | null } {
  switch (measure) {
    case 'change':
      return { figure: move === null ? null : format.change(move), band: bandOfChange(move) };
    case 'age':
      return { figure: since ? format.relative(since) : null, band: bandOfAge(since ?? null, old ?? 0) };
    case 'score':
      return { figure: pass + fail === 0 ? null : format.percent(percentOf(full, all)), band: null };
  }
}

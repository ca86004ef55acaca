import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ASSURANCE_GLYPHS, bandOf } from '../../parts/band.rules';
import { useFormat } from '../../parts/format';
import type { PostureHeatmapQuery } from './posture.gql';
import { bandOfAge, bandOfChange, percentOf } from './posture.rules';
import type { Measure } from './posture-search';

export type Cell = PostureHeatmapQuery['heatmap']['frameworks'][number]['cells'][number];

interface HeatmapCellProps {
  cell: Cell | undefined;
  measure: Measure;
  framework: { name: string; slug: string };
  domain: { code: string; name: string };
}

/** Cell of the heat-map: figure, color, sign and counts; a link to its controls. */
export function HeatmapCell({ cell, measure, framework, domain }: HeatmapCellProps) {
  const { t } = useTranslation('posture');
  const format = useFormat();
  if (!cell || cell.total === 0) return <VisuallyHidden>{t('heatmap.none')}</VisuallyHidden>;
  const { passed, full, total } = cell;
  const part = passed - full;
  const { band, figure } = shownOf(cell, measure);
  // Nothing is known of most cells of a new organization: these are quiet, so that the others are seen.
  const isQuiet = figure === null && passed === 0;
  const words = {
    score: (value: number) => format.percent(value),
    change: (value: number) => format.change(value),
    age: (value: number) => t('heatmap.days', { count: value }),
  }[measure];
  return (
    <Link
      to="/controls/$framework"
      params={{ framework: framework.slug }}
      search={{ domain: domain.code }}
      className={isQuiet ? 'posture-cell posture-cell-quiet' : `posture-cell band-${band.name}`}
      title={t('heatmap.counts', {
        full: format.number(full),
        part: format.number(part),
        total: format.number(total),
        count: total,
      })}
    >
      <span>
        <VisuallyHidden>{t('heatmap.cell', { framework: framework.name, domain: domain.name })} </VisuallyHidden>
        {!isQuiet && <span aria-hidden="true">{band.glyph} </span>}
        {figure === null ? <VisuallyHidden>{t('heatmap.unknown')}</VisuallyHidden> : words(figure)}
      </span>
      {isQuiet ? (
        <span>{format.number(total)}</span>
      ) : (
        <span>
          <span aria-hidden="true">{ASSURANCE_GLYPHS.full}</span>
          {format.number(full)}
          <VisuallyHidden> {t('heatmap.inFull')},</VisuallyHidden>{' '}
          <span aria-hidden="true">{ASSURANCE_GLYPHS.partial}</span>
          {format.number(part)}
          <VisuallyHidden> {t('heatmap.inPart')},</VisuallyHidden> /{format.number(total)}
        </span>
      )}
    </Link>
  );
}

/** Value and band of a cell. A cell without decided controls is not 0 %. */
function shownOf({ passed, total, change, age }: Cell, measure: Measure) {
  if (measure === 'change') return { figure: change, band: bandOfChange(change) };
  if (measure === 'age') return { figure: age, band: bandOfAge(age) };
  const score = age === null ? null : percentOf(passed, total);
  return { figure: score, band: bandOf(score) };
}

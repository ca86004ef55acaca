import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { useFormat } from '../../parts/format';
import { ShareBar } from '../../parts/share-bar';
import type { MappingMatrixQuery } from './matrix.gql';
import { coverageOf, type Coverage } from './matrix.rules';

export type Cell = MappingMatrixQuery['mappingMatrix']['cells'][number];

/** Coverage in two figures, in full and with what is covered in part, and as a bar. */
export function CoverageFigures({ coverage }: { coverage: Coverage }) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  const { full, part, total, fullPercent, percent } = coverage;
  return (
    <>
      <span className="mapping-percent">
        {format.percent(fullPercent)}
        <VisuallyHidden> {t('matrix.inFull')}, </VisuallyHidden>
      </span>
      <span className="mapping-count">
        {format.percent(percent)}
        <VisuallyHidden> {t('matrix.inPartToo')}: </VisuallyHidden>
      </span>
      <ShareBar
        counts={{ full, partial: part, failed: 0, rest: total - full - part }}
        label={t('matrix.counts', { full, part, gaps: total - full - part, total })}
      />
    </>
  );
}

/** The way to a pair, with its coverage. */
export function PairLink({ cell, name }: { cell: Cell; name?: string }) {
  const { t } = useTranslation('mapping');
  const { frameworks } = useShell();
  const { from, to } = cell;
  const coverage = coverageOf([cell]);
  const { full, part, total } = coverage;
  const slugOf = (named: string) => frameworks.find((framework) => framework.name === named)?.slug ?? named;
  return (
    <Link
      to="/mapping/$from/$to"
      params={{ from: slugOf(from), to: slugOf(to) }}
      className="mapping-cell"
      title={t('matrix.counts', { full, part, gaps: total - full - part, total })}
    >
      <VisuallyHidden>{t('matrix.pair', { from, to })} </VisuallyHidden>
      {name !== undefined && (
        <span className="mapping-by" aria-hidden="true">
          {name}
        </span>
      )}
      <CoverageFigures coverage={coverage} />
    </Link>
  );
}

import '../../parts/scroll-edge.css';
import { Table, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { useShell } from '../../api/shell-data';
import type { MappingMatrixQuery } from './matrix.gql';
import { coverageOf, reachOf } from './matrix.rules';

type Cell = MappingMatrixQuery['mappingMatrix']['cells'][number];

/** Coverage matrix: of the framework of each row by that of each column; the last row is the total of a column. */
export function CoverageMatrix({ cells }: { cells: readonly Cell[] }) {
  const { t } = useTranslation('mapping');
  const names = [...new Set(cells.map(({ from }) => from))];
  return (
    <div>
      <Text id="matrix-caption" maw={760} mb="sm" fz={13} c="dimmed">
        {t('matrix.caption')}
      </Text>
      {/* A region that scrolls must be reachable by keyboard. */}
      <div
        role="region"
        aria-label={t('matrix.label')}
        tabIndex={0}
        className="scroll-edge"
        style={{ overflowX: 'auto' }}
      >
        <Table className="mapping-matrix" aria-label={t('matrix.label')} aria-describedby="matrix-caption">
          <Table.Thead>
            <Table.Tr>
              <Table.Td c="dimmed" fz="xs">
                {t('matrix.corner')}
              </Table.Td>
              {names.map((name) => (
                <Table.Th key={name} scope="col">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {names.map((to) => (
              <Table.Tr key={to}>
                <Table.Th scope="row">{to}</Table.Th>
                {names.map((from) => (
                  <Covered key={from} cell={cells.find((cell) => cell.from === from && cell.to === to)} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{t('matrix.others')}</Table.Th>
              {names.map((from) => (
                <All key={from} cells={cells} from={from} />
              ))}
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </div>
    </div>
  );
}

function Covered({ cell }: { cell: Cell | undefined }) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  const { frameworks } = useShell();
  if (!cell) return <Table.Td />;
  const { from, to } = cell;
  if (from === to) {
    return (
      <Table.Td className="mapping-same" c="dimmed">
        –
      </Table.Td>
    );
  }
  const { covered, total, percent } = coverageOf([cell]);
  const slugOf = (name: string) => frameworks.find((framework) => framework.name === name)?.slug ?? name;
  return (
    <Table.Td style={shade(percent)}>
      <Link to="/mapping/$from/$to" params={{ from: slugOf(from), to: slugOf(to) }} className="mapping-cell">
        <VisuallyHidden>{t('matrix.pair', { from, to })} </VisuallyHidden>
        <span className="mapping-percent">{format.percent(percent)}</span>{' '}
        <span className="mapping-count">
          {covered}/{total}
        </span>
      </Link>
    </Table.Td>
  );
}

function All({ cells, from }: { cells: readonly Cell[]; from: string }) {
  const format = useFormat();
  const { percent, covered, total } = reachOf(cells, from);
  return (
    <Table.Td>
      <strong>{format.percent(percent)}</strong>{' '}
      <span className="mapping-count">
        {covered}/{total}
      </span>
    </Table.Td>
  );
}

/** Background of a cell: darker for higher coverage, and light enough for the text. The number repeats it. */
function shade(percent: number) {
  return { background: `color-mix(in srgb, var(--passed) ${Math.round(percent * 0.3)}%, transparent)` };
}

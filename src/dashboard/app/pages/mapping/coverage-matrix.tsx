import '../../parts/scroll-edge.css';
import { Box, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CoverageFigures, PairLink, type Cell } from './coverage';
import { coverageOf, reachOf } from './matrix.rules';

/** Coverage matrix: of the framework of each row by that of each column; the last row is the total of a column. */
export function CoverageMatrix({ cells }: { cells: readonly Cell[] }) {
  const { t } = useTranslation('mapping');
  const names = [...new Set(cells.map(({ from }) => from))];
  return (
    // A region that scrolls must be reachable by keyboard.
    <Box
      role="region"
      aria-label={t('matrix.label')}
      tabIndex={0}
      className="scroll-edge"
      style={{ overflowX: 'auto' }}
      visibleFrom="sm"
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
              <Table.Td key={from}>
                <CoverageFigures coverage={reachOf(cells, from)} />
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Box>
  );
}

function Covered({ cell }: { cell: Cell | undefined }) {
  if (!cell) return <Table.Td />;
  if (cell.from === cell.to) {
    return (
      <Table.Td className="mapping-same" c="dimmed">
        –
      </Table.Td>
    );
  }
  return (
    <Table.Td style={{ '--covered': `${coverageOf([cell]).percent}%` }}>
      <PairLink cell={cell} />
    </Table.Td>
  );
}

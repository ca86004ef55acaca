import { NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PairLink, type Cell } from './coverage';

/** Coverage of one framework by each other, where there is no room for the matrix: the one is chosen. */
export function CoverageList({ cells }: { cells: readonly Cell[] }) {
  const { t } = useTranslation('mapping');
  const names = [...new Set(cells.map(({ to }) => to))];
  const [chosen, setChosen] = useState(names[0] ?? '');
  const shown = cells.filter(({ from, to }) => to === chosen && from !== to);
  return (
    <Stack gap="md" hiddenFrom="sm">
      <NativeSelect
        label={t('pair.to')}
        data={names}
        value={chosen}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      <ul className="mapping-list" aria-label={t('matrix.of', { framework: chosen })}>
        {shown.map((cell) => (
          <li key={cell.from}>
            <PairLink cell={cell} name={t('matrix.by', { framework: cell.from })} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

import { Text } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelection } from './search-store';

/** Results of a group that show at first. */
const SHOWN = 5;

interface SearchGroupProps<Each> {
  label: string;
  found: readonly Each[];
  /** Number of all results, where `found` has the first of them only. @default those in `found` */
  total?: number;
  /** Opens the whole list, where `found` has the first of it only. */
  onAll?: () => void;
  children: (each: Each) => ReactNode;
}

/** Results of a kind: the first five, and the others on demand. Nothing where there are none. */
export function SearchGroup<Each>({ label, found, total = found.length, onAll, children }: SearchGroupProps<Each>) {
  const { t } = useTranslation('search');
  const [isWhole, setWhole] = useState(false);
  useSelection(isWhole);
  if (found.length === 0) return null;
  const shown = isWhole ? found : found.slice(0, SHOWN);
  const isFolded = shown.length < total && (!isWhole || onAll !== undefined);
  return (
    <Spotlight.ActionsGroup label={label}>
      {shown.map(children)}
      {isFolded && (
        <Spotlight.Action closeSpotlightOnTrigger={onAll !== undefined} onClick={onAll ?? (() => setWhole(true))}>
          <Text size="sm" td="underline">
            {t('all', { count: total })}
          </Text>
        </Spotlight.Action>
      )}
    </Spotlight.ActionsGroup>
  );
}

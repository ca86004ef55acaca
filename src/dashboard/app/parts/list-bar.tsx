import './list-bar.css';
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Whether filters are unfolded. */
export interface Fold {
  isOpen: boolean;
  toggle: () => void;
}

/** State of filters that more than the bar shows. */
export function useFold(): Fold {
  const [isOpen, { toggle }] = useDisclosure();
  return { isOpen, toggle };
}

interface ListBarProps {
  /** Search that stays where the filters are folded: a `ListSearch`. */
  search?: ReactNode;
  /** How many of the filters are set. */
  count: number;
  /** Where facets unfold with the filters. @default its own */
  facets?: Fold;
  /** The filters. */
  children?: ReactNode;
}

/** Search and filters of a list in one row. On narrow screens a button unfolds the filters below the search. */
export function ListBar({ search, count, facets, children }: ListBarProps) {
  const { t } = useTranslation('common');
  const own = useFold();
  const { isOpen, toggle } = facets ?? own;
  return (
    <Group gap="sm" className="list-bar" data-open={isOpen || undefined}>
      {search}
      <Button
        variant="default"
        className="list-filter"
        data-facets={facets ? true : undefined}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {t('facets.open', { count })}
      </Button>
      {children}
    </Group>
  );
}

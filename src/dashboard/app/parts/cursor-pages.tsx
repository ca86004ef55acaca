import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Position in a list that is paged by cursor, newest first. */
export interface CursorPages {
  /** Cursor before the current page; undefined for the first. */
  after: string | undefined;
  /** Number of the page, from 1. */
  number: number;
  older: (endCursor: string) => void;
  newer: () => void;
}

/** Paging state of a list. @param list identity of the list: another one begins at its first page */
export function useCursorPages(list: string): CursorPages {
  const [{ of, cursors }, set] = useState<{ of: string; cursors: readonly string[] }>({ of: list, cursors: [] });
  const present = of === list ? cursors : [];
  return {
    after: present.at(-1),
    number: present.length + 1,
    older: (endCursor) => set({ of: list, cursors: [...present, endCursor] }),
    newer: () => set({ of: list, cursors: present.slice(0, -1) }),
  };
}

interface CursorPagerProps {
  pages: CursorPages;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount: number;
  /** Page size. */
  first: number;
}

/** Buttons for the previous and next page; hidden for a single page. */
export function CursorPager({ pages, pageInfo: { hasNextPage, endCursor }, totalCount, first }: CursorPagerProps) {
  const { t } = useTranslation('common');
  if (pages.number === 1 && !hasNextPage) return null;
  return (
    <Group gap="sm">
      <Button variant="default" disabled={pages.number === 1} onClick={pages.newer}>
        {t('action.newer')}
      </Button>
      <Text role="status">{t('state.page', { number: pages.number, count: Math.ceil(totalCount / first) })}</Text>
      <Button
        variant="default"
        disabled={!hasNextPage || endCursor === null}
        onClick={() => {
          if (endCursor !== null) pages.older(endCursor);
        }}
      >
        {t('action.older')}
      </Button>
    </Group>
  );
}

import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Where one is in a list that is read page by page, newest first. */
export interface CursorPages {
  /** What the page shown comes after; undefined for the first. */
  after: string | undefined;
  /** Its number, from 1. */
  number: number;
  older: (endCursor: string) => void;
  newer: () => void;
}

/** @param list what is listed: another list begins at its first page again */
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
  /** How many a page has. */
  first: number;
}

/** Leads to the page before and after; is not there where one page is all. */
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

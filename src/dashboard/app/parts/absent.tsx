import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { described } from './described';
import { TextLink } from './text-link';

/** Kinds of things that have a page each, with the page that lists them. */
const LIST_OF = {
  universalControl: '/mapping/universal',
  artifact: '/evidence',
  finding: '/findings',
  scan: '/scans',
  resource: '/resources',
  workItem: '/work-items',
  webhook: '/webhooks',
  check: '/checks',
  control: '/controls',
  framework: '/controls',
} as const;

/** What a page is about, as its address names it. */
export interface Thing {
  kind: keyof typeof LIST_OF;
  /** Id or code from the address. */
  id: string;
  /** Result of the query that asks for it. */
  result: { error?: unknown };
  /** Link to the list where it would stand. @default the one of its kind */
  list?: ReactNode;
}

/** Whether the service answered that a thing does not exist. */
export function isAbsent({ result: { error } }: Thing): boolean {
  return error !== undefined && described(error).code === 'NOT_FOUND';
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether an address names something by its id; else by a code. */
export function isId(named: string): boolean {
  return UUID.test(named);
}

/** `No universal control UCF-PHY-99`; an id of the service names nothing to a reader. */
export function useAbsentTitle(): (thing: Thing) => string {
  const { t } = useTranslation('common');
  return ({ kind, id }) => (isId(id) ? t(`absent.${kind}.unnamed`) : `${t(`absent.${kind}.no`)} ${id}`);
}

/** In place of a thing that does not exist: why it may be so, and the list of its kind. */
export function Absent({ kind, list }: Thing) {
  const { t } = useTranslation('common');
  return (
    <Stack gap="sm" align="flex-start" role="alert">
      <Text>{t(`absent.${kind}.why`)}</Text>
      {list ?? <TextLink to={LIST_OF[kind]}>{t(`absent.${kind}.list`)}</TextLink>}
    </Stack>
  );
}

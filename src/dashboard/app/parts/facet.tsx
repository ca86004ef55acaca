import './facet.css';
import { Anchor, Box, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from './format';

/** Parameters of the address; undefined takes one away. */
type Changes = Readonly<Record<string, string | undefined>>;

export interface FacetChoice {
  key: string;
  name: string;
  /** Null where nobody counted. */
  count: number | null;
  isChosen: boolean;
  /** What the address says where it is chosen. */
  chosen: Changes;
  /** And where it is not chosen any more. */
  dropped: Changes;
}

interface FacetProps {
  title: string;
  choices: readonly FacetChoice[];
  /** What stands below the choices. */
  note?: ReactNode;
  /** Choices that are shown before somebody asks for all of them. @default all */
  first?: number;
}

/** The choices of one property, with how many there are of each. What there is none of is left out, unless it is chosen. */
export function Facet({ title, choices, note = null, first = Number.POSITIVE_INFINITY }: FacetProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const present = choices.filter(({ count, isChosen }) => count !== 0 || isChosen);
  const shown = isWhole ? present : present.filter(({ isChosen }, place) => place < first || isChosen);
  if (present.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} fz="xs" c="dimmed" mb={4} px={6}>
        {title}
      </Title>
      <ul className="facet">
        {shown.map(({ key, name, count, chosen, dropped, isChosen }) => (
          <li key={key}>
            <Link
              to="."
              search={(before: object) => ({
                ...before,
                ...(isChosen ? dropped : chosen),
                after: undefined,
                page: undefined,
              })}
              aria-current={isChosen ? 'true' : undefined}
              resetScroll={false}
            >
              <span title={name}>
                {isChosen && <span aria-hidden="true">✓ </span>}
                {name}
              </span>
              <span>{count === null ? '' : format.number(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < present.length && (
        <Anchor component="button" type="button" size="xs" mih={24} px={6} onClick={() => setWhole(true)}>
          {t('facets.all', { count: present.length })}
        </Anchor>
      )}
      {note !== null && (
        <Text component="div" size="xs" c="dimmed" px={6}>
          {note}
        </Text>
      )}
    </section>
  );
}

interface FacetRailProps {
  label: string;
  /** Where there is no room beside the list. */
  isOpen: boolean;
  children: ReactNode;
}

/** Facets, which stand beside a list where there is room, and are unfolded above it where there is none. */
export function FacetRail({ label, isOpen, children }: FacetRailProps) {
  return (
    <Box className="facets-rail" miw={0} data-open={isOpen || undefined}>
      <Stack gap="md" component="nav" aria-label={label}>
        {children}
      </Stack>
    </Box>
  );
}

import { skipToken, useQuery } from '@apollo/client/react';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { SearchControlsDocument } from './control-search.gql';

const LENGTH_MIN = 2;
/** Limit of results for each framework. */
const SHOWN_MAX = 10;

/** Found controls by framework, as options of a select input. */
export interface ControlOptions {
  options: { group: string; items: { value: string; label: string }[] }[];
  /** Message for an empty list. */
  message: string;
}

/** Searches the controls of all frameworks for the typed text. */
export function useControlSearch(typed: string): ControlOptions {
  const { t } = useTranslation('common');
  const [q] = useDebouncedValue(typed.trim(), 150);
  const isAsked = q.length >= LENGTH_MIN;
  const { data, previousData, loading } = useQuery(SearchControlsDocument, isAsked ? { variables: { q } } : skipToken);
  const frameworks = (isAsked ? (data ?? previousData)?.frameworks : undefined) ?? [];
  const options = frameworks
    .map(({ name, controls }) => ({
      group: name,
      items: controls
        .slice(0, SHOWN_MAX)
        .map((control) => ({ value: control.id, label: nameOf({ ...control, framework: name }) })),
    }))
    .filter(({ items }) => items.length > 0);
  return { options, message: isAsked && !loading ? t('search.nothing') : t('search.hint') };
}

/** `SOC 2 CC6.1 Logical access`. */
export function nameOf(control: { framework: string; controlId: string; title: string }): string {
  return `${control.framework} ${control.controlId} ${control.title}`;
}

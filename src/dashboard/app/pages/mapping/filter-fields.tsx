import '../../parts/list-search.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTyped } from '../../parts/use-typed';

interface WordsFieldProps {
  q: string | undefined;
  onChange: (q: string | undefined) => void;
}

/** Search of universal controls by code, title or keyword. */
export function WordsField({ q = '', onChange }: WordsFieldProps) {
  const { t } = useTranslation('mapping');
  const [typed, setTyped] = useTyped(q);
  return (
    <TextInput
      aria-label={t('list.search')}
      placeholder={t('list.search')}
      type="search"
      className="list-search"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(value.trim() || undefined);
      }}
    />
  );
}

interface DomainSelectProps {
  domains: readonly { code: string; name: string }[];
  /** Code; undefined for all. */
  domain: string | undefined;
  onChange: (domain: string | undefined) => void;
}

/** Choice of one domain, or of all. */
export function DomainSelect({ domains, domain = '', onChange }: DomainSelectProps) {
  const { t } = useTranslation('mapping');
  return (
    <NativeSelect
      aria-label={t('list.domain')}
      value={domain}
      data={[
        { value: '', label: t('list.anyDomain') },
        ...domains.map(({ code, name }) => ({ value: code, label: name })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}

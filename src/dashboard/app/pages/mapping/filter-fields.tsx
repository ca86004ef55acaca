import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';

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

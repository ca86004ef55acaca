import { Group, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import type { ScanChoicesQuery } from './scan-names.gql';

interface PairChoiceProps {
  /** Scans that can be compared. */
  scans: ScanChoicesQuery['scans']['nodes'];
  from: string | undefined;
  to: string | undefined;
}

/** Choice of the two compared scans, stored in the address. */
export function PairChoice({ scans, from, to }: PairChoiceProps) {
  const { t } = useTranslation('scans');
  const format = useFormat();
  const navigate = useNavigate();
  const data = [
    { value: '', label: t('comparison.choose') },
    ...scans.map(({ id, createdAt, trigger }) => ({
      value: id,
      label: `${format.dateTime(createdAt)} · ${t(`trigger.${trigger}`)}`,
    })),
  ];
  // One that is older than those listed is still the one that is shown.
  const listed = (id: string | undefined) =>
    id === undefined || scans.some((each) => each.id === id)
      ? data
      : [...data, { value: id, label: t('comparison.older') }];
  const choose = (pair: { from: string | undefined; to: string | undefined }) =>
    void navigate({ to: '/scans/compare', search: pair, replace: true });
  return (
    <Group gap="sm">
      <NativeSelect
        label={t('comparison.from')}
        value={from ?? ''}
        data={listed(from)}
        onChange={({ currentTarget }) => choose({ from: currentTarget.value || undefined, to })}
      />
      <NativeSelect
        label={t('comparison.to')}
        value={to ?? ''}
        data={listed(to)}
        onChange={({ currentTarget }) => choose({ from, to: currentTarget.value || undefined })}
      />
    </Group>
  );
}

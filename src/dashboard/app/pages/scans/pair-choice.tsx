import { Button, Group, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { momentOfScan } from '../../parts/scan-moment.rules';
import { scanBefore } from './scan.rules';
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
  const minutes = scans.map((scan) => format.dateTime(momentOfScan(scan)));
  /** With seconds where another scan has the same minute. */
  const nameOf = (scan: (typeof scans)[number]) => {
    const minute = format.dateTime(momentOfScan(scan));
    return minutes.filter((each) => each === minute).length > 1 ? format.exactTime(momentOfScan(scan)) : minute;
  };
  // What all of them say, none has to.
  const isMixed = new Set(scans.map(({ trigger }) => trigger)).size > 1;
  const data = [
    { value: '', label: t('comparison.choose') },
    ...scans.map((scan) => ({
      value: scan.id,
      label: isMixed ? `${nameOf(scan)} · ${t(`trigger.${scan.trigger}`)}` : nameOf(scan),
    })),
  ];
  const place = scans.findIndex(({ id }) => id === to);
  // One that is older than those listed is still the one that is shown.
  const listed = (id: string | undefined) =>
    id === undefined || scans.some((each) => each.id === id)
      ? data
      : [...data, { value: id, label: t('comparison.older') }];
  const choose = (pair: { from: string | undefined; to: string | undefined }) =>
    void navigate({ to: '/scans/compare', search: pair, replace: true });
  /** The pair that ends at another scan of the list; nothing at its ends. */
  const step = (words: string, end: (typeof scans)[number] | undefined) => {
    const start = end && scanBefore(scans, end.id);
    return (
      <Button variant="default" disabled={!start} onClick={() => start && choose({ from: start.id, to: end.id })}>
        {words}
      </Button>
    );
  };
  return (
    <Group gap="sm" align="flex-end">
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
      {place >= 0 && (
        <Group gap="xs">
          {step(`‹ ${t('comparison.previous')}`, scans[place + 1])}
          {step(`${t('comparison.later')} ›`, scans[place - 1])}
        </Group>
      )}
    </Group>
  );
}

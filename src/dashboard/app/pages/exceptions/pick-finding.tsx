import { useQuery } from '@apollo/client/react';
import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { Dialog } from '../../parts/dialog';
import type { Acceptable } from '../../parts/exceptions/accept-finding';
import { acceptanceOf } from '../../parts/exceptions/acceptance';
import { acceptableOf } from '../../parts/findings/finding.rules';
import { Severity } from '../../parts/severity';
import { FindingsToAcceptDocument, type FindingsToAcceptQuery } from './exceptions.gql';

const PAUSE_MS = 300;

interface PickFindingProps {
  onPick: (finding: Acceptable) => void;
  onClose: () => void;
}

/** Dialog that finds the failing finding which an exception is to accept, open while mounted. */
export function PickFinding({ onPick, onClose }: PickFindingProps) {
  const { t } = useTranslation(['exceptions', 'common', 'findings']);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const result = useQuery(FindingsToAcceptDocument, { variables: { search: search === '' ? null : search } });
  // While another search is on its way, what was found before stays.
  const data = result.data ?? result.previousData;
  return (
    <Dialog opened size="lg" onClose={onClose} title={t('pick.title')}>
      <Stack gap="md">
        <TextInput
          type="search"
          label={t('pick.search')}
          placeholder={t('findings:filter.searchHint')}
          data-autofocus
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <Answered result={{ ...result, data }}>{(found) => <Found found={found} onPick={onPick} />}</Answered>
      </Stack>
    </Dialog>
  );
}

/** What was found that nobody has requested to accept, the worst first. */
function Found({
  found: { findings, proposals },
  onPick,
}: { found: FindingsToAcceptQuery } & Pick<PickFindingProps, 'onPick'>) {
  const { t } = useTranslation('exceptions');
  const shown = findings.nodes.flatMap((finding) => {
    const acceptable = acceptableOf(finding);
    if (acceptable === null) return [];
    const state = acceptanceOf({ finding: acceptable, isAccepted: false, proposals: proposals.nodes });
    return state === 'none' ? [{ ...finding, acceptable }] : [];
  });
  if (shown.length === 0) return <Empty>{t('pick.none')}</Empty>;
  return (
    <>
      <ul className="exception-picks" aria-label={t('pick.found')}>
        {shown.map(({ id, severity, fault, resource, resourceId, acceptable }) => (
          <li key={id}>
            <UnstyledButton onClick={() => onPick(acceptable)}>
              <Severity severity={severity} />
              <span>
                <Text span fw={500} size="sm">
                  {fault}
                </Text>
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {resource?.name ?? resourceId}
                </Text>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {findings.pageInfo.hasNextPage && (
        <Text size="xs" c="dimmed">
          {t('pick.first', { count: findings.nodes.length })}
        </Text>
      )}
    </>
  );
}

import { Anchor, List, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../parts/text-link';
import type { Derivation } from './derivation';

type Missing = Derivation['missing'][number];

/** What fails stands before what nobody has looked at yet. */
const ORDER: readonly Missing['action'][] = [
  'repair',
  'grant_access',
  'run_checks',
  'add_evidence',
  'assess',
  'not_mapped',
];

/** Of a wide control twenty parts may be missing. */
const SHOWN = 5;

/** What would show a control in full, each with a link to where it is done. */
export function MissingParts({ derivation: { missing, mappings } }: { derivation: Derivation }) {
  const { t } = useTranslation('controls');
  const scanOf = ({ universalControl, elements }: Missing) =>
    mappings
      .filter(({ mapping }) => mapping.universalControl.id === universalControl.id)
      .flatMap((mapping) => mapping.elements)
      .filter(({ number }) => elements.includes(number))
      .flatMap(({ votes }) => votes.filter(({ result }) => result !== 'pass'))
      .map(({ scanJobId }) => scanJobId)
      .at(0);
  const [isWhole, { open }] = useDisclosure();
  const ordered = missing.toSorted((a, b) => ORDER.indexOf(a.action) - ORDER.indexOf(b.action));
  const shown = isWhole ? ordered : ordered.slice(0, SHOWN);
  return (
    <div>
      <Text fw={500}>{t('derivation.missing')}</Text>
      <List aria-label={t('derivation.missing')}>
        {shown.map((part) => {
          const { action, universalControl, elements } = part;
          const { code } = universalControl;
          return (
            <List.Item key={`${action} ${code} ${elements.join()}`}>
              {t(`derivation.do.${action}`, { code, elements: elements.join(', '), count: elements.length })}{' '}
              <WhereToDo part={part} scanId={scanOf(part)} />
            </List.Item>
          );
        })}
      </List>
      {shown.length < missing.length && (
        <Anchor component="button" type="button" mih={24} onClick={open}>
          {t('derivation.moreMissing', { count: missing.length - shown.length })}
        </Anchor>
      )}
    </div>
  );
}

function WhereToDo({ part: { action, universalControl }, scanId }: { part: Missing; scanId: string | undefined }) {
  const { t } = useTranslation('controls');
  switch (action) {
    case 'repair':
      return <TextLink to="/remediation">{t('derivation.toRemediation')}</TextLink>;
    case 'grant_access':
    case 'run_checks':
      if (scanId === undefined) return <TextLink to="/integrations">{t('derivation.toIntegrations')}</TextLink>;
      return (
        <TextLink to="/scans/$scanId" params={{ scanId }}>
          {t('derivation.toScan')}
        </TextLink>
      );
    case 'not_mapped':
      return null;
    case 'assess':
    case 'add_evidence': {
      const { id, code } = universalControl;
      return (
        <TextLink to="/mapping/universal/$universalControlId" params={{ universalControlId: id }}>
          {t('derivation.toAssess', { code })}
        </TextLink>
      );
    }
  }
}

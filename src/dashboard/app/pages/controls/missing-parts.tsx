import { Anchor, List, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../parts/text-link';
import type { Derivation } from './derivation';
import { STATE_GLYPHS } from './derived-mapping';

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

/** Judgements that fail what they are about. */
const FAILED = ['partially_compliant', 'non_compliant'] as const;

/** Of a wide control twenty parts may be missing. */
const SHOWN = 5;

/** What would show a control in full, each with its state and a link to where it is done; what fails first, what is done last. */
export function MissingParts({ derivation: { missing, mappings } }: { derivation: Derivation }) {
  const { t } = useTranslation('controls');
  const [isWhole, { open }] = useDisclosure();
  const mappingOf = ({ universalControl }: Missing) =>
    mappings.find(({ mapping }) => mapping.universalControl.id === universalControl.id);
  const scanOf = (part: Missing) =>
    mappingOf(part)
      ?.elements.filter(({ number }) => part.elements.includes(number))
      .flatMap(({ votes }) => votes.filter(({ result }) => result !== 'pass'))
      .map(({ scanJobId }) => scanJobId)
      .at(0);
  const stateOf = (part: Missing) => {
    const mapping = mappingOf(part);
    // An assessment fails it as a test does.
    const isFailed = FAILED.some((status) => mapping?.assessment?.status === status);
    return isFailed ? 'contradicted' : (mapping?.state ?? 'open');
  };
  const rank = (part: Missing) => (stateOf(part) === 'contradicted' ? 0 : ORDER.length) + ORDER.indexOf(part.action);
  const ordered = missing.toSorted((a, b) => rank(a) - rank(b));
  const shown = isWhole ? ordered : ordered.slice(0, SHOWN);
  const done = mappings.filter(({ state }) => state === 'shown').length;
  return (
    <div>
      <Text fw={500}>{t('derivation.missing')}</Text>
      <List listStyleType="none" aria-label={t('derivation.missing')}>
        {shown.map((part) => {
          const { action, universalControl, elements } = part;
          const { code, title } = universalControl;
          const state = stateOf(part);
          return (
            <List.Item key={`${action} ${code} ${elements.join()}`}>
              <span aria-hidden="true">{STATE_GLYPHS[state]}</span>{' '}
              {state === 'contradicted' && (
                <Text span c="var(--mantine-color-error)">
                  {t('derivation.state.contradicted')} ·{' '}
                </Text>
              )}
              <span>
                {t(`derivation.do.${action}`, {
                  code: `${code} ${title}`,
                  elements: elements.join(', '),
                  count: elements.length,
                })}
              </span>{' '}
              <WhereToDo part={part} scanId={scanOf(part)} isAssessed={mappingOf(part)?.assessment != null} />
            </List.Item>
          );
        })}
      </List>
      {shown.length < missing.length && (
        <Anchor component="button" type="button" mih={24} onClick={open}>
          {t('derivation.moreMissing', { count: missing.length - shown.length })}
        </Anchor>
      )}
      {done > 0 && (
        <Text size="sm" c="dimmed">
          <span aria-hidden="true">{STATE_GLYPHS.shown}</span>{' '}
          {t('derivation.doneAlready', { count: done, total: mappings.length })}
        </Text>
      )}
    </div>
  );
}

interface WhereToDoProps {
  part: Missing;
  scanId: string | undefined;
  /** Whether its universal control has an assessment in force. */
  isAssessed: boolean;
}

function WhereToDo({ part: { action, universalControl }, scanId, isAssessed }: WhereToDoProps) {
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
          {t(isAssessed ? 'derivation.toReassess' : 'derivation.toAssess', { code })}
        </TextLink>
      );
    }
  }
}

import { Anchor, List, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { BAND_OF_STANDING } from '../../parts/proof.rules';
import { Sign } from '../../parts/sign';
import type { Derivation } from './derivation';
import { isUnmet, missingByMapping, type MissingOf } from './missing.rules';
import { WhereToDo } from './where-to-do';

type Missing = Derivation['missing'][number];
type Mapping = Derivation['mappings'][number];

/** Of a wide control twenty parts may be missing. */
const SHOWN = 5;

/** What would show a control in full, each with its state and a link to where it is done; what fails first. */
export function MissingParts({ missing, mappings }: Pick<Derivation, 'missing' | 'mappings'>) {
  const { t } = useTranslation('controls');
  const [isWhole, { open }] = useDisclosure();
  const rows = missingByMapping<Missing, Mapping>(missing, mappings);
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  return (
    <div>
      <Text fw={500}>{t('derivation.missing')}</Text>
      <List
        listStyleType="none"
        spacing="sm"
        aria-label={t('derivation.missing')}
        styles={{ itemWrapper: { display: 'block' }, itemLabel: { width: '100%' } }}
      >
        {shown.map((row) => (
          <List.Item key={row.universalControl.id}>
            <MissingRow row={row} />
          </List.Item>
        ))}
      </List>
      {shown.length < rows.length && (
        <Anchor component="button" type="button" mih={24} onClick={open}>
          {t('derivation.moreMissing', { count: rows.length - shown.length })}
        </Anchor>
      )}
    </div>
  );
}

function MissingRow({ row: { universalControl, parts, mapping, standing } }: { row: MissingOf<Missing, Mapping> }) {
  const { t } = useTranslation('controls');
  const { code, title } = universalControl;
  return (
    <>
      {parts.map((part) => (
        <div key={`${part.action} ${part.elements.join()}`}>
          <Sign {...BAND_OF_STANDING[standing]} />{' '}
          {standing === 'failed' && (
            <Text span c="var(--mantine-color-error)">
              {t('derivation.state.contradicted')} ·{' '}
            </Text>
          )}
          <span>
            {t(`derivation.do.${part.action === 'assess' && isUnmet(mapping) ? 'reassess' : part.action}`, {
              code: `${code} ${title}`,
            })}
            {part.elements.length > 0 &&
              ` ${t('derivation.unnamed', { elements: part.elements.join(', '), count: part.elements.length })}`}
          </span>{' '}
          <WhereToDo part={part} mapping={mapping} />
        </div>
      ))}
    </>
  );
}

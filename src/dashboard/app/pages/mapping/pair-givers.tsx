import { Anchor, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { ControlLink } from '../../parts/control-link';
import { TextLink } from '../../parts/text-link';
import type { MappingPairQuery } from './pair.gql';
import { linksByRelationship, type Giver, type Link, type Linking } from './pair.rules';

interface PairGiversProps {
  givers: readonly Giver<MappingPairQuery['from'][number]>[];
  /** Slug of their framework. */
  framework: string;
}

/** Controls that give coverage, and over which universal controls: `asks for elements of UCF-AUT-01`. */
export function PairGivers({ givers, framework }: PairGiversProps) {
  const { t } = useTranslation('mapping');
  const { few, button } = useFew(givers);
  return (
    <>
      <ul className="mapping-lines">
        {few.map(({ control, links }) => (
          <li key={control.id}>
            <ControlLink control={control} framework={framework} />{' '}
            <Text span size="xs" c="dimmed">
              {linksByRelationship(links).map(({ relationship, linking }, index) => (
                <Fragment key={relationship}>
                  {index > 0 && '; '}
                  <Trans
                    t={t}
                    i18nKey={`pair.asks.${relationship}`}
                    components={{ codes: <Codes linking={linking} /> }}
                  />
                </Fragment>
              ))}
            </Text>
          </li>
        ))}
      </ul>
      {button}
    </>
  );
}

/** What a control asks for that the other framework does not: the codes, whose titles are at hand. */
export function OwnLinks({ links }: { links: readonly Link[] }) {
  const { t } = useTranslation('mapping');
  const { few, button } = useFew(links);
  return (
    <Text size="xs" c="dimmed">
      {t('pair.notAsked')} <Codes linking={few.map(({ universalControl }) => universalControl)} /> {button}
    </Text>
  );
}

/** Items that show at first. */
const SHOWN = 3;

/** The first few items, and a button that shows the others. */
function useFew<Item>(items: readonly Item[]) {
  const { t } = useTranslation('mapping');
  const [isOpen, setOpen] = useState(false);
  const button = items.length > SHOWN && (
    <Anchor component="button" type="button" size="xs" mih={24} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen ? t('pair.fewer') : t('pair.more', { count: items.length - SHOWN })}
    </Anchor>
  );
  return { few: isOpen ? items : items.slice(0, SHOWN), button };
}

function Codes({ linking }: { linking: readonly Linking[] }) {
  return linking.map(({ id, code, title }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <TextLink
        inherit
        to="/mapping/universal/$universalControlId"
        params={{ universalControlId: id }}
        title={title}
        style={{ whiteSpace: 'nowrap' }}
      >
        {code}
      </TextLink>
    </Fragment>
  ));
}

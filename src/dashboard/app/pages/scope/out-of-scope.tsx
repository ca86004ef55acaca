import '../../parts/row-list.css';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import type { ScopeOfFrameworkQuery } from './scope.gql';
import { reasonOf } from './scope-effect.rules';

type Framework = ScopeOfFrameworkQuery['framework'];

/** Controls that are shown at first. */
const SHOWN = 5;

/** The controls that are out of scope, each with the reason of the decision that leaves it out. */
export function OutOfScope({ framework: { slug, controls, scope } }: { framework: Framework }) {
  const { t } = useTranslation('scope');
  const [isWhole, setWhole] = useState(false);
  const out = controls.filter((control) => !control.scope.isInScope);
  return (
    <Section title={t('out.title')}>
      {out.length === 0 ? (
        <Text c="dimmed">{t('out.none')}</Text>
      ) : (
        <>
          <ul className="row-list links scope-out">
            {(isWhole ? out : out.slice(0, SHOWN)).map(({ id, controlId, title }) => {
              const reason = reasonOf(id, scope);
              return (
                <li key={id}>
                  <div>
                    <TextLink to="/controls/$framework/$controlId" params={{ framework: slug, controlId: id }} fw={500}>
                      {controlId} {title}
                    </TextLink>
                    {reason !== null && (
                      <Text size="sm" c="dimmed">
                        {reason}
                      </Text>
                    )}
                  </div>
                </li>
              );
            })}
          </ul>
          {!isWhole && out.length > SHOWN && (
            <div>
              <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
                {t('out.showAll', { count: out.length })}
              </Button>
            </div>
          )}
        </>
      )}
    </Section>
  );
}

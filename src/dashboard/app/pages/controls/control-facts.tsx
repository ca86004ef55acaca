import './control.css';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../parts/text-link';
import type { ShownControl } from './control.page';

/** Where a control belongs, how it can be shown, and how much evidence it has. */
export function ControlFacts({ control }: { control: ShownControl }) {
  const { t } = useTranslation(['controls', 'common']);
  const { id, framework, category, maturityLevel, method, attributes, evidence } = control;
  const params = { framework: framework.slug };
  return (
    <dl className="control-facts">
      <dt>{t('framework')}</dt>
      <dd>
        <TextLink to="/controls/$framework" params={params}>
          {framework.name}
        </TextLink>{' '}
        <Text span c="dimmed">
          {framework.version}
        </Text>
      </dd>
      <dt>{t('controls.category')}</dt>
      <dd>
        <TextLink to="/controls/$framework" params={params} search={{ category }}>
          {category}
        </TextLink>
      </dd>
      {maturityLevel !== null && (
        <>
          <dt>{t('controls.levelColumn')}</dt>
          <dd>
            <TextLink to="/controls/$framework" params={params} search={{ level: maturityLevel }}>
              {t('control.level', { level: maturityLevel })}
            </TextLink>
          </dd>
        </>
      )}
      <dt>{t('control.kind')}</dt>
      <dd>
        {t('control.method', { method: t(`common:method.${method}`), context: method })}
        {attributes.map(({ key, name, valueName }) => (
          <div key={key}>{t('control.attribute', { name, value: valueName })}</div>
        ))}
      </dd>
      <dt>{t('timeLine.kind.evidence')}</dt>
      <dd>
        {evidence.length === 0 ? (
          t('control.noEvidence')
        ) : (
          <TextLink to="/evidence" search={{ controlId: id }}>
            {t(evidence.length >= EVIDENCE_MAX ? 'control.evidenceMany' : 'control.evidence', {
              count: evidence.length,
            })}
          </TextLink>
        )}
      </dd>
    </dl>
  );
}

/** Limit of artifacts that the service returns with a control. */
export const EVIDENCE_MAX = 20;

import '../../parts/row-list.css';
import './scope.css';
import { useMutation } from '@apollo/client/react';
import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '../../parts/form';
import { useFormat } from '../../parts/format';
import { problemOf, Refusal } from '../../parts/refusal';
import { ProposeSelectionDocument, ScopeOfFrameworkDocument, type ScopeOfFrameworkQuery } from './scope.gql';
import { effectOf, type ScopeEffect } from './scope-effect.rules';
import type { ShownScope } from './scope.page';

interface SelectionFormProps {
  framework: string;
  /** What is chosen, in the language of the page. */
  label: string;
  choice: NonNullable<ShownScope['choice']>;
  controls: ScopeOfFrameworkQuery['framework']['controls'];
  /** Whether another selection waits for an approval. */
  isWaiting: boolean;
  isReadOnly: boolean;
}

/** The values that are in scope; a change of them is proposed with a reason. */
export function SelectionForm({ framework, label, choice, controls, isWaiting, isReadOnly }: SelectionFormProps) {
  const { t } = useTranslation('scope');
  const { values, isCumulative } = choice;
  const now = values.filter(({ isSelected }) => isSelected).map(({ value }) => value);
  const [chosen, setChosen] = useState<readonly string[]>(now);
  const [reason, setReason] = useState('');
  const [propose, { loading, error, reset }] = useMutation(ProposeSelectionDocument, {
    refetchQueries: [ScopeOfFrameworkDocument],
  });
  const hasChanged = values.some(({ value }) => chosen.includes(value) !== now.includes(value));
  const known = values.map(({ value }) => value);
  /** What is chosen once a value is checked, or no longer. */
  const afterToggle = (value: string, checked: boolean): string[] => {
    const index = known.indexOf(value);
    // A level brings those below with it, and takes those above away.
    const others = known.filter((each, at) => (isCumulative ? at < index : each !== value && chosen.includes(each)));
    return checked ? [...others, value] : others;
  };
  const toggle = (value: string, checked: boolean) => {
    setChosen(afterToggle(value, checked));
    reset();
  };
  async function submit() {
    try {
      await propose({ variables: { input: { framework, values: [...chosen], reason } } });
    } catch {
      // It stands in the form.
      return;
    }
    setChosen(now);
    setReason('');
    notifications.show({ message: t('selection.proposed') });
  }
  return (
    <Form
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        <Checkbox.Group value={[...chosen]}>
          <ul className="row-list scope-values">
            {values.map(({ value, name, controls: count, isAlways }) => {
              const isChosen = chosen.includes(value);
              const next = afterToggle(value, !isChosen);
              const { inScope } = effectOf(controls, choice.attribute, { now, chosen: next });
              return (
                <li key={value}>
                  <Checkbox
                    value={value}
                    label={t('selection.value', { name, count })}
                    disabled={isAlways || isReadOnly || isWaiting}
                    onChange={({ currentTarget: { checked } }) => toggle(value, checked)}
                  />
                  <Text size="sm" c="dimmed">
                    {isAlways
                      ? t('selection.always')
                      : t(isChosen ? 'selection.without' : 'selection.with', { count: inScope })}
                  </Text>
                </li>
              );
            })}
          </ul>
        </Checkbox.Group>
        {isWaiting && <Text c="dimmed">{t('selection.waiting')}</Text>}
        {hasChanged && (
          <>
            <Effect effect={effectOf(controls, choice.attribute, { now, chosen })} />
            <Refusal error={error} fields={['reason']} />
            <Textarea
              label={t('reason')}
              required
              maxLength={2_000}
              value={reason}
              onChange={({ currentTarget: { value } }) => setReason(value)}
              error={problemOf(error, 'reason')}
            />
          </>
        )}
        {!isWaiting && !isReadOnly && (
          <Group gap="sm" justify="space-between">
            <Text c="dimmed">{t('selection.effect')}</Text>
            <Button type="submit" loading={loading} disabled={!hasChanged}>
              {t('selection.propose')}
            </Button>
          </Group>
        )}
      </Stack>
    </Form>
  );
}

/** What a selection would change, before it is proposed. */
function Effect({ effect: { inScope, leaving, returning, before, after } }: { effect: ScopeEffect }) {
  const { t } = useTranslation('scope');
  const format = useFormat();
  const words = (score: number | null) => (score === null ? t('effect.noScore') : format.percent(score));
  return (
    <div role="status" className="scope-effect">
      <Text fw={600}>{t('effect.inScope', { count: inScope })}</Text>
      <Text>
        {leaving > 0 && t('effect.leaving', { count: leaving })}{' '}
        {returning > 0 && t('effect.returning', { count: returning })}
      </Text>
      {after && (
        <Text>
          {t('effect.scores', {
            ...{ full: words(after.assuredScore), fullBefore: words(before.assuredScore) },
            ...{ score: words(after.score), scoreBefore: words(before.score) },
          })}
        </Text>
      )}
    </div>
  );
}

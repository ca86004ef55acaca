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
  const toggle = (value: string, checked: boolean) => {
    const index = known.indexOf(value);
    // A level brings those below with it, and takes those above away.
    const others = known.filter((each, at) => (isCumulative ? at < index : each !== value && chosen.includes(each)));
    setChosen(checked ? [...others, value] : others);
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
      <Stack gap="sm" maw={560}>
        <Checkbox.Group value={[...chosen]}>
          <Stack gap="xs">
            {values.map(({ value, name, controls, isAlways }) => (
              <Checkbox
                key={value}
                value={value}
                label={t(isAlways ? 'selection.always' : 'selection.value', { name, count: controls })}
                disabled={isAlways || isReadOnly || isWaiting}
                onChange={({ currentTarget: { checked } }) => toggle(value, checked)}
              />
            ))}
          </Stack>
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
          <Group gap="sm" mt="xs">
            <Button type="submit" loading={loading} disabled={!hasChanged}>
              {t('selection.propose')}
            </Button>
            <Text c="dimmed">{t('selection.effect')}</Text>
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
    <div role="status">
      <Text fw={500}>{t('effect.inScope', { count: inScope })}</Text>
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

import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Menu, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../attempt';
import { NameDialog } from '../name-dialog';
import { notifyRefusal } from '../notify-refusal';
import { filterOf, isShown, type Search } from './filter.rules';
import { DeleteSavedViewDocument, SavedViewsDocument, SaveViewDocument, type SavedViewsQuery } from './saved-views.gql';

type List = 'findings' | 'resources' | 'work_items';

interface SavedViewsProps {
  list: List;
  /** What the address of the page has. */
  search: Search;
}

/** Menu of the saved views of a list: chosen, saved under a name, deleted. */
export function SavedViews({ list, search }: SavedViewsProps) {
  const { t } = useTranslation('common');
  const [isNaming, setNaming] = useState(false);
  const navigate = useNavigate();
  const { data } = useQuery(SavedViewsDocument, { variables: { list } });
  const views = data?.savedViews ?? [];
  const shown = views.find(({ filter }) => isShown(filter as Search, search));
  return (
    <>
      <Menu position="bottom-end" width={280} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" data-listed>
            {shown ? t('views.shown', { name: shown.name }) : t('views.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && (
            <Menu.Label>
              <Text size="sm">{t('views.none')}</Text>
            </Menu.Label>
          )}
          {views.map(({ id, name, filter }) => (
            <Menu.Item key={id} onClick={() => void navigate({ to: '.', search: () => filter as Search })}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setNaming(true)}>{t('views.save')}</Menu.Item>
          {shown && <DeleteItem list={list} view={shown} />}
        </Menu.Dropdown>
      </Menu>
      {isNaming && <SaveView list={list} search={search} name={shown?.name ?? ''} onClose={() => setNaming(false)} />}
    </>
  );
}

function DeleteItem({ list, view: { id, name } }: { list: List; view: SavedViewsQuery['savedViews'][number] }) {
  const { t } = useTranslation('common');
  const refetchQueries = [{ query: SavedViewsDocument, variables: { list } }];
  const [remove] = useMutation(DeleteSavedViewDocument, { variables: { id }, refetchQueries });
  return <Menu.Item onClick={() => void remove().catch(notifyRefusal)}>{t('views.delete', { name })}</Menu.Item>;
}

function SaveView({ list, search, name: before, onClose }: SavedViewsProps & { name: string; onClose: () => void }) {
  const { t } = useTranslation('common');
  const { error, attempt } = useAttempts();
  const refetchQueries = [{ query: SavedViewsDocument, variables: { list } }];
  const [save, { loading }] = useMutation(SaveViewDocument, { refetchQueries });
  const submit = async (name: string) => {
    const input = { list, name: name.trim(), filter: filterOf(search) };
    if (!(await attempt(() => save({ variables: { input } })))) return;
    notifications.show({ message: t('views.saved') });
    onClose();
  };
  return (
    <NameDialog
      title={t('views.save')}
      action={t('action.save')}
      label={t('views.name')}
      hint={t('views.hint')}
      maxLength={100}
      name={before}
      isBusy={loading}
      error={error}
      onSubmit={(name) => void submit(name)}
      onClose={onClose}
    />
  );
}

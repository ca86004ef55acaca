import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { useAttempts } from '../attempt';
import { notifyWithUndo } from '../notify-with-undo';
import { FormDialog } from '../form-dialog';
import { problemOf } from '../refusal';
import { OwnerOf, type OwnedWork } from './owner-of';
import { TermsFields, useTerms } from './terms';
import { useWork } from './use-work';

/** What a work item is about: exactly one of them. */
export type WorkSubject = { checkId: string } | { controlId: string } | { exceptionId: string } | { findingId: string };

interface AssignProps {
  subject: WorkSubject;
  /** Title that the form begins with. */
  title: string;
  /** @default a small button */
  size?: 'sm' | 'compact-sm';
  /** Whether it is the main action of a page. @default false */
  isPrimary?: boolean;
}

export const TITLE_LENGTH_MAX = 200;

/** Button and dialog that give something to somebody to do, until a day; nothing where the user may not. */
export function Assign({ subject, title, size = 'sm', isPrimary = false }: AssignProps) {
  const { t } = useTranslation('work');
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure();
  if (!may('createWorkItem')) return null;
  return (
    <>
      <Button
        variant={isPrimary ? 'filled' : 'default'}
        size={size}
        aria-label={t('assign.of', { title })}
        onClick={open}
      >
        {t('assign.action')}
      </Button>
      {isOpen && <AssignDialog subject={subject} title={title} onClose={close} />}
    </>
  );
}

interface OwnerOrAssignProps extends AssignProps {
  /** Unfinished work about it; null for none. */
  work: OwnedWork | null;
}

/** Who does it, with the way to the work item, or the button that gives it to somebody. */
export function OwnerOrAssign({ work, ...assign }: OwnerOrAssignProps) {
  const { t } = useTranslation('work');
  if (work === null) return <Assign {...assign} />;
  return (
    <span>
      {assign.isPrimary && `${t('field.owner')}: `}
      <OwnerOf work={work} />
    </span>
  );
}

interface AssignDialogProps extends Pick<AssignProps, 'title'> {
  /** What it is about; null where that is still to be chosen. */
  subject: WorkSubject | null;
  /** Input by which it is chosen. @default none */
  choice?: (choose: (subject: WorkSubject | null, title: string) => void) => ReactNode;
  onClose: () => void;
}

/** Dialog that gives something to somebody to do, until a day. */
export function AssignDialog({ subject: given, title: begin, choice, onClose }: AssignDialogProps) {
  const { t } = useTranslation('work');
  const { create, drop } = useWork();
  const { error, attempt } = useAttempts();
  const [isBusy, setBusy] = useState(false);
  const [subject, setSubject] = useState(given);
  const [title, setTitle] = useState(begin.slice(0, TITLE_LENGTH_MAX));
  const terms = useTerms();

  const submit = async () => {
    if (!subject) return;
    setBusy(true);
    const isDone = await attempt(async () => {
      const { id, owner } = await create({ ...subject, title, ...terms.input });
      const message = owner ? t('assign.done', { name: owner.name }) : t('assign.doneNobody');
      notifyWithUndo(id, message, () => drop(id), t('assign.undone'));
    });
    setBusy(false);
    if (isDone) onClose();
  };

  return (
    <FormDialog
      title={t(choice ? 'new.action' : 'assign.title')}
      action={t(choice ? 'new.submit' : 'assign.submit')}
      isBusy={isBusy}
      error={error}
      fields={['title', 'dueOn']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {choice?.((chosen, name) => {
        setSubject(chosen);
        setTitle(name.slice(0, TITLE_LENGTH_MAX));
      })}
      <TextInput
        label={t('field.title')}
        required
        maxLength={TITLE_LENGTH_MAX}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        error={problemOf(error, 'title')}
      />
      <TermsFields terms={terms} error={error} isFirst={!choice} />
    </FormDialog>
  );
}

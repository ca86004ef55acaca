import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../api/shell-data';
import { partsOf, type SentenceEntry } from './audit-sentence.rules';

/** Actions by the kind of what they change, each as a sentence with gaps: `Changed the role of … from … to …`. */
export interface ActionGroup {
  kind: string;
  actions: readonly { action: string; label: string }[];
}

const GAPS = { name: '…', detail: '…', from: '…', to: '…', count: 2 } as const;

/** Sentences for entries of the audit log, in the language of the page. */
export function useSentences(): { of: (entry: SentenceEntry) => string; actions: () => readonly ActionGroup[] } {
  const { t, i18n } = useTranslation(['audit', 'common']);
  const { frameworks } = useShell();
  const roleName = (role: string) => (i18n.exists(`common:role.${role}`) ? t(`common:role.${role as 'admin'}`) : role);
  return {
    of: (entry) => {
      const parts = partsOf(entry);
      const framework = frameworks.find(({ slug }) => slug === parts.name);
      const values = {
        ...parts,
        name: framework?.name ?? parts.name,
        from: roleName(parts.from),
        to: roleName(parts.to),
      };
      return sentence(t, entry.action, values);
    },
    actions: () =>
      Object.entries(t('sentence', { returnObjects: true })).map(([kind, sentences]) => ({
        kind,
        actions: actionsOf(kind, Object.keys(sentences)).map((action) => ({
          action,
          label: sentence(t, action, GAPS).replace(String(GAPS.count), '…'),
        })),
      })),
  };
}

/** Actions of a kind by the keys of their sentences, which have variants and plural forms after an underscore. */
function actionsOf(kind: string, keys: readonly string[]): string[] {
  return keys
    .map((key) => key.replace(/_(one|other)$/, ''))
    .filter((key, index, all) => all.indexOf(key) === index)
    .filter((key, _, all) => !all.some((other) => other !== key && key.startsWith(`${other}_`)))
    .map((key) => `${kind}.${key}`);
}

function sentence(t: TFunction<['audit', 'common']>, action: string, values: Record<string, unknown>): string {
  // The key of every action is checked by a test; one of a later version is shown by its name.
  return t(`sentence.${action}` as 'sentence.invitation.created', { ...values, defaultValue: action });
}

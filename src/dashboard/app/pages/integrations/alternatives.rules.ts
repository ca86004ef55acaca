import type { SettingField } from './settings-form.rules.js';

/** A way in which credentials are entered, of which one is enough. */
export interface Alternative {
  name: 'kubeconfig' | 'serverAndToken';
  /** Settings of it that have to be there. */
  needs: readonly string[];
  /** Further settings that go with it alone. */
  allows: readonly string[];
}

const ALTERNATIVES: Readonly<Record<string, readonly Alternative[]>> = {
  kubernetes: [
    { name: 'kubeconfig', needs: ['kubeconfig'], allows: [] },
    { name: 'serverAndToken', needs: ['server', 'token'], allows: ['ca'] },
  ],
};

/** Ways of a kind of integration; none where there is one only. @param kind `kubernetes` */
export function alternativesOf(kind: string): readonly Alternative[] {
  return ALTERNATIVES[kind] ?? [];
}

/** Fields with those of the chosen way required and those of the other ways left out; all where there is no choice. */
export function fieldsBy(
  fields: readonly SettingField[],
  alternatives: readonly Alternative[],
  chosen: string | null,
): SettingField[] {
  const needed = alternatives.find(({ name }) => name === chosen)?.needs ?? [];
  const foreign = alternatives
    .filter(({ name }) => name !== chosen)
    .flatMap(({ needs, allows }) => [...needs, ...allows]);
  return fields
    .filter(({ name }) => !foreign.includes(name))
    .map((field) => (needed.includes(field.name) ? { ...field, isRequired: true } : field));
}

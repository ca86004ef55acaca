import { useMutation } from '@apollo/client/react';
import {
  CreateWorkItemDocument,
  DropWorkItemDocument,
  UpdateWorkItemDocument,
  UpdateWorkItemsDocument,
  type CreateWorkItemMutationVariables,
  type ShownWorkItemFragment,
  type UpdateWorkItemMutationVariables,
  type UpdateWorkItemsMutationVariables,
} from './work-changes.gql';

/** Whatever is open may list work items. */
const REFETCH = { refetchQueries: 'active' } as const;

/** Changes of work items; each rejects with the error of the service. */
export function useWork() {
  const [create] = useMutation(CreateWorkItemDocument, REFETCH);
  const [update] = useMutation(UpdateWorkItemDocument, REFETCH);
  const [updateMany] = useMutation(UpdateWorkItemsDocument, REFETCH);
  const [drop] = useMutation(DropWorkItemDocument, REFETCH);
  return {
    /** @param isLast false where another change follows, which reads the lists again. @default true */
    create: async (input: CreateWorkItemMutationVariables['input'], isLast = true): Promise<ShownWorkItemFragment> => {
      const { data } = await create({ variables: { input }, ...(isLast ? {} : { refetchQueries: [] }) });
      if (!data?.createWorkItem) throw new Error('nothing was created');
      return data.createWorkItem.workItem;
    },
    update: (input: UpdateWorkItemMutationVariables['input']) => update({ variables: { input } }),
    /** Changes many alike. Rejects with the first refusal; the others are changed. */
    updateMany: async (input: UpdateWorkItemsMutationVariables['input']): Promise<void> => {
      const { data } = await updateMany({ variables: { input } });
      const refused = data?.updateWorkItems.results.find(({ error }) => error !== null);
      if (refused?.error) throw new Error(refused.error.message);
    },
    drop: (id: string, isLast = true) => drop({ variables: { id }, ...(isLast ? {} : { refetchQueries: [] }) }),
  };
}

import { Field, GraphQLISODateTime, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { GraphQLJSON } from '../../platform/api/json.js';
import { DisplayName } from '../organizations/display-name.rules.js';
import type { SavedFilter, SavedList } from './saved-view.entity.js';

export const SavedListEnum = { findings: 'findings', resources: 'resources', work_items: 'work_items' } as const;
registerEnumType(SavedListEnum, {
  name: 'SavedList',
  description: 'A list whose filters can be saved.',
  valuesConfig: {
    findings: { description: 'Findings.' },
    resources: { description: 'Resources.' },
    work_items: { description: 'Work items.' },
  },
});

@ObjectType('SavedView', { description: 'A filter of a list that the caller has given a name.', simpleResolvers: true })
export class SavedViewType {
  @Field(() => ID, { description: 'Id of the view.' })
  id!: string;

  @Field(() => SavedListEnum, { description: 'The list that it filters.' })
  list!: SavedList;

  @Field(() => String, { description: 'Name, unique among those of the caller for the list.' })
  name!: string;

  @Field(() => GraphQLJSON, { description: 'Names and values of the filter, as the address of the page has them.' })
  filter!: SavedFilter;

  @Field(() => GraphQLISODateTime, { description: 'When it was saved first.' })
  createdAt!: Date;
}

@InputType()
export class SaveViewInput {
  static readonly rules = z.object({
    name: DisplayName.max(100),
    filter: z
      .record(z.string().max(50), z.union([z.string().max(500), z.number(), z.boolean()]))
      .refine((filter) => Object.keys(filter).length <= 20, 'has more than 20 names'),
  });

  @Field(() => SavedListEnum, { description: 'The list that it filters.' })
  list!: SavedList;

  @Field(() => String, { description: 'Name, at most 100 characters. One of the same name is replaced.' })
  name!: string;

  @Field(() => GraphQLJSON, {
    description: 'Names and values of the filter: at most 20, texts of at most 500 characters, numbers, booleans.',
  })
  filter!: SavedFilter;
}

@InputType()
export class DeleteSavedViewInput {
  @Field(() => ID, { description: 'Id of the view.' })
  savedViewId!: string;
}

@ObjectType('SavedViewPayload', { simpleResolvers: true })
export class SavedViewPayload {
  @Field(() => SavedViewType, { description: 'The view as it is stored; of one that was deleted, as it was.' })
  savedView!: object;
}

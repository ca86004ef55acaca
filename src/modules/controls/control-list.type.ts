import { ArgsType, Field, GraphQLISODateTime, Int, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { filterValues } from '../../platform/api/filter-values.js';
import type { AssuranceLevel } from '../posture/assurance.rules.js';
import type { ControlStatus } from '../posture/posture.js';
import { AS_OF } from '../posture/posture-at.js';
import { AssuranceLevelEnum, ControlStatusEnum } from '../posture/posture.type.js';

const ORDERS = [
  'framework',
  'relevance',
  'control_id',
  'control_id_desc',
  'category',
  'category_desc',
  'status',
  'status_desc',
] as const;
/** Order of a list of controls, by one key. */
export type ControlOrder = (typeof ORDERS)[number];

const ControlOrderEnum = Object.fromEntries(ORDERS.map((order) => [order, order])) as { [Each in ControlOrder]: Each };
registerEnumType(ControlOrderEnum, {
  name: 'ControlOrder',
  description: 'Order of a list of controls; ties by framework and natural order of the codes.',
  valuesConfig: {
    framework: { description: 'By framework in the specification’s order, then by code.' },
    relevance: {
      description:
        'Where `q` is found: in the code, as a keyword, in the title, then in the description. As `framework` without `q`.',
    },
    control_id: { description: 'By code, naturally: `CC1.2` before `CC1.10`.' },
    control_id_desc: { description: 'By code, reversed.' },
    category: { description: 'By category, alphabetically.' },
    category_desc: { description: 'By category, reversed.' },
    status: { description: 'By status, alphabetically.' },
    status_desc: { description: 'By status, reversed.' },
  },
});

@ArgsType()
export class ControlListArgs {
  static readonly rules = z.object({
    levels: filterValues,
    statuses: filterValues,
    categories: filterValues,
    domains: filterValues,
  });

  @Field(() => Int, { nullable: true, description: 'CMMC: this level and those below, 1 to 3. Ignored elsewhere.' })
  level?: number;

  @Field(() => [Int], { nullable: true, description: 'CMMC: exactly these levels, 1 to 3. Ignored elsewhere.' })
  levels?: number[];

  @Field(() => ControlStatusEnum, { nullable: true, description: 'Status now.' })
  status?: ControlStatus;

  @Field(() => [ControlStatusEnum], { nullable: true, description: 'Any of these statuses, and `status`.' })
  statuses?: ControlStatus[];

  @Field(() => String, { nullable: true, description: 'Exact, without case.' })
  category?: string;

  @Field(() => [String], { nullable: true, description: 'Any of these categories, and `category`.' })
  categories?: string[];

  @Field(() => Boolean, {
    nullable: true,
    description: 'Those on which tests and an assessment contradict each other, or the others.',
  })
  disputed?: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Those in scope that do not fail because of exceptions in force, or the others: of now, whatever `asOf` says.',
  })
  accepted?: boolean;

  @Field(() => AssuranceLevelEnum, { nullable: true, description: 'Passed controls with this assurance.' })
  assurance?: AssuranceLevel;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Those with an artifact that is not withdrawn, or those without; an expired artifact counts.',
  })
  hasEvidence?: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Code of a domain: `IAM`. The controls that are mapped to a universal control of it, as a cell of the heat-map counts them.',
  })
  domain?: string;

  @Field(() => [String], { nullable: true, description: 'Any of these domains, and `domain`.' })
  domains?: string[];

  @Field(() => String, {
    nullable: true,
    description:
      'Searched in id, title and description; `MFA`, `SBOM` or another keyword finds what it is mapped by too. The most relevant first, unless an order is asked for.',
  })
  q?: string;

  @Field(() => GraphQLISODateTime, { nullable: true, description: AS_OF })
  asOf?: Date;

  @Field(() => String, {
    nullable: true,
    description:
      'Comma list of `control_id`, `category`, `status`; a leading `-` reverses. Default: by framework and code, with `q` by relevance.',
  })
  sort?: string;

  @Field(() => ControlOrderEnum, { nullable: true, description: 'Order by one key, in place of `sort`.' })
  orderBy?: ControlOrder;
}

@ArgsType()
export class ControlsArgs extends ControlListArgs {
  static override readonly rules = ControlListArgs.rules.extend({ frameworks: filterValues });

  @Field(() => String, { nullable: true, description: 'Name, slug or id of an active framework. Default all of them.' })
  framework?: string;

  @Field(() => [String], { nullable: true, description: 'Any of these active frameworks, and `framework`.' })
  frameworks?: string[];
}

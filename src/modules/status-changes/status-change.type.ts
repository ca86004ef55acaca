import { ArgsType, Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf, PageArgs } from '../../platform/api/connection.js';
import { UserSummaryType } from '../auth/user-summary.type.js';
import { ControlType } from '../catalogue/catalogue.type.js';
import type { StatusCause } from '../posture/cause.rules.js';
import type { ControlStatus, StatusSource } from '../posture/posture.js';
import { ControlStatusEnum, LedgerChange } from '../posture/posture.type.js';

export const StatusCauseEnum = {
  resource_changed: 'resource_changed',
  check_changed: 'check_changed',
  mapping_changed: 'mapping_changed',
  scope_changed: 'scope_changed',
  judgement: 'judgement',
  exception: 'exception',
  connection: 'connection',
  setting_changed: 'setting_changed',
} as const satisfies { [Each in StatusCause]: Each };
registerEnumType(StatusCauseEnum, {
  name: 'StatusCause',
  description: 'Class of what changed a status, as it was recorded with the change.',
  valuesConfig: {
    resource_changed: {
      description: 'A scan found resources otherwise, or others; of the checks that had run before, none had changed.',
    },
    check_changed: {
      description:
        'A scan found otherwise with a check whose version or elements had changed, or which is gone; whether resources changed too is not known.',
    },
    mapping_changed: { description: 'A release of the content: the same votes and assessments decide otherwise.' },
    scope_changed: { description: 'It went out of scope or came back, or its framework became active.' },
    judgement: { description: 'An assessment was recorded or expired, or its evidence was withdrawn or restored.' },
    exception: { description: 'Findings were accepted, or count again.' },
    connection: { description: 'An integration was disconnected.' },
    setting_changed: { description: 'The organization set what assessments over part mappings do.' },
  },
});

const StatusSourceEnum = { scan: 'scan', assessment: 'assessment', scope: 'scope' } as const satisfies {
  [Each in StatusSource]: Each;
};
registerEnumType(StatusSourceEnum, {
  name: 'StatusSource',
  description: 'What decides a status.',
  valuesConfig: {
    scan: { description: 'Results of scans.' },
    assessment: { description: 'An assessment by a person.' },
    scope: { description: 'A decision on the scope.' },
  },
});

@ObjectType('StatusFeedChange', {
  description: 'A change of a control’s status, or of how much of it is shown, with what caused it.',
  simpleResolvers: true,
})
export class StatusFeedChangeType extends LedgerChange {
  @Field(() => ControlType, { description: 'The control; its own fields are of today.' })
  control!: ControlType;

  @Field(() => StatusSourceEnum, { description: 'What caused it.' })
  source!: StatusSource;

  @Field(() => StatusCauseEnum, {
    nullable: true,
    description: 'Null of changes from before causes were recorded, where the record does not state it.',
  })
  cause!: StatusCause | null;

  @Field(() => UserSummaryType, { nullable: true, description: 'Null for the service itself.' })
  changedBy!: UserSummaryType | null;
}

export const StatusFeedConnection = connectionOf('StatusFeed', StatusFeedChangeType);

@ArgsType()
export class StatusChangesArgs extends PageArgs {
  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Changes from this moment on.' })
  from?: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Exclusive.' })
  to?: Date;

  @Field(() => String, {
    nullable: true,
    description: 'Name, slug or id of an active framework; all active ones without it.',
  })
  framework?: string;

  @Field(() => ID, { nullable: true, description: 'Id of a control.' })
  control?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Code of a domain, of which universal controls are mapped: `IAM`.',
  })
  domain?: string;

  @Field(() => ControlStatusEnum, { nullable: true, description: 'To which the control changed.' })
  status?: ControlStatus;

  @Field(() => StatusCauseEnum, { nullable: true, description: 'Changes with this class of cause.' })
  cause?: StatusCause;
}

@ObjectType('StatusDecider', {
  description: 'What decides the status of a control now.',
  simpleResolvers: true,
})
export class StatusDeciderType {
  @Field(() => StatusSourceEnum, { description: 'What decides.' })
  by!: StatusSource;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it was found, judged or approved.',
  })
  at!: Date | null;

  @Field(() => ID, { nullable: true, description: 'Id of the scan; null where something else decides.' })
  scanJobId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of the assessment; null where something else decides.' })
  assessmentId!: string | null;
}

import { Field, GraphQLISODateTime, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { OtpGiven, PasswordGiven } from './auth.type.js';
import { UserSummaryType } from './user-summary.type.js';

/** What holds a session: a client with a bearer token, or a browser with a cookie. */
export type SessionKind = keyof typeof SessionKindEnum;
export const SessionKindEnum = { token: 'token', browser: 'browser' } as const;
registerEnumType(SessionKindEnum, {
  name: 'SessionKind',
  description: 'What holds a session.',
  valuesConfig: {
    token: { description: 'A client that logged in for a bearer token.' },
    browser: { description: 'The dashboard.' },
  },
});

/** Description of an argument that chooses what holds the session of a login. */
export const SESSION_KIND =
  'What holds the session. `browser` is for pages of this service: a refresh token in a cookie, and access tokens of 10 minutes.';

/** Why a session has ended before its time. */
export type SessionEndReason = keyof typeof SessionEndReasonEnum;
const SessionEndReasonEnum = {
  logged_out: 'logged_out',
  ended: 'ended',
  password_changed: 'password_changed',
  mfa_changed: 'mfa_changed',
  member_removed: 'member_removed',
  token_reused: 'token_reused',
  switched: 'switched',
} as const;
registerEnumType(SessionEndReasonEnum, {
  name: 'SessionEndReason',
  description: 'Why a session ended.',
  valuesConfig: {
    logged_out: { description: 'By itself.' },
    ended: { description: 'From the list of sessions.' },
    password_changed: { description: 'The password was changed.' },
    mfa_changed: { description: 'Second factors were changed.' },
    member_removed: { description: 'The member was removed.' },
    token_reused: { description: 'A refresh token was presented twice.' },
    switched: { description: 'The person went on in another organization.' },
  },
});

@ObjectType('Session', { description: 'A login: its tokens are good only while it lasts.', simpleResolvers: true })
export class SessionType {
  @Field(() => ID, { description: 'Id, as `endSession` takes it.' })
  id!: string;

  @Field(() => SessionKindEnum, { description: 'What it was begun for.' })
  kind!: SessionKind;

  @Field(() => GraphQLISODateTime, { description: 'When it began.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'When the password, a one-time code or a passkey was given last, or when the identity provider says that it last authenticated the person; null where it does not say.',
  })
  authenticatedAt!: Date | null;

  @Field(() => GraphQLISODateTime, { description: 'The latest request, exact to five minutes.' })
  lastUsedAt!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When it ends by itself, unless it is used before.' })
  expiresAt!: Date;

  @Field(() => String, { nullable: true, description: 'Network address of the login.' })
  address!: string | null;

  @Field(() => String, { nullable: true, description: 'Browser or program and system: `Firefox on Linux`, `curl`.' })
  device!: string | null;

  @Field(() => String, { nullable: true, description: '`User-Agent` of the login, at most 400 characters.' })
  userAgent!: string | null;

  @Field(() => Boolean, { description: 'Whether this request was made in it.' })
  isCurrent!: boolean;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it ended; null while it lasts.' })
  endedAt!: Date | null;

  @Field(() => SessionEndReasonEnum, { nullable: true, description: 'Why it ended; null while it lasts.' })
  endReason!: SessionEndReason | null;

  @Field(() => UserSummaryType, { nullable: true, description: 'Who ended it; null for the service and the operator.' })
  endedBy!: UserSummaryType | null;
}

@ObjectType('SessionPayload', { simpleResolvers: true })
export class SessionPayload {
  @Field(() => SessionType)
  session!: SessionType;
}

@ObjectType('EndedSessionsPayload', { simpleResolvers: true })
export class EndedSessionsPayload {
  @Field(() => Int, { description: 'How many sessions were ended.' })
  ended!: number;
}

@InputType()
export class EndSessionInput {
  @Field(() => ID, { description: 'Id of one of the caller’s sessions.' })
  sessionId!: string;
}

@InputType()
export class EndMemberSessionsInput {
  @Field(() => ID, { description: 'Id of the member.' })
  userId!: string;
}

@InputType({ description: 'Password or one-time code, exactly one of them.' })
export class ReauthenticateInput {
  static readonly rules = z
    .object({ password: PasswordGiven.nullish(), otp: OtpGiven.nullish() })
    .refine(
      ({ password, otp }) => ((password ?? null) === null) !== ((otp ?? null) === null),
      'needs either the password or a one-time code',
    );

  @Field(() => String, { nullable: true, description: 'The caller’s password.' })
  password?: string | null;

  @Field(() => String, { nullable: true, description: 'A one-time or recovery code, where codes are in force.' })
  otp?: string | null;
}

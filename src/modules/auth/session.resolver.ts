import { Arg, Ctx, GraphQLISODateTime, ID, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../context.js';
import { isUuid } from '../../platform/crypto/uuid.js';
import { AppError } from '../../platform/errors.js';
import type { BrowserSessions } from './browser-sessions.js';
import type { ReauthenticationService } from './reauthentication.service.js';
import type { SessionService } from './session.service.js';
import {
  EndedSessionsPayload,
  EndMemberSessionsInput,
  EndSessionInput,
  ReauthenticateInput,
  SessionPayload,
  SessionType,
} from './session.type.js';

@Resolver()
export class SessionResolver {
  constructor(
    private readonly service: SessionService,
    private readonly reauthentication: ReauthenticationService,
    private readonly browsers: BrowserSessions,
  ) {}

  @Query(() => [SessionType], {
    description:
      'Open sessions of the caller, latest use first, at most 100; `lastUsedUntil` has the next. An admin may ask for a member’s.',
  })
  sessions(
    @Arg('userId', () => ID, { nullable: true, description: 'A member, for an admin. @default the caller' })
    userId: string | undefined,
    @Arg('includeEnded', () => Boolean, { defaultValue: false, description: 'Also those of the last 30 days.' })
    includeEnded: boolean,
    @Arg('lastUsedUntil', () => GraphQLISODateTime, {
      nullable: true,
      description:
        'Only those last used then or before: after 100 sessions, the last use of the last one, which is listed again.',
    })
    lastUsedUntil: Date | undefined,
    @Ctx() ctx: RequestContext,
  ): Promise<SessionType[]> {
    const owner = userId === undefined ? null : checked(userId, 'user_id');
    return this.service.list(ctx, owner, { includesEnded: includeEnded, lastUsedUntil: lastUsedUntil ?? null });
  }

  @Mutation(() => SessionPayload, {
    description: 'Verifies the caller’s password or a code again: operations that ask for it are open for 10 minutes.',
  })
  async reauthenticate(
    @Arg('input', () => ReauthenticateInput) input: ReauthenticateInput,
    @Ctx() ctx: RequestContext,
  ): Promise<SessionPayload> {
    await this.reauthentication.reauthenticate(ctx, input);
    return { session: await this.service.current(ctx) };
  }

  @Mutation(() => SessionPayload, {
    description: 'Ends the session of the request: its token is refused from then on.',
  })
  async logout(@Ctx() ctx: RequestContext): Promise<SessionPayload> {
    const session = await this.service.logOut(ctx);
    if (session.kind === 'browser') this.browsers.forget(ctx);
    return { session };
  }

  @Mutation(() => SessionPayload, { description: 'Ends one of the caller’s sessions, for an admin any member’s.' })
  async endSession(
    @Arg('input', () => EndSessionInput) { sessionId }: EndSessionInput,
    @Ctx() ctx: RequestContext,
  ): Promise<SessionPayload> {
    return { session: await this.service.endOne(ctx, checked(sessionId, 'session_id')) };
  }

  @Mutation(() => EndedSessionsPayload, { description: 'Ends all of the caller’s sessions but that of the request.' })
  async endOtherSessions(@Ctx() ctx: RequestContext): Promise<EndedSessionsPayload> {
    return { ended: await this.service.endOthers(ctx) };
  }

  @Mutation(() => EndedSessionsPayload, { description: 'Ends all sessions of a member.' })
  async endMemberSessions(
    @Arg('input', () => EndMemberSessionsInput) { userId }: EndMemberSessionsInput,
    @Ctx() ctx: RequestContext,
  ): Promise<EndedSessionsPayload> {
    return { ended: await this.service.endOfMember(ctx, checked(userId, 'user_id')) };
  }
}

function checked(id: string, field: string): string {
  if (!isUuid(id)) throw AppError.invalid(`/${field}`, 'is not a UUID');
  return id;
}

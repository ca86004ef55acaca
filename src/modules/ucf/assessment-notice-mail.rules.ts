import { longTime } from '../../messages/dates.js';
import type { Language } from '../../messages/language.js';
import { letterOf, type Line } from '../../messages/letter.js';
import { messagesOf, type Translate } from '../../messages/messages.js';
import type { Mail } from '../../platform/mail/mail.js';
import type { UniversalControl } from '../catalogue/catalogue.js';
import type { Contradiction, DisputedAssessment, EndingAssessment } from './assessment-notice.sql.js';

/** Number of assessments, and of controls of each, that a mail lists. */
const LISTED_MAX = 20;

type Disputed = DisputedAssessment & { universalControl: UniversalControl };

/** Assessments that one author is notified of, and how. */
export interface AssessmentNotice {
  disputed: readonly Disputed[];
  ending: readonly (EndingAssessment & { universalControl: UniversalControl })[];
  /** Name of the author where they are no member any more; null where the mail is to them. */
  formerAuthor: string | null;
  organization: string;
  /** IANA time zone for the times. */
  timezone: string;
  /** Address of the service, without a trailing slash. */
  publicUrl: string;
}

/** Mail to an author about contradicted and ending assessments. */
export function assessmentNoticeMail(
  { to, language }: { to: string; language: Language },
  notice: AssessmentNotice,
): Mail {
  return new NoticeText(language, notice).mailTo(to);
}

/** The texts of a notice in a language. */
class NoticeText {
  private readonly say: Translate<'mails'>;

  constructor(
    private readonly language: Language,
    private readonly notice: AssessmentNotice,
  ) {
    this.say = messagesOf('mails', language);
  }

  mailTo(to: string): Mail {
    const { say, language } = this;
    const { disputed, ending, organization } = this.notice;
    const what = [
      ...(disputed.length > 0
        ? [say('assessmentNotice.disputedSubject', { assessments: this.assessments(disputed) })]
        : []),
      ...(ending.length > 0
        ? [say('assessmentNotice.endingSubject', { count: ending.length, assessments: this.assessments(ending) })]
        : []),
    ].join('; ');
    return letterOf('assessmentNotice', {
      ...{ to, language, subject: say('assessmentNotice.subject', { organization, what }) },
      paragraphs: [...this.aboutDisputed(), ...this.aboutEnding()],
    });
  }

  private aboutDisputed(): Line[][] {
    const { say } = this;
    const { disputed, organization } = this.notice;
    if (disputed.length === 0) return [];
    return [
      [say('assessmentNotice.disputed', { organization, assessments: this.assessments(disputed) })],
      ...this.listed(disputed, (each) => [
        titleOf(each.universalControl),
        say('assessmentNotice.assessed', { status: this.statusOf(each), time: this.time(each.assessedAt) }),
        ...each.contradictions.map((found) => this.contradiction(each, found)),
        say('assessmentNotice.controls', { controls: this.controls(each) }),
        this.placeOf(each),
      ]),
      [say('assessmentNotice.disputedEnding')],
    ];
  }

  private aboutEnding(): Line[][] {
    const { say } = this;
    const { ending, organization } = this.notice;
    if (ending.length === 0) return [];
    const of = { organization, count: ending.length, assessments: this.assessments(ending) };
    return [
      [say('assessmentNotice.ending', of)],
      ...this.listed(ending, (each) => [
        titleOf(each.universalControl),
        say('assessmentNotice.assessedUntil', {
          ...{ status: this.statusOf(each), time: this.time(each.assessedAt) },
          until: this.time(each.expiresAt),
        }),
        this.placeOf(each),
      ]),
      [say('assessmentNotice.endingEnding')],
    ];
  }

  private contradiction({ status, universalControl }: Disputed, { element, integration, at }: Contradiction): string {
    const asked = universalControl.elements[element - 1] ?? '';
    return this.say(`assessmentNotice.${status === 'compliant' ? 'fails' : 'passes'}`, {
      ...{ integration, element, asked },
      time: this.time(new Date(at)),
    });
  }

  private controls({ controls }: Disputed): string {
    const { say } = this;
    const named = controls
      .slice(0, LISTED_MAX)
      .map(
        ({ framework, control_id: code, status }) =>
          `${framework} ${code} (${say(`assessmentNotice.controlStatus.${status}`)})`,
      )
      .join(', ');
    const rest = controls.length - LISTED_MAX;
    return rest > 0 ? say('assessmentNotice.moreControls', { controls: named, rest }) : named;
  }

  /** “your assessment of UCF-IAM-01”, “2 assessments of yours”, and of a former member by name. */
  private assessments(assessments: readonly { universalControl: UniversalControl }[]): string {
    const { formerAuthor: author } = this.notice;
    const of = { count: assessments.length, code: assessments[0]?.universalControl.code ?? '' };
    return author === null
      ? this.say('assessmentNotice.yours', of)
      : this.say('assessmentNotice.of', { ...of, author });
  }

  private listed<Item>(items: readonly Item[], paragraphOf: (item: Item) => Line[]): Line[][] {
    const rest = items.length - LISTED_MAX;
    const more = rest > 0 ? [[this.say('assessmentNotice.more', { rest })]] : [];
    return [...items.slice(0, LISTED_MAX).map(paragraphOf), ...more];
  }

  private placeOf({ universalControl: { id } }: { universalControl: UniversalControl }): Line {
    return { before: this.say('assessmentNotice.where'), url: `${this.notice.publicUrl}/mapping/universal/${id}` };
  }

  private statusOf({ status }: Pick<EndingAssessment, 'status'>): string {
    return this.say(`assessmentNotice.status.${status}`);
  }

  private time(at: Date): string {
    return longTime(this.language, this.notice.timezone, at);
  }
}

function titleOf({ code, title }: UniversalControl): string {
  return `${code} ${title}`;
}

import { escaped } from '../../platform/html.js';
import type { Mail } from '../../platform/mail/mail.js';
import type { UniversalControl } from '../catalogue/catalogue.js';
import type { DisputedAssessment, EndingAssessment } from './assessment-notice.sql.js';

/** Number of assessments, and of controls of each, that a mail lists. */
const LISTED_MAX = 20;

/** Assessments of one author to tell of, and how. */
export interface AssessmentNotice {
  disputed: readonly (DisputedAssessment & { universalControl: UniversalControl })[];
  ending: readonly (EndingAssessment & { universalControl: UniversalControl })[];
  /** Name of the author where they are no member any more; null where the mail is to them. */
  formerAuthor: string | null;
  organization: string;
  /** IANA time zone for the times. */
  timezone: string;
  /** Address of the service, without a trailing slash. */
  publicUrl: string;
}

/** Mail to an author about contradicted and ending assessments, the same content as plain text and simple HTML. */
export function assessmentNoticeMail(to: string, notice: AssessmentNotice): Mail {
  const { disputed, ending, organization } = notice;
  const paragraphs = [...aboutDisputed(notice), ...aboutEnding(notice)];
  return {
    to,
    subject: `${organization} on Crosswalk: ${[
      ...(disputed.length > 0 ? [`scan results contradict ${assessmentsOf(notice, disputed)}`] : []),
      ...(ending.length > 0 ? [`${assessmentsOf(notice, ending)} ${ending.length === 1 ? 'ends' : 'end'} soon`] : []),
    ].join('; ')}`,
    text: `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n`,
    html: `${paragraphs.map((lines) => `<p>${lines.map(linked).join('<br>\n')}</p>`).join('\n')}\n`,
  };
}

function aboutDisputed(notice: AssessmentNotice): string[][] {
  const { disputed, organization } = notice;
  if (disputed.length === 0) return [];
  return [
    [`Results of a scan in ${organization} contradict ${assessmentsOf(notice, disputed)}.`],
    ...listed(disputed, (each) => [
      titleOf(each.universalControl),
      `Assessed as ${each.status.replace('_', ' ')} on ${timeIn(notice, each.assessedAt)}.`,
      ...each.contradictions.map(({ element, integration, at }) => {
        const result = each.status === 'compliant' ? 'fail' : 'pass';
        const asked = each.universalControl.elements[element - 1] ?? '';
        return `Tests of “${integration}” ${result} on element ${element}, “${asked}”, as of ${timeIn(notice, new Date(at))}.`;
      }),
      `Controls: ${named(each.controls.map(({ framework, control_id: code, status }) => `${framework} ${code} (${status.replace('_', ' ')})`))}.`,
      `Where to look: ${placeOf(notice, each.universalControl)}`,
    ]),
    [
      'The controls are marked as disputed until what fails is repaired or accepted for a time, or somebody assesses again.',
    ],
  ];
}

function aboutEnding(notice: AssessmentNotice): string[][] {
  const { ending, organization } = notice;
  if (ending.length === 0) return [];
  return [
    [`In ${organization}, ${assessmentsOf(notice, ending)} ${ending.length === 1 ? 'ends' : 'end'} soon.`],
    ...listed(ending, (each) => [
      titleOf(each.universalControl),
      `Assessed as ${each.status.replace('_', ' ')} on ${timeIn(notice, each.assessedAt)}. Ends on ${timeIn(notice, each.expiresAt)}.`,
      `Where to look: ${placeOf(notice, each.universalControl)}`,
    ]),
    ['Assess again before then, or what rests on it is decided without it.'],
  ];
}

/** “your assessment of UCF-IAM-01”, “2 assessments of yours”, and of a former member by name. */
function assessmentsOf(
  { formerAuthor }: AssessmentNotice,
  assessments: readonly { universalControl: UniversalControl }[],
): string {
  const [first, second] = assessments;
  if (first && !second) {
    const { code } = first.universalControl;
    return formerAuthor === null ? `your assessment of ${code}` : `the assessment of ${code} by ${formerAuthor}`;
  }
  return `${assessments.length} assessments ${formerAuthor === null ? 'of yours' : `by ${formerAuthor}`}`;
}

function listed<Item>(items: readonly Item[], paragraphOf: (item: Item) => string[]): string[][] {
  const rest = items.length - LISTED_MAX;
  return [...items.slice(0, LISTED_MAX).map(paragraphOf), ...(rest > 0 ? [[`And ${rest} more.`]] : [])];
}

function named(names: readonly string[]): string {
  const rest = names.length - LISTED_MAX;
  return `${names.slice(0, LISTED_MAX).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function titleOf({ code, title }: UniversalControl): string {
  return `${code} ${title}`;
}

function placeOf({ publicUrl }: AssessmentNotice, { id }: UniversalControl): string {
  return `${publicUrl}/mapping/universal/${id}`;
}

function timeIn({ timezone }: AssessmentNotice, at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'long', timeZone: timezone }).format(at);
}

/** A line as HTML; an address at its end is a link. */
function linked(line: string): string {
  const found = /^(.*: )(https?:\S+)$/.exec(line);
  if (!found) return escaped(line);
  const [, before = '', url = ''] = found;
  return `${escaped(before)}<a href="${escaped(url)}">${escaped(url)}</a>`;
}

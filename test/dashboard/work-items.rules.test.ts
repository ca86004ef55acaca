import { describe, expect, it } from 'vitest';
import { mentionAt, mentionedIn } from '../../src/dashboard/app/pages/work-items/mention.rules.js';
import { endingOf, judgedOf } from '../../src/dashboard/app/pages/work-items/ending.rules.js';
import { daysLate } from '../../src/dashboard/app/parts/work-items/late.rules.js';
import { dueGroups, gainOf } from '../../src/dashboard/app/pages/work-items/work-groups.rules.js';

const ann = { id: '1', name: 'Ann' };
const lee = { id: '2', name: 'Ann Lee' };
const bob = { id: '3', name: 'Bob Lee' };
const people = [ann, lee, bob];

describe('work items', () => {
  it('stand by the day until which they are to be done, and no group is empty', () => {
    const item = (dueOn: string | null, isOverdue = false) => ({ dueOn, isOverdue });
    const [late, today, last, later, never] = [
      item('2026-01-01', true),
      item('2026-01-02'),
      item('2026-01-09'),
      item('2026-01-10'),
      item(null),
    ] as const;
    expect(dueGroups([late, today, last, later, never], '2026-01-09')).toEqual([
      { group: 'overdue', items: [late] },
      { group: 'week', items: [today, last] },
      { group: 'later', items: [later] },
      { group: 'none', items: [never] },
    ]);
    expect(dueGroups([never], '2026-01-09')).toEqual([{ group: 'none', items: [never] }]);
  });

  it('are late by the days since their last one', () => {
    expect(daysLate('2026-10-24', '2026-10-25')).toBe(1);
    expect(daysLate('2026-02-26', '2026-03-02')).toBe(4);
    // The day of the organization ends before that of the browser.
    expect(daysLate('2026-03-02', '2026-03-02')).toBe(1);
  });

  it('are ended by the repair of a check, and of a control by an assessment where no check fails it', () => {
    const assessed = (
      code: string,
      status: 'compliant' | 'partially_compliant' | 'non_compliant',
      expiredAssessmentId: string | null = null,
    ) => {
      const assessment = { status, details: null, createdAt: '', expiredAssessmentId, assessedBy: { name: 'Ann' } };
      return { universalControl: { id: code, code, title: '', assessments: [assessment] } };
    };
    const mappings = [
      assessed('UCF-PHY-03', 'partially_compliant'),
      assessed('UCF-PHY-01', 'compliant'),
      assessed('UCF-PHY-02', 'non_compliant'),
      assessed('UCF-GOV-01', 'non_compliant', 'expired'),
    ];
    expect(judgedOf(mappings).map(({ code }) => code)).toEqual(['UCF-PHY-02', 'UCF-PHY-03']);
    const control = { status: 'failed', mappings };
    const about = { finding: null, check: null, control };
    expect(endingOf(about, [])).toEqual({ by: 'assessment', id: 'UCF-PHY-02', code: 'UCF-PHY-02' });
    expect(endingOf(about, [{ id: 'c' }])).toEqual({ by: 'fix', checkId: 'c' });
    expect(endingOf({ ...about, control: { ...control, status: 'passed' } }, [])).toBeNull();
    const check = { id: 'c', verdicts: { failing: 2, accepted: 1 } };
    expect(endingOf({ ...about, control: null, check }, [])).toEqual({ by: 'fix', checkId: 'c' });
    const accepted = { ...check, verdicts: { failing: 1, accepted: 1 } };
    expect(endingOf({ ...about, control: null, check: accepted }, [])).toBeNull();
    const finding = { status: 'fail', exception: null, check };
    expect(endingOf({ finding, check: null, control: null }, [])).toEqual({ by: 'fix', checkId: 'c' });
    expect(endingOf({ finding: { ...finding, exception: {} }, check: null, control: null }, [])).toBeNull();
  });

  it('bring what the repair of their check brings, and pass nothing where another resource still fails', () => {
    const repair = { id: 'c', source: 'check', passes: [1, 2], helps: [3] };
    const finding = { status: 'fail', check: { id: 'c' } };
    expect(gainOf({ checkId: 'c', finding: null }, [{ ...repair, failingResources: 4 }])).toEqual({
      passes: 2,
      helps: 1,
    });
    expect(gainOf({ checkId: null, finding }, [{ ...repair, failingResources: 1 }])).toEqual({ passes: 2, helps: 1 });
    expect(gainOf({ checkId: null, finding }, [{ ...repair, failingResources: 2 }])).toEqual({ passes: 0, helps: 3 });
    expect(
      gainOf({ checkId: null, finding: { ...finding, status: 'pass' } }, [{ ...repair, failingResources: 1 }]),
    ).toBeNull();
    expect(gainOf({ checkId: null, finding: null }, [{ ...repair, failingResources: 1 }])).toBeNull();
  });
});

describe('mentions in a comment', () => {
  it('offer members by the beginning of any of their names, after an @ that begins a word', () => {
    expect(mentionAt('@', 1, people)).toEqual({ from: 1, people });
    expect(mentionAt('Ask @le', 7, people)).toEqual({ from: 5, people: [lee, bob] });
    expect(mentionAt('Ask @ann l', 10, people).people).toEqual([lee]);
    expect(mentionAt('mail@le', 7, people).people).toEqual([]);
    expect(mentionAt('Ask @le', 3, people).people).toEqual([]);
  });

  it('are of those who are named whole, and not of whose name only begins so', () => {
    expect(mentionedIn('@Ann Lee, look', people, [])).toEqual(['2']);
    expect(mentionedIn('@Ann and @Bob Lee.', people, [])).toEqual(['1', '3']);
    expect(mentionedIn('@Anna', people, [])).toEqual([]);
    expect(mentionedIn('Ann', people, ['1'])).toEqual([]);
  });

  it('are of whoever was picked where several have the name', () => {
    const twins = [ann, { id: '4', name: 'Ann' }];
    expect(mentionedIn('@Ann', twins, ['4'])).toEqual(['4']);
    expect(mentionedIn('@Ann', twins, [])).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { mentionAt, mentionedIn } from '../../src/dashboard/app/pages/work-items/mention.rules.js';
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

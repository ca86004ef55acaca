/** A page or an action, as it is searched for. */
export interface Place {
  title: string;
  /** Other words by which it is found. */
  words: string;
}

/** Places of which the title has words that begin like each typed one; after these, those that other words find. */
export function matching<Each extends Place>(places: readonly Each[], typed: string): Each[] {
  const byTitle = places.filter(({ title }) => isFoundBy(title, typed));
  const byWords = places.filter((each) => !byTitle.includes(each) && isFoundBy(`${each.title} ${each.words}`, typed));
  return [...byTitle, ...byWords];
}

/** Whether one of the places is found by its title alone. */
export function isTitled(places: readonly Place[], typed: string): boolean {
  return places.some(({ title }) => isFoundBy(title, typed));
}

/** Whether the actions stand before the pages: what is typed is in the title of one, and of no page. */
export function areActionsFirst(pages: readonly Place[], actions: readonly Place[], typed: string): boolean {
  return isTitled(actions, typed) && !isTitled(pages, typed);
}

function isFoundBy(text: string, typed: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((each) => words.some((word) => word.startsWith(each)));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** For a page that shows a record: called with what it does not name of it, so that a member it forgets does not compile. */
export function noneLeft(_: Record<string, never>): void {}

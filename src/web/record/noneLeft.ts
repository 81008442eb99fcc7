/** A page calls this with the members that it has not shown, so that a forgotten member does not compile. */
export function noneLeft(_: Record<string, never>): void {}

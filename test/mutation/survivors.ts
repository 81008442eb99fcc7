/** Mistakes that no test has to see, and why. `line` is part of the line as it reads with the mistake. */
export const survivors: { file: string; line: string; why: string }[] = [];

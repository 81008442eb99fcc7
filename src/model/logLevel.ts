/** What a line of the log is of, from what only a defect makes interesting to what needs attention. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof logLevels)[number];

/** The log lines about a database that disappears and comes back. */
export const outageLogLines = [/"the database is (out of reach: |back")/];

/** The log lines about a database that disappears and comes back. */
export const outageTold = [/"the database is (out of reach: |back")/];

/** What the log tells of a database that goes and comes back. */
export const outageTold = [/"the database is (out of reach: |back")/];

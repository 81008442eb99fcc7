/** Keys of advisory locks. No other program in the database may use the same numbers. */
export const lockNumbers = { migrate: 7_625_001, sequencer: 7_625_002, serving: 7_625_003, account: 7_625_004 };

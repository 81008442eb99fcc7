/** Advisory locks of a Rockola database; any numbers no other program in it uses. */
export const lockNumbers = { migrate: 7_625_001, sequencer: 7_625_002, serving: 7_625_003, account: 7_625_004 };

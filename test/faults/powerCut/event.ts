/** What the program did to its folder, or said to someone, in the order in which it did. Paths are absolute. */
export type Event =
  | { kind: 'write'; path: string; offset: number | undefined; bytes: Buffer }
  | { kind: 'truncate'; path: string; size: number }
  | { kind: 'create'; path: string; folder: boolean }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'unlink'; path: string }
  /** From here to its end an fsync is under way: what it will make certain is not yet. `sync` is the number of the fsync. */
  | { kind: 'sync begins'; path: string; sync: number }
  | { kind: 'sync ends'; path: string; sync: number }
  /** Bytes on their way to a client or to a terminal. */
  | { kind: 'said'; text: string };

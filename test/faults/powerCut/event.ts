/** The actions of the program on its folder, and its outputs, in order. Paths are absolute. */
export type Event =
  | { kind: 'write'; path: string; offset: number | undefined; bytes: Buffer }
  | { kind: 'truncate'; path: string; size: number }
  | { kind: 'create'; path: string; folder: boolean }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'unlink'; path: string }
  /** The beginning of an fsync. Its data are durable only from its end on. `sync`: the number of the fsync. */
  | { kind: 'sync begins'; path: string; sync: number }
  | { kind: 'sync ends'; path: string; sync: number }
  /** Bytes on their way to a client or to a terminal. */
  | { kind: 'said'; text: string };

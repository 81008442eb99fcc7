/** An action of the program on its folder, or an output. Paths are absolute. */
export type Event =
  | { kind: 'write'; path: string; offset: number | undefined; bytes: Buffer }
  | { kind: 'truncate'; path: string; size: number }
  | { kind: 'create'; path: string; folder: boolean }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'unlink'; path: string }
  /** The beginning of the fsync with the number `sync`. What it writes is durable only after `sync ends`. */
  | { kind: 'sync begins'; path: string; sync: number }
  | { kind: 'sync ends'; path: string; sync: number }
  /** Bytes on their way to a client or to a terminal. */
  | { kind: 'said'; text: string };

import { writes } from '../../../src/operations/writes.ts';
import { serveWrites } from '../../../src/store/sqlite/writer.ts';

declare const self: Worker;

/** The pause between a commit and its answers, in ms. */
const pause = 20;
const say = self.postMessage.bind(self);

// The writer thread with a pause before its answers, in which most kills fall.
self.postMessage = (message: unknown) => void setTimeout(() => say(message), pause);
serveWrites(writes);

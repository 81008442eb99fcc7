/** A program that prints the line for which the harness waits, then ends or runs on, by its argument: `bun unruly.ts HOW`. */
const [how] = process.argv.slice(2);
setInterval(() => {}, 1_000);
const say = (level: string, msg: string) => console.log(JSON.stringify({ level, msg, method: 'GET' }));
const ends: Record<string, () => void> = {
  well: () => process.exit(0),
  'with 1': () => process.exit(1),
  'killed by itself': () => process.kill(process.pid, 'SIGKILL'),
  'after a defect': () => {
    say('error', 'request failed');
    process.exit(0);
  },
  'after a stray rejection': () => {
    say('error', 'unhandled rejection');
    process.exit(0);
  },
  'after a throw in a thread': () => {
    console.error(new TypeError('x').stack);
    process.exit(0);
  },
};
if (how === 'too early') process.exit(0);
process.on('SIGTERM', () => ends[how as string]?.());
console.error('  Listening     http://127.0.0.1:1\n  Store         none');

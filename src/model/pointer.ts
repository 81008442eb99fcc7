export type Step = string | number;

const maxOfName = 60;
const maxOfPointer = 240;

const gap = '…';

/** A JSON Pointer (RFC 6901) into a body. Long names and long pointers are shortened, since the client chooses them. */
export function pointerTo(path: readonly Step[]): { pointer: string; shortened: boolean } {
  const steps = path.map((step) => String(step));
  const whole = steps.map((name) => `/${escapePointer(beginningOf(name))}`).join('');
  const fits = whole.length <= maxOfPointer;
  const half = maxOfPointer / 2;
  const pointer = fits ? whole : whole.slice(0, half) + gap + whole.slice(-half);
  return { pointer: pointer.toWellFormed(), shortened: !fits || steps.some(({ length }) => length > maxOfName) };
}

function beginningOf(name: string): string {
  return name.length <= maxOfName ? name : name.slice(0, maxOfName) + gap;
}

/** RFC 6901 §3: `~` and `/` inside a member name. */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

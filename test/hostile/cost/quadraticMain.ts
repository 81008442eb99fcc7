/** Rockola with an `isWellFormed` that takes quadratic time. */
const { isWellFormed } = String.prototype;
let steps = 0;

String.prototype.isWellFormed = function (this: string) {
  const side = this.length / 10;
  for (let i = 0; i < side; i++) for (let j = 0; j < side; j++) steps = (steps * 31 + j) | 0;
  return isWellFormed.call(this);
};
await import('../../../src/main.ts');

export {};

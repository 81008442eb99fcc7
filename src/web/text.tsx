/** @jsxImportSource #jsx */
/** Text between backticks becomes code. */
export function inlineCode(text: string) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part));
}

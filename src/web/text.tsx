/** @jsxImportSource #jsx */
/** Our texts mark code with backticks. */
export function inlineCode(text: string) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part));
}

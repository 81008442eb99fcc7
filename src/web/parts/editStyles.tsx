/** @jsxImportSource #jsx */

/** The styles of what changes the catalogue. */
export function EditStyles({ prefix }: { prefix: string }) {
  return <link rel="stylesheet" href={`${prefix}/assets/edit.css`} />;
}

/** @jsxImportSource #jsx */

export function EditStyles({ prefix }: { prefix: string }) {
  return <link rel="stylesheet" href={`${prefix}/assets/edit.css`} />;
}

/** @jsxImportSource #jsx */

/** `bare`: for a page without a form of its own. */
export function EditStyles({ prefix, bare = false }: { prefix: string; bare?: boolean }) {
  return (
    <>
      {bare && <link rel="stylesheet" href={`${prefix}/assets/forms.css`} />}
      <link rel="stylesheet" href={`${prefix}/assets/edit.css`} />
      <script type="module" src={`${prefix}/assets/edit.js`} />
    </>
  );
}

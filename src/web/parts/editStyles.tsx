/** @jsxImportSource #jsx */

/** `names`: whether fields may name artists. `bare`: for a page without a form of its own. */
export function EditStyles({ prefix, names = false, bare = false }: { prefix: string; names?: boolean | undefined; bare?: boolean }) {
  return (
    <>
      {bare && <link rel="stylesheet" href={`${prefix}/assets/forms.css`} />}
      <link rel="stylesheet" href={`${prefix}/assets/edit.css`} />
      <script type="module" src={`${prefix}/assets/leave.js`} />
      {names && <script type="module" src={`${prefix}/assets/artists.js`} />}
    </>
  );
}

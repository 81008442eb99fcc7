/** @jsxImportSource #jsx */

/** `names`: whether fields may name artists. */
export function EditStyles({ prefix, names = false }: { prefix: string; names?: boolean }) {
  return (
    <>
      <link rel="stylesheet" href={`${prefix}/assets/edit.css`} />
      <script type="module" src={`${prefix}/assets/leave.js`} />
      {names && <script type="module" src={`${prefix}/assets/artists.js`} />}
    </>
  );
}

/** @jsxImportSource #jsx */

type Props = { prefix: string; suggestsArtists?: boolean | undefined; bare?: boolean };

/** `suggestsArtists`: whether fields may name artists. `bare`: for a page without a form of its own. */
export function EditStyles({ prefix, suggestsArtists = false, bare = false }: Props) {
  return (
    <>
      {bare && <link rel="stylesheet" href={`${prefix}/assets/forms.css`} />}
      <link rel="stylesheet" href={`${prefix}/assets/edit.css`} />
      <script type="module" src={`${prefix}/assets/leave.js`} />
      {suggestsArtists && <script type="module" src={`${prefix}/assets/artists.js`} />}
    </>
  );
}

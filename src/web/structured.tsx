/** @jsxImportSource #jsx */

import { linkedDataType } from '../http/accept.ts';
import { Html } from '../jsx.ts';

/** Structured data for search engines (schema.org). */
export function Data({ value }: { value: object }) {
  return <script type={linkedDataType}>{new Html(JSON.stringify(value).replaceAll('<', '\\u003c'))}</script>;
}

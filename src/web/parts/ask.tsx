/** @jsxImportSource #jsx */
import { memberTexts } from '../texts/member.ts';
import type { Visit } from '../visit.ts';

/** A link to whoever runs the site, where a setting says how to reach them. */
export function Ask({ visit: { services, language } }: { visit: Visit }) {
  const { contact } = services.config;
  if (contact === undefined) return null;
  return (
    <p class="note">
      <a href={contact}>{memberTexts[language].signIn.ask}</a>
    </p>
  );
}

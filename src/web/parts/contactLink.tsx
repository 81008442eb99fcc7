/** @jsxImportSource #jsx */
import { memberTexts } from '../texts/member.ts';
import type { Visit } from '../visit.ts';

/** A link to the operator, if the operator has set an address. */
export function ContactLink({ visit: { services, language } }: { visit: Visit }) {
  const { contact } = services.config;
  if (contact === undefined) return null;
  return (
    <p class="note">
      <a href={contact}>{memberTexts[language].signIn.ask}</a>
    </p>
  );
}

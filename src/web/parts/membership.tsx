/** @jsxImportSource #jsx */
import type { ShownMembership } from '../../operations/facts.ts';
import { artistPath } from '../paths.ts';
import type { Visit } from '../visit.ts';

type Props = { visit: Visit; id: string; title: string; memberships: ShownMembership[] };

/** Who was in a group, or the groups of a person, each with roles and years. */
export function Memberships({ visit: { texts, prefix }, id, title, memberships }: Props) {
  if (memberships.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="line-up">
        {memberships.map(({ other, credited, roles, note, ...span }) => {
          const name = <bdi>{id === 'bands' ? (other?.name ?? '') : credited}</bdi>;
          const facts = [roles.map((role) => texts.artist.roles[role]).join(', '), texts.artist.period(span), note].filter(Boolean);
          return (
            <li>
              {other ? <a href={prefix + artistPath(other)}>{name}</a> : name}
              {facts.length > 0 && <small>{facts.join(' · ')}</small>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** @jsxImportSource #jsx */
import { may } from '../../model/actor.ts';
import { etagOf } from '../../model/versioned.ts';
import type { MemberVisit, State } from '../form.ts';
import { Difference } from '../parts/difference.tsx';
import { Naming } from '../parts/naming.tsx';
import { changePage } from '../record/changePage.tsx';
import { type Control, holdsCatalogueText } from '../record/control.ts';
import { Members } from '../record/members.tsx';
import { nameTyped, readNames } from '../record/reference.ts';
import { shownValue } from '../record/shown.ts';
import { noneOf, type Subject } from '../record/subject.ts';
import { type FormTexts, formTexts } from '../texts/form.ts';
import type { Shown } from '../visit.ts';

/** A member that both sides changed. `from`: its value when the form was made, if that is known. */
export type Clash = { name: string; from: unknown; now: unknown };
/** Changes by others since the form was made. `merged`: members that only they changed, which the form now has. */
export type Meanwhile = { clashes: Clash[]; merged: string[] };

const noChanges: Meanwhile = { clashes: [], merged: [] };

export async function editPage(visit: MemberVisit, subject: Subject, state: State, { clashes, merged } = noChanges): Promise<Shown> {
  const { language, prefix } = visit;
  const { type, controls, path } = subject;
  await nameTyped(visit, controls, state.typed);
  const names = await readNames(
    visit,
    clashes.flatMap(({ from, now }) => [from, now]).filter((value) => typeof value === 'bigint'),
  );
  const words = formTexts[language];
  const { labels } = words.kinds[type.kind];
  const typed = { [type.titled]: state.typed.get(type.titled) ?? undefined };
  const { name, around } = subject.titleOf(typed);
  const shownOn = subject.shownOn ?? { path, name: around(name) };
  const below = (member: string) => {
    const clash = clashes.find((found) => found.name === member);
    const show = (value: unknown) => shownValue(value, labels[member], words, names);
    if (clash) return <Choice clash={clash} show={show} state={state} words={words} visit={visit} control={controls[member]} />;
    return merged.includes(member) && <p class="taken">{words.clash.taken}</p>;
  };
  const exists = state.typed.get('tag') !== etagOf(noneOf(subject));
  return changePage(visit, state, {
    title: words.edit.title(around(name)),
    heading: <Naming visit={visit} text={(mark) => words.edit.title(around(mark))} names={[name]} />,
    path: `${path}/edit`,
    back: {
      href: prefix + shownOn.path,
      label: <Naming visit={visit} text={visit.texts.history.back} names={[shownOn.name]} />,
    },
    above: clashes.length > 0 && <ClashNotice words={words} />,
    button: clashes.length > 0 ? words.clash.button : words.edit.button,
    labels,
    cancel: shownOn.path,
    others: exists && may(visit.member.actor, type.rights.remove) && (
      <a class="danger" href={`${prefix}${path}/delete`}>
        {words.remove.button}
      </a>
    ),
    fields: (
      <>
        <input type="hidden" name="tag" value={state.typed.get('tag') ?? ''} />
        {clashes.map((clash) => (
          <input type="hidden" name="asked" value={clash.name} />
        ))}
        <Members forms={subject} below={below} state={state} words={words} lang={visit.catalogueLang} />
      </>
    ),
  });
}

function ClashNotice({ words: { clash } }: { words: FormTexts }) {
  return (
    <div class="faults" role="alert">
      <p>
        <strong>{clash.title}</strong>
      </p>
      <p>{clash.lead}</p>
    </div>
  );
}

type ChoiceProps = {
  clash: Clash;
  show(value: unknown): string;
  state: State;
  words: FormTexts;
  visit: MemberVisit;
  control: Control | undefined;
};

function Choice({ clash: { name, from, now }, show, state: { typed }, words: { clash: words }, visit, control }: ChoiceProps) {
  const chosen = typed.get(`choice-${name}`);
  const text = show(now);
  const lang = holdsCatalogueText(control) ? visit.catalogueLang : undefined;
  const radio = (value: 'mine' | 'theirs') => (
    <label class="check">
      <input type="radio" name={`choice-${name}`} value={value} checked={chosen === value} /> {words[value]}
    </label>
  );
  return (
    <fieldset class="clash">
      <legend>{words.now}</legend>
      {control === 'text' ? (
        <textarea rows={6} dir="auto" lang={lang} readonly aria-label={words.now}>
          {`\n${text}`}
        </textarea>
      ) : (
        <p class="now">{text ? <bdi lang={lang}>{text}</bdi> : <em class="muted">{visit.texts.history.empty}</em>}</p>
      )}
      {from !== undefined && show(from) !== text && (
        <div class="changed">
          <span class="note">{words.changed}:</span>
          <Difference from={show(from)} to={text} visit={visit} lang={lang} />
        </div>
      )}
      {radio('mine')}
      {radio('theirs')}
    </fieldset>
  );
}

import type { AlbumFields } from '../../model/album.ts';
import type { ArtistFields } from '../../model/artist.ts';
import type { LeftReason } from '../../model/undo.ts';
import type { Reason } from '../record/reason.ts';
import type { Language } from './site.ts';

export type Label = { label: string; hint?: string };

/** What has just been done, said once on the page that follows. */
export const outcomes = ['added', 'saved', 'merged', 'undone', 'restored', 'removed'] as const;
export type Outcome = (typeof outcomes)[number];

/** What forms of the catalogue say; a member of a record without words does not compile. */
export type FormTexts = {
  artist: Record<keyof ArtistFields, Label>;
  album: Record<keyof AlbumFields, Label>;
  reason: Record<keyof Reason, Label> & { title: string };
  optional: string;
  add: { link: string; title: string; lead: string; button: string; albumsLink: string; albumsTitle: (artist: string) => string };
  rows: { title: string; hint: string; more: string; of: (row: number) => string; before: (added: number) => string };
  edit: { link: string; title: (name: string) => string; button: string; gone: string };
  remove: { link: string; title: (name: string) => string; artistLead: string; albumLead: string; button: string };
  duplicates: { title: string; lead: string; button: string };
  clash: Record<'title' | 'lead' | 'now' | 'changed' | 'mine' | 'theirs' | 'taken' | 'button' | 'choose', string>;
  undo: Record<'link' | 'this' | 'back' | 'bring' | 'titleThis' | 'titleBack' | 'leadThis' | 'leadBack' | 'lost', string>;
  account: {
    title: (account: bigint) => string;
    own: string;
    lead: string;
    undo: string;
    undoTitle: (account: bigint) => string;
    undoLead: string;
    since: string;
    until: string;
    untilHint: string;
    time: string;
    look: string;
    run: string;
    more: string;
    planned: (count: number) => string;
    done: (count: number) => string;
    nothing: string;
    left: (count: number) => string;
    rest: string;
    actions: Record<'update' | 'restore' | 'delete', string>;
    reasons: Record<LeftReason, string>;
  };
  outcome: Record<Outcome, string>;
  cancel: string;
};

const es: FormTexts = {
  artist: {
    name: { label: 'Nombre' },
    band: { label: 'Banda', hint: 'La banda con la que se lo conoce.' },
    description: { label: 'Descripción', hint: 'Con párrafos, *énfasis*, listas y enlaces de Markdown; hasta 20.000 caracteres.' },
    image: { label: 'Imagen', hint: 'La dirección de una foto en la web: https://…' },
  },
  album: {
    name: { label: 'Título' },
    year: { label: 'Año' },
    image: { label: 'Tapa', hint: 'La dirección de una imagen: https://…' },
  },
  reason: {
    title: 'Sobre este cambio',
    comment: { label: 'Por qué', hint: 'Queda en el historial, a la vista de todos.' },
    source: { label: 'Fuente', hint: 'La dirección de una página que lo dice.' },
  },
  optional: 'opcional',
  add: {
    link: 'Agregar un artista',
    title: 'Agregar un artista',
    lead: 'Con el nombre alcanza; lo demás puede venir después.',
    button: 'Agregar',
    albumsLink: 'Agregar discos',
    albumsTitle: (artist) => `Discos de ${artist}`,
  },
  rows: {
    title: 'Discos',
    hint: 'Las filas que queden vacías no cuentan.',
    more: 'Más filas',
    of: (row) => `Disco ${row}`,
    before: (added) =>
      `${['No se agregó ningún disco', 'Se agregó 1 disco'][added] ?? `Se agregaron ${added} discos`}. Faltan los de abajo.`,
  },
  edit: {
    link: 'Editar',
    title: (name) => `Editar ${name}`,
    button: 'Guardar',
    gone: 'Mientras escribías, alguien lo borró. Lo que escribiste sigue acá, por si hace falta.',
  },
  remove: {
    link: 'Borrar',
    title: (name) => `Borrar ${name}`,
    artistLead: 'Se va del catálogo junto con sus discos. Desde su historial se lo puede traer de vuelta.',
    albumLead: 'Se va del catálogo. Desde su historial se lo puede traer de vuelta.',
    button: 'Borrar',
  },
  duplicates: {
    title: '¿No será alguno de estos?',
    lead: 'Ya hay artistas que se llaman casi igual. Si es otro, agregalo igual.',
    button: 'Es otro: agregarlo igual',
  },
  clash: {
    title: 'Alguien cambió lo mismo que vos',
    lead: 'Mientras escribías, otra persona guardó cambios. Lo que cambió solo uno ya está junto; en lo marcado hay que elegir. Lo tuyo está en los campos, y se puede retocar antes de guardar.',
    now: 'Ahora dice',
    changed: 'Qué cambió',
    mine: 'Queda lo que escribí',
    theirs: 'Queda lo que dice ahora',
    taken: 'Esto lo cambió otra persona mientras escribías; ya está en el campo.',
    button: 'Guardar lo elegido',
    choose: 'Hay que elegir cuál queda.',
  },
  undo: {
    link: 'Con un motivo…',
    this: 'Deshacer este cambio',
    back: 'Volver a esta versión',
    bring: 'Traer de vuelta',
    titleThis: 'Deshacer un cambio',
    titleBack: 'Volver a una versión',
    leadThis: 'Lo que cambió en esta versión vuelve a ser lo que era. Lo demás queda como está.',
    leadBack: 'Todo vuelve a ser como en esta versión. Es una versión nueva: nada se pierde del historial.',
    lost: 'Después se volvió a cambiar lo mismo, así que no se puede deshacer solo este cambio. Se puede editar a mano, o volver a una versión entera.',
  },
  account: {
    title: (account) => `Cambios de la cuenta ${account}`,
    own: 'Tus cambios',
    lead: 'Lo más nuevo primero.',
    undo: 'Deshacer sus cambios',
    undoTitle: (account) => `Deshacer lo de la cuenta ${account}`,
    undoLead:
      'Lo que agregó se borra, lo que borró vuelve, lo que cambió es otra vez lo que era. Lo que otros cambiaron después queda como está.',
    since: 'Desde',
    until: 'Hasta',
    untilHint: 'Vacío: hasta ahora.',
    time: 'En UTC, como todas las horas de este sitio: 2026-01-31 12:00',
    look: 'Ver qué pasaría',
    run: 'Deshacer todo esto',
    more: 'Seguir con lo que falta',
    planned: (count) => (count === 1 ? 'Se desharía lo hecho en una ficha' : `Se desharía lo hecho en ${count} fichas`),
    done: (count) => (count === 1 ? 'Se deshizo lo hecho en una ficha' : `Se deshizo lo hecho en ${count} fichas`),
    nothing: 'No hay nada que deshacer en ese tiempo.',
    left: (count) => (count === 1 ? 'Uno queda como está' : `${count} quedan como están`),
    rest: 'Hay más; se ven de a 500.',
    actions: { update: 'vuelve a ser lo que era', restore: 'vuelve al catálogo', delete: 'se borra' },
    reasons: {
      'changed-since': 'otros lo cambiaron después',
      'artist-deleted': 'su artista está borrado',
      'has-albums': 'tiene discos que quedan',
    },
  },
  outcome: {
    added: 'Agregado. Gracias.',
    saved: 'Guardado.',
    merged: 'Guardado. Mientras escribías, otra persona había cambiado otra cosa: están los dos cambios.',
    undone: 'Deshecho.',
    restored: 'Está otra vez en el catálogo.',
    removed: 'Ya no está en el catálogo.',
  },
  cancel: 'Cancelar',
};

const en: FormTexts = {
  artist: {
    name: { label: 'Name' },
    band: { label: 'Band', hint: 'The band they are known with.' },
    description: { label: 'Description', hint: 'With paragraphs, *emphasis*, lists and links of Markdown; up to 20,000 characters.' },
    image: { label: 'Picture', hint: 'The address of a photo on the web: https://…' },
  },
  album: {
    name: { label: 'Title' },
    year: { label: 'Year' },
    image: { label: 'Cover', hint: 'The address of a picture: https://…' },
  },
  reason: {
    title: 'About this change',
    comment: { label: 'Why', hint: 'Stays in the history, for all to see.' },
    source: { label: 'Source', hint: 'The address of a page that says so.' },
  },
  optional: 'optional',
  add: {
    link: 'Add an artist',
    title: 'Add an artist',
    lead: 'A name is enough; the rest can come later.',
    button: 'Add',
    albumsLink: 'Add records',
    albumsTitle: (artist) => `Records by ${artist}`,
  },
  rows: {
    title: 'Records',
    hint: 'Rows that stay empty do not count.',
    more: 'More rows',
    of: (row) => `Record ${row}`,
    before: (added) => `${['No record was', '1 record was'][added] ?? `${added} records were`} added. Those below are still to be added.`,
  },
  edit: {
    link: 'Edit',
    title: (name) => `Edit ${name}`,
    button: 'Save',
    gone: 'While you were writing, somebody deleted it. What you wrote is still here, in case you need it.',
  },
  remove: {
    link: 'Delete',
    title: (name) => `Delete ${name}`,
    artistLead: 'It leaves the catalogue together with its records. Its history can bring it back.',
    albumLead: 'It leaves the catalogue. Its history can bring it back.',
    button: 'Delete',
  },
  duplicates: {
    title: 'Is it one of these?',
    lead: 'There are artists with nearly the same name. If this is another one, add it anyway.',
    button: 'It is another: add it anyway',
  },
  clash: {
    title: 'Somebody changed the same as you',
    lead: 'While you were writing, somebody else saved changes. What only one of you changed is together already; where both did, you choose. What you wrote is in the fields, and can be changed before you save.',
    now: 'It says now',
    changed: 'What changed',
    mine: 'What I wrote stays',
    theirs: 'What it says now stays',
    taken: 'Somebody else changed this while you were writing; it is in the field already.',
    button: 'Save what I chose',
    choose: 'Choose which one stays.',
  },
  undo: {
    link: 'With a reason…',
    this: 'Undo this change',
    back: 'Go back to this version',
    bring: 'Bring it back',
    titleThis: 'Undo a change',
    titleBack: 'Go back to a version',
    leadThis: 'What changed in this version becomes what it was. All else stays as it is.',
    leadBack: 'All becomes as it was in this version. That is a new version: nothing is lost from the history.',
    lost: 'The same was changed again later, so this change cannot be undone alone. Edit it by hand, or go back to a whole version.',
  },
  account: {
    title: (account) => `Changes by account ${account}`,
    own: 'Your changes',
    lead: 'Newest first.',
    undo: 'Undo its changes',
    undoTitle: (account) => `Undo the work of account ${account}`,
    undoLead:
      'What it added is deleted, what it deleted comes back, what it changed becomes what it was. What others changed since is left as it is.',
    since: 'From',
    until: 'To',
    untilHint: 'Empty: up to now.',
    time: 'In UTC, as all times of this site: 2026-01-31 12:00',
    look: 'See what would be done',
    run: 'Undo all of this',
    more: 'Go on with the rest',
    planned: (count) => (count === 1 ? 'Changes to one entry would be undone' : `Changes to ${count} entries would be undone`),
    done: (count) => (count === 1 ? 'Changes to one entry were undone' : `Changes to ${count} entries were undone`),
    nothing: 'There is nothing to undo in that time.',
    left: (count) => (count === 1 ? 'One is left as it is' : `${count} are left as they are`),
    rest: 'There is more; 500 are looked at at once.',
    actions: { update: 'becomes what it was', restore: 'comes back', delete: 'is deleted' },
    reasons: {
      'changed-since': 'others changed it since',
      'artist-deleted': 'its artist is deleted',
      'has-albums': 'it has records that stay',
    },
  },
  outcome: {
    added: 'Added. Thank you.',
    saved: 'Saved.',
    merged: 'Saved. While you were writing, somebody else had changed something else: both changes are there.',
    undone: 'Undone.',
    restored: 'Back in the catalogue.',
    removed: 'No longer in the catalogue.',
  },
  cancel: 'Cancel',
};

export const formTexts: Record<Language, FormTexts> = { es, en };

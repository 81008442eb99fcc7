import type { Role } from '../../model/actor.ts';
import { detailOf, type FaultCode, type FaultValues } from '../../model/fault.ts';
import type { FieldError, ProblemCode } from '../../model/problem.ts';
import { ownTexts } from './own.ts';
import type { Language } from './site.ts';

export type FaultWords = {
  /** A whole sentence. */
  fault(error: FieldError): string;
  /** Messages of refusals that belong to no field. If one is absent, the API's detail is shown. */
  problems: Partial<Record<ProblemCode, string>>;
  /** @param seconds of `Retry-After` */
  later(seconds: number): string;
};

type FaultTexts = { [C in FaultCode]: (...values: FaultValues<C>) => string };

const spanish: FaultTexts = {
  required: () => 'Completá este campo.',
  tooShort: (length, least) => (length === 0 ? 'Completá este campo.' : `Tiene ${length} caracteres; el mínimo es ${least}.`),
  tooLong: (length, most) => `Tiene ${length} caracteres; el máximo es ${most}.`,
  blank: () => 'No puede ser solo espacios.',
  controlCharacter: () => 'No puede tener caracteres de control.',
  nullCharacter: () => 'Tiene un carácter que no se puede guardar (U+0000).',
  integer: () => 'Tiene que ser un número entero.',
  integerBetween: (least, most) => `Tiene que ser un número entero entre ${least} y ${most}.`,
  between: (least, most) => `Tiene que estar entre ${least} y ${most}.`,
  oneOf: (known) => `Tiene que ser uno de estos: ${known}.`,
  date: () => 'Tiene que ser una fecha como 1973, 1973-05 o 1973-05-30; ~ al final dice que es aproximada, y ? que es dudosa.',
  length: () => 'Tienen que ser minutos y segundos, como 3:45, o quedar vacío.',
  isrc: () => 'Tiene que ser un ISRC sin guiones, como ARF410100001, o quedar vacío.',
  language: () => 'Tiene que ser un código de idioma, como es o es-AR, o quedar vacío.',
  reversed: () => 'No puede ser posterior al final.',
  notThere: () => 'No hay nada con ese número.',
  notNamed: () => 'Ningún artista se llama así, o hay varios; pegá la dirección de su página.',
  emptyWith: () => 'Tiene que quedar vacío.',
  noMember: () => 'Lo elegido no tiene ese dato; elegí otro, o dejalo vacío.',
  urlOrText: () => 'Poné la dirección, o decí cuál es la fuente.',
  itself: () => 'No puede ser el mismo artista.',
  tooManyRecords: (max) => `Ya hay ${max}, que es el máximo para un artista. Borrá alguno antes.`,
  duplicate: () => 'Ya está cargado.',
  identifierForm: (scheme, pattern) => `Tiene que ser un identificador de ${scheme}, con la forma ${pattern}, o su enlace.`,
  identifier: (scheme, example) => `Tiene que ser un identificador de ${scheme} o su enlace, como ${example}.`,
  taken: (identifier, _, name) => `${identifier} ya es el identificador de ${name ? `“${name}”` : 'otro'}.`,
  checkDigit: () => 'El dígito verificador no coincide: revisá que no haya un número cambiado.',
  groupInPerson: () => 'No puede ser un grupo, porque el artista al que pertenece es una persona.',
  choices: (known, max) => `Tiene que ser una lista de hasta ${max} valores distintos entre estos: ${known}.`,
  time: () => 'Tiene que ser una fecha como 2030-01-31.',
  past: () => 'Tiene que ser una fecha futura.',
  future: () => 'No puede ser una fecha futura.',
  beforeSince: () => 'No puede ser anterior al comienzo.',
  address: () => 'Tiene que ser una dirección completa que empiece con http:// o https://, o quedar vacío.',
  tooManyWebhooks: (max) => `Ya tenés ${max} webhooks, el máximo. Borrá uno primero.`,
  targetUrl: () =>
    'Tiene que ser una dirección completa que empiece con http:// o https://, sin # y en el puerto 80, 443 o uno desde el 1024.',
  refusedTarget: () => 'La dirección no puede llevar a este sitio ni a una red privada.',
  userInfo: () => 'La dirección no puede llevar usuario ni contraseña.',
  email: () => 'Tiene que ser una dirección de correo como nombre@example.org.',
  emailTaken: () => 'Ya hay una cuenta con ese correo.',
  passwordForEmail: () => 'Escribila para cambiar el correo.',
  wrongPassword: () => 'No es la contraseña de esta cuenta.',
  passwordChanged: () => 'La contraseña cambió recién; escribí la nueva.',
  passwordIsEmail: () => 'No puede ser tu correo ni su comienzo.',
  passwordIsService: () => 'No puede ser el nombre del servicio.',
  commonPassword: () => 'Es demasiado común: es de las primeras que prueba un intruso. Elegí otra.',
  notRepeated: () => 'No es igual a la de arriba.',
  otherAccount: () => 'Entraste con otra cuenta después de abrir esta página. No se cambió nada.',
  deadLink: () => 'El enlace ya fue usado, es demasiado viejo, o hay otro más nuevo.',
  suspended: () => 'Tu cuenta está suspendida. Quien administra el sitio puede reactivarla.',
  lacksRole: (_, needed, own) => `Para esto hace falta el rol ${roleIn('es', needed)}, y el tuyo es ${roleIn('es', own)}.`,
  unconfirmed: () => 'Primero confirmá tu correo: abrí el enlace que te mandamos, o pedí otro en la página de tu cuenta.',
  noneNamed: () => 'Elegí al menos uno.',
  tooManyKeys: (most) => `Esta cuenta ya tiene ${most} claves, que es el máximo. Revocá alguna antes.`,
  changedMeanwhile: () => 'Otra persona lo cambió mientras tanto; no se guardó nada.',
  createdMeanwhile: (ids) => `Mientras tanto alguien lo creó: es el número ${ids}.`,
  changedLater: () =>
    'Después se volvió a cambiar, así que no se puede deshacer solo esto. Editalo a mano, o volvé a una versión anterior.',
  noVersion: (_, newest) => `Esa versión no existe: van de la 1 a la ${newest}.`,
  deletion: () => 'En esa versión estaba borrado; elegí otra.',
  redacted: () => 'Algo de esa versión fue suprimido o está oculto, así que no se puede volver a ella; elegí otra.',
  cells: (cells, columns) => `Tiene ${cells} celdas; la primera línea tiene ${columns}.`,
  notAnId: () => 'Tiene que ser un número entero desde 1.',
  inEarlierLine: () => 'Dice lo mismo que una línea anterior.',
  differsFromLine: (line) => `No coincide con la línea ${line}, que tiene el mismo nombre.`,
  notImported: (_, identifier) => `Pertenece a algo que no se importa, o lo nombra${identifier ? `: ${identifier}` : ''}.`,
  deletedRecord: () => 'Fue borrado: recuperalo, o importalo sin su número.',
  otherPlace: () => 'Pertenece a otro artista o disco.',
  ambiguousName: (ids) => `Hay varios con ese nombre: ${ids}. Poné el número.`,
  ambiguousIdentifiers: () => 'Tiene identificadores de varios.',
  matchedTwice: () => 'Coincide con lo mismo que una línea anterior.',
  emptyFile: () => 'El archivo está vacío.',
  otherEncoding: (encoding, line) => `El archivo no está en ${encoding.toUpperCase()} después de la línea ${line}. Elegí su codificación.`,
  noCsv: (line) =>
    `Después de la línea ${line} no es una planilla CSV: falta cerrar una comilla, hay una comilla en una celda sin comillas (se escribe "vinilo de 12"""), o una fila pasa de 1 MiB.`,
  tooManyColumns: (columns, max) => `Tiene ${columns} columnas; el máximo es ${max}.`,
  longColumnName: (column, max) => `El nombre de la columna ${column} tiene más de ${max} caracteres.`,
  noColumn: (columns, header) => `No tiene la columna ${columns}. Tiene ${header}.`,
  noNameColumn: (header) => `Ninguna columna tiene el nombre del artista. Las columnas son ${header}.`,
  unknownMember: (column, member) => `La columna ${column} no puede ser ${member}, que no es un dato del catálogo.`,
  sameColumn: (member) => `Varias columnas tienen el mismo dato: ${member}. Cambiales el nombre a las otras.`,
  cutExport: () => 'A la exportación le falta la última línea. Exportala de nuevo.',
  incompleteExport: (records) =>
    `La exportación está incompleta: tiene ${records} registros. Exportala de nuevo, o borrale la primera y la última línea.`,
  compressedFile: () =>
    'El archivo está comprimido, o es un libro de Excel o de otro programa de planillas. Descomprimilo, o guardá la tabla como CSV.',
  noJsonDocument: () => 'El archivo no es un documento JSON. Si tiene un JSON por línea, elegí el formato NDJSON.',
  longDocument: (max) => `El archivo tiene más de ${max} bytes fuera de una lista.`,
  doctype: (line) => `El archivo tiene un DOCTYPE o un comentario en la línea ${line}. Sacalo.`,
  declaredEncoding: (encoding) => `La codificación del archivo es ${encoding}. Guardalo como UTF-8.`,
  otherElements: (names, line) => `En la línea ${line} hay otra cosa que los elementos ${names}.`,
  cutFile: (line) => `El archivo está cortado después de la línea ${line}. Bajalo de nuevo.`,
  mapOfFormat: (format) => `El formato ${format} no tiene columnas. Sacá el mapa, o elegí el formato csv.`,
  foreignIds: () => 'El archivo tiene los números de otro catálogo. Elegí que se reconozca por identificador o por nombre.',
  tooManyIdentified: (max) => `Tiene más de ${max} artistas y discos nuevos. Importalo por partes.`,
  listedElsewhere: (member) => `Tiene una lista en ${member}. Los registros van en data, o en una lista que es todo el documento.`,
  noArtist: () => 'No dice de qué artista es.',
  longRecord: (max, unit) => `Tiene más de ${max} ${unit === 'bytes' ? unit : 'caracteres'}.`,
  notUtf8: () => 'No está en UTF-8.',
  noJson: (detail) => `No es un JSON válido: ${detail}`,
  noXml: (detail) => `No es un XML válido: ${detail}`,
  emptyRecord: () => 'Está vacío.',
  noObject: () => 'No es un objeto JSON.',
  noEntry: (catalogue, kinds) =>
    kinds === 'entity' ? `No es una entidad de ${catalogue}.` : `No es un artista ni un disco de ${catalogue}.`,
  otherCatalogueError: (message) => `Es un error del otro catálogo: ${message}`,
  noCatalogueId: (catalogue) => `Tiene que ser un identificador de ${catalogue}.`,
  noCredits: () => 'Faltan los artistas: volvé a bajarlo de MusicBrainz con inc=artist-credits.',
  afterEnd: () => 'Está después de la última línea de la exportación.',
  noParentId: (parent) => `Tiene que ser el número de su ${parent === 'artist' ? 'artista' : 'disco'}.`,
  deletedMeanwhile: () => 'Mientras tanto alguien lo borró, o borró aquello a lo que pertenece.',
  rowNotApplied: (row) => `Pertenece a la fila ${row}, que no se importó.`,
  wrongType: (type) => `Tiene que ser ${types[type] ?? type}.`,
  notKnown: (_, known) => (known ? `No existe ese dato. Existen: ${known}.` : 'No existe ese dato.'),
  repeatedName: () => 'Aparece más de una vez.',
  loneSurrogate: () => 'Tiene un carácter cortado por la mitad, que no es Unicode.',
  tooManyErrorRows: (max) => `Más de ${max} líneas tienen errores. ¿Es de otro formato?`,
  slowFile: (kib, seconds) =>
    `El archivo llegó demasiado lento: cada ${seconds} segundos tienen que llegar ${kib} KiB. Usá una conexión más rápida, o varios archivos más chicos.`,
  technical: sentence,
};

/** Types of JSON. */
const types: { [type: string]: string } = {
  ...{ string: 'un texto', number: 'un número', integer: 'un número entero', boolean: 'true o false', object: 'un objeto' },
  ...{ array: 'una lista' },
};

/** English messages that are plainer than the API's detail. */
const plainer: Partial<FaultTexts> = {
  tooShort: (length, least) => sentence(detailOf(length === 0 ? ['required'] : ['tooShort', length, least])),
  address: () => 'It must be a full address that begins with http:// or https://, or stay empty.',
  targetUrl: () => 'It must be a full address that begins with http:// or https://, without a # and on port 80, 443 or from 1024 on.',
  refusedTarget: () => 'The address must not lead to this site or to a private network.',
  taken: (identifier, _, name) => `${identifier} is already the identifier of ${name ? `“${name}”` : 'another'}.`,
  lacksRole: (_, needed, own) => `This needs the role ${roleIn('en', needed)}, and yours is ${roleIn('en', own)}.`,
  suspended: () => 'Your account is suspended. Whoever runs this site can reinstate it.',
  emptyWith: () => 'It must stay empty.',
  noMember: () => 'It has no such fact; choose another, or leave it empty.',
  urlOrText: () => 'Give the address, or say what the source is.',
  integer: () => 'It must be a whole number.',
  slowFile: (kib, seconds) => `The file ${detailOf(['slowFile', kib, seconds])}.`,
  integerBetween: (least, most) => `It must be a whole number between ${least} and ${most}.`,
};

const roleIn = (language: Language, role: string) => ownTexts[language].roles[role as Role] ?? role;

/** A reply that another version of the program stored may have an unknown fault, or none. Then its detail becomes the sentence. */
function faultSentence({ fault, detail }: FieldError, texts: Partial<FaultTexts>): string {
  const [code, ...values] = fault ?? [];
  const makeSentence = code && (texts[code] as ((...values: unknown[]) => string) | undefined);
  return makeSentence ? makeSentence(...values) : sentence(detail);
}

export const faultWords: Record<Language, FaultWords> = {
  es: {
    fault: (error) => faultSentence(error, spanish),
    problems: {
      'invalid-login': 'El correo o la contraseña no son correctos.',
      'not-found': 'Ya no está.',
      forbidden: 'Tu cuenta no tiene permiso para esto. Pedíselo a quien administra el sitio.',
      'sign-up-closed': 'Las cuentas de este sitio las crea quien lo administra. Pedile una.',
      'too-many-requests': 'Demasiados intentos.',
      'content-too-large': 'Es demasiado para mandarlo de una vez. Acortá algún texto, o partí el archivo.',
      unavailable: 'Ahora no se pudo. No se cambió nada.',
      'still-current': 'La ficha volvió a tener algo de esto. Cambialo o borrá la ficha primero; no se hizo nada.',
      'storage-full': 'No queda lugar para guardar más. No se cambió nada.',
      'mail-off': 'Este sitio no manda correo. Pedile un enlace a quien lo administra.',
      'precondition-failed': 'Otra persona lo cambió mientras tanto; no se guardó nada.',
      'idempotency-key-in-use': 'Este formulario se envió hace un momento y todavía se está procesando.',
      'idempotency-key-reused': 'Este formulario ya se envió con otro contenido. Volvé a enviarlo.',
      'malformed-json': 'Lo que llegó no es un formulario.',
    },
    later: (seconds) => `Probá de nuevo en ${period(seconds, 'segundo', 'minuto')}.`,
  },
  en: {
    fault: (error) => faultSentence(error, plainer),
    problems: {
      'content-too-large': 'That is too much to send at once. Shorten a text, or split the file.',
      forbidden: 'Your account may not do this. Ask whoever runs the site for permission.',
      'precondition-failed': 'Someone else changed it in the meantime; nothing was saved.',
      'idempotency-key-in-use': 'This form was sent a moment ago and is still being processed.',
      'idempotency-key-reused': 'This form was sent before with other content. Send it again.',
      'malformed-json': 'What arrived is not a form.',
    },
    later: () => '',
  },
};

/** Details begin with a verb: "must be …". */
function sentence(detail: string): string {
  return /^(?:is|was|has|must|appears|belongs|differs|matches|says|stands) /.test(detail) ? `It ${detail}.` : `${detail}.`;
}

function period(seconds: number, one: string, more: string): string {
  const [count, unit] = seconds < 120 ? [seconds, one] : [Math.ceil(seconds / 60), more];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

import { inLanguages } from './inLanguages.ts';

export const docsTexts = inLanguages({
  sections: ['Secciones', 'Sections'],
  operations: ['Operaciones', 'Operations'],
  /** Only on the Spanish page: the texts of the OpenAPI document are in English. */
  lead: ['La API está en inglés, y sus descripciones también.', ''],
  base: ['Dirección de la API', 'Base URL'],
  authorise: {
    title: ['Credenciales', 'Authorisation'],
    lead: [
      'Con una alcanza. Iniciá sesión en Accounts para tener un token, o creá una clave en tu cuenta. Quedan en estas páginas hasta que las recargues o las cierres.',
      'Either is enough. Log in under Accounts for a token, or create a key in your account. They stay in these pages until you reload or close them.',
    ],
    token: ['Token', 'Bearer token'],
    tokenHint: ['va como Authorization: Bearer', 'sent as Authorization: Bearer'],
    key: ['Clave', 'API key'],
    keyHint: ['va como X-API-Key', 'sent as X-API-Key'],
    forget: ['Olvidar las dos', 'Forget both'],
    none: [
      'No hay ninguna: alcanza para leer, crear una cuenta e iniciar sesión.',
      'Nothing set: enough for reading, signing up and logging in.',
    ],
    noScript: [
      'Para probar pedidos desde esta página hace falta JavaScript; para leerla, no.',
      'Trying requests from this page needs JavaScript; the documentation does not.',
    ],
  },
  deprecated: ['En desuso.', 'Deprecated.'],
  body: ['Cuerpo', 'Body'],
  answers: ['Respuestas', 'Answers'],
  ownProblems: ['Errores propios', 'Problems of its own'],
  commonProblems: ['Errores de todas las operaciones', 'Problems of every operation'],
  required: ['obligatorio', 'required'],
  optional: ['opcional', 'optional'],
  tryIt: ['Probar', 'Try it'],
  send: ['Enviar', 'Send'],
  credentialOptional: ['se puede enviar con un token o una clave', 'a token or a key is optional'],
  credentialNeeded: ['necesita un token o una clave', 'needs a token or a key'],
  schemas: ['Esquemas', 'Schemas'],
  schemasLead: ['De qué están hechos los cuerpos y las respuestas', 'What bodies and answers are made of'],
  /** For the page's script. */
  script: {
    theToken: ['el token', 'the token'],
    theKey: ['la clave', 'the key'],
    and: [' y ', ' and '],
    carry: ['Los pedidos que lo necesitan llevan {set}.', 'Requests that need it carry {set}.'],
    sending: ['Enviando…', 'Sending …'],
    failed: ['El pedido falló.', 'The request failed.'],
    useToken: ['Usar este token en estas páginas', 'Use this token on these pages'],
    body: ['Cuerpo', 'Body'],
    noBody: ['Sin cuerpo.', 'No body.'],
    headers: ['Encabezados', 'Headers'],
    nothing: ['No hubo respuesta', 'There was no answer'],
    problem: ['Qué significa este error', 'What this problem means'],
    curl: ['Como comando', 'As a command'],
    javaScript: ['En JavaScript', 'In JavaScript'],
    python: ['En Python', 'In Python'],
  },
});

export type DocsWords = (typeof docsTexts)['es'];

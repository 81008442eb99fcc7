import { words } from './words.js';

/** Empty fields are left out; the others are sent as they are, valid or not. */
export function requestOf(form, credentials) {
  const { method, path, secured } = form.dataset;
  const query = new URLSearchParams(fieldsIn(form, 'query')).toString();
  const body = form.querySelector('[data-body]')?.value;
  const type = body !== undefined && { 'Content-Type': form.querySelector('[data-type]').value };
  return {
    method,
    url: fill(path, fieldsIn(form, 'path')) + (query && `?${query}`),
    headers: { Accept: 'application/json', ...type, ...Object.fromEntries(fieldsIn(form, 'header')) },
    secrets: secured === undefined ? {} : secretHeaders(credentials),
    body,
  };
}

function fieldsIn(form, part) {
  return [...form.querySelectorAll(`[data-in="${part}"]`)]
    .filter((field) => field.value !== '')
    .map((field) => [field.dataset.name, field.value.trim()]);
}

function fill(path, fields) {
  return fields.reduce((filled, [name, value]) => filled.replace(`{${name}}`, () => encodeURIComponent(value)), path);
}

function secretHeaders({ token, key }) {
  return { ...(token && { Authorization: `Bearer ${token}` }), ...(key && { 'X-API-Key': key }) };
}

/** The request as a command. Credentials are variables, so that the command may be shared. */
function curlOf({ method, url, headers, secrets, body }) {
  const variables = { Authorization: 'Authorization: Bearer $TOKEN', 'X-API-Key': 'X-API-Key: $API_KEY' };
  return [
    `curl -i -X ${method} ${quote(new URL(url, location.href).href)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...Object.keys(secrets).map((name) => `-H "${variables[name]}"`),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' \\\n  ');
}

/** The request as a command and in two languages, by title. */
export function callsOf(request) {
  return { [words.curl]: curlOf(request), [words.javaScript]: javaScriptOf(request), [words.python]: pythonOf(request) };
}

function javaScriptOf({ method, url, body, ...request }) {
  const parts = [`method: '${method}'`, `headers: ${headersOf(request)}`, ...(body === undefined ? [] : [`body: ${JSON.stringify(body)}`])];
  const call = `const answer = await fetch(${absoluteUrl(url)}, {\n  ${parts.join(',\n  ')},\n});`;
  return `${call}\nconsole.log(answer.status, await answer.text());`;
}

function pythonOf({ method, url, body, ...request }) {
  const parts = [absoluteUrl(url), `method='${method}'`, `headers=${headersOf(request)}`];
  if (body !== undefined) parts.push(`data=${JSON.stringify(body)}.encode()`);
  const call = `request = urllib.request.Request(\n  ${parts.join(',\n  ')},\n)`;
  return `import urllib.request\n\n${call}\nwith urllib.request.urlopen(request) as answer:\n  print(answer.status, answer.read().decode())`;
}

const absoluteUrl = (url) => JSON.stringify(new URL(url, location.href).href);

/** JavaScript and Python write the headers in the same way. */
function headersOf({ headers, secrets }) {
  const variables = { Authorization: '"Bearer " + TOKEN', 'X-API-Key': 'API_KEY' };
  const all = [
    ...Object.entries(headers).map(([name, value]) => [name, JSON.stringify(value)]),
    ...Object.keys(secrets).map((name) => [name, variables[name]]),
  ];
  return `{ ${all.map(([name, value]) => `"${name}": ${value}`).join(', ')} }`;
}

function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

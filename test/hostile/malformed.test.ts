import { afterAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { startRockola } from '../support/harness.ts';
import { logOf, untilLogged } from '../support/logged.ts';

/** After this time without a byte, in ms, a connection that has its answer counts as finished. All rows wait at the same time. */
const silence = 4_000;
/** After this time without a byte, in ms, a connection counts as unanswered. The service closes silent connections after 10 s. */
const patience = 6_000;
/** Among the statuses of a row, this means "closed, or kept waiting, without an answer". */
const noAnswer = 0;

/**
 * Bytes as a client may send them, one character per byte. `####` stands for the row's number, `@key@` for a key.
 *
 * - refused: one of `answers`, then the connection is closed; nothing is stored, and the request behind is not served
 * - waits: as refused, but the server may wait for the rest of the message
 * - taken: one of `answers`; where the connection stays open, both sides agree where the next request begins
 */
type Row = { name: string; bytes: string; answers: number[]; kind: 'refused' | 'waits' | 'taken' };
type Result = { statuses: number[]; text: string; closed: boolean };
type LogLine = { level: string; path?: string };

const refused = (name: string, bytes: string, answers = [400]): Row => ({ name, bytes, answers, kind: 'refused' });
const waits = (name: string, bytes: string, answers = [noAnswer, 400]): Row => ({ name, bytes, answers, kind: 'waits' });
const taken = (name: string, bytes: string, answers = [200]): Row => ({ name, bytes, answers, kind: 'taken' });

const artistPath = '/api/v1/artists/1001';
const list = '/api/v1/artists';
const host = 'Host: rock.example\r\n';
const body = '{"name":"case ####"}';
const size = body.length.toString(16);
const chunk = `${size}\r\n${body}\r\n`;
const chunked = `${chunk}0\r\n\r\n`;
const credentials = 'X-API-Key: @key@\r\nContent-Type: application/json\r\n';
const te = 'Transfer-Encoding: chunked\r\n';
const length = `Content-Length: ${body.length}\r\n`;

/** The request that follows each row, and one that rows hide in a body. Neither artist may exist. */
const next = `GET ${list}/90#### HTTP/1.1\r\n${host}\r\n`;
const hidden = `GET ${list}/80#### HTTP/1.1\r\n${host}\r\n`;

const get = (fields = '', target = artistPath) => `GET ${target} HTTP/1.1\r\n${host}${fields}\r\n`;
const hosted = (value: string) => `GET ${artistPath} HTTP/1.1\r\nHost:${value}\r\n\r\n`;
const line = (requestLine: string) => `${requestLine}\r\n${host}\r\n`;
const post = (framing: string, content = body) => `POST ${list} HTTP/1.1\r\n${host}${credentials}${framing}\r\n${content}`;
const postChunks = (content: string) => post(te, content);
const targetOf = (octets: number) => `/${'a'.repeat(octets - 1)}`;
const fields = (count: number) => 'X-Field: 1\r\n'.repeat(count);

/** RFC 9112 §6: two readings of a body's length let one request hide behind another. */
const framing = [
  refused('Content-Length and Transfer-Encoding', post(length + te, chunked)),
  refused('Transfer-Encoding and a shorter Content-Length', post(`${te}Content-Length: 3\r\n`, chunked)),
  refused('Content-Length: 0 and Transfer-Encoding', post(`Content-Length: 0\r\n${te}`, chunked)),
  refused('Transfer-Encoding and Content-Length of a GET', get(`${te}Content-Length: 5\r\n`) + chunked),
  refused('an unknown coding alone', post('Transfer-Encoding: gzip\r\n', chunked), [400, 501]),
  refused('chunked that is not last', post('Transfer-Encoding: chunked, gzip\r\n', chunked)),
  refused('a coding before chunked that is not understood', post('Transfer-Encoding: gzip, chunked\r\n', chunked), [400, 501]),
  refused('chunked applied twice', post('Transfer-Encoding: chunked, chunked\r\n', chunked)),
  refused('two Transfer-Encoding fields', post(te + te, chunked)),
  refused('chunked, then identity in another field', post(`${te}Transfer-Encoding: identity\r\n`, chunked), [400, 501]),
  refused('identity, then chunked in another field', post(`Transfer-Encoding: identity\r\n${te}`, chunked), [400, 501]),
  refused('identity', post('Transfer-Encoding: identity\r\n', chunked), [400, 501]),
  refused('xchunked', post('Transfer-Encoding: xchunked\r\n', chunked), [400, 501]),
  refused('chunkedx', post('Transfer-Encoding: chunkedx\r\n', chunked), [400, 501]),
  refused('chunked in quotes', post('Transfer-Encoding: "chunked"\r\n', chunked), [400, 501]),
  refused('chunked with a parameter', post('Transfer-Encoding: chunked;q=1\r\n', chunked), [400, 501]),
  refused('chunked behind a vertical tab', post('Transfer-Encoding: \x0bchunked\r\n', chunked), [400, 501]),
  refused('chunked before a vertical tab', post('Transfer-Encoding: chunked\x0b\r\n', chunked), [400, 501]),
  refused('chunked with a NUL', post('Transfer-Encoding: chunked\0\r\n', chunked)),
  refused('an empty Transfer-Encoding', post('Transfer-Encoding: \r\n', chunked), [400, 501]),
  refused('a space before the colon of Transfer-Encoding', post('Transfer-Encoding : chunked\r\n', chunked)),
  refused('a space before Transfer-Encoding', post(' Transfer-Encoding: chunked\r\n', chunked)),
  refused('a folded Transfer-Encoding', post('Transfer-Encoding:\r\n chunked\r\n', chunked)),
  refused('Transfer_Encoding, which is another field', post('Transfer_Encoding: chunked\r\n', chunked)),
  refused('Transfer-Encoding on HTTP/1.0', `POST ${list} HTTP/1.0\r\n${host}${credentials}${te}\r\n${chunked}`),
  taken('CHUNKED in capitals', post('Transfer-Encoding: CHUNKED\r\n', chunked), [201]),
  taken('chunked behind a tab', post('Transfer-Encoding:\tchunked\r\n', chunked), [201]),
  refused('two Content-Length fields that differ', post(`${length}Content-Length: 3\r\n`)),
  refused('the shorter of two Content-Length fields first', post(`Content-Length: 3\r\n${length}`)),
  taken('two equal Content-Length fields', post(length + length), [201]),
  taken('a list of equal lengths', post(`Content-Length: ${body.length}, ${body.length}\r\n`), [201, 400]),
  refused('a list of lengths that differ', post(`Content-Length: ${body.length}, 3\r\n`)),
  refused('an empty Content-Length', post('Content-Length: \r\n')),
  refused('an empty Content-Length next to a good one', post(`Content-Length: \r\n${length}`)),
  refused('a negative Content-Length', post('Content-Length: -1\r\n')),
  refused('a Content-Length with a plus sign', post(`Content-Length: +${body.length}\r\n`)),
  refused('a hexadecimal Content-Length', post(`Content-Length: 0x${size}\r\n`)),
  refused('a Content-Length with a fraction', post(`Content-Length: ${body.length}.0\r\n`)),
  refused('a Content-Length with an exponent', post('Content-Length: 2e1\r\n')),
  refused('a Content-Length with a space inside', post('Content-Length: 2 0\r\n')),
  refused('a Content-Length with a letter behind', post(`Content-Length: ${body.length}x\r\n`)),
  refused('a Content-Length behind a no-break space', post(`Content-Length: \xa0${body.length}\r\n`)),
  refused('a Content-Length of 2^64 + 20', post('Content-Length: 18446744073709551636\r\n'), [400, 413]),
  refused('a Content-Length of 2^63', post('Content-Length: 9223372036854775808\r\n'), [400, 413]),
  refused('a Content-Length of 30 digits', post(`Content-Length: ${'9'.repeat(30)}\r\n`), [400, 413]),
  refused('a folded Content-Length', post(`Content-Length:\r\n ${body.length}\r\n`)),
  refused('a space before the colon of Content-Length', post(`Content-Length : ${body.length}\r\n`)),
  taken('a Content-Length with leading zeros', post(`Content-Length: 000${body.length}\r\n`), [201, 400]),
];

const chunks = [
  refused('a chunk size over 64 bits', postChunks(`ffffffffffffffffff\r\n${body}`), [400, 413]),
  refused('a chunk size that wraps round 64 bits', postChunks(`100000000000000${size}\r\n${body}\r\n0\r\n\r\n`), [400, 413]),
  waits('a chunk size of 2 GiB', postChunks(`7fffffff\r\n${body}`), [noAnswer, 400, 413]),
  refused('a chunk size that is no number', postChunks(`xyz\r\n${body}\r\n0\r\n\r\n`)),
  refused('a negative chunk size', postChunks(`-${chunked}`)),
  refused('a chunk size with a plus sign', postChunks(`+${chunked}`)),
  refused('a chunk size with 0x', postChunks(`0x${chunked}`)),
  refused('a chunk size with an underscore', postChunks(`1_4\r\n${body}\r\n0\r\n\r\n`)),
  refused('no chunk size', postChunks(`\r\n${body}\r\n0\r\n\r\n`)),
  refused('a space before a chunk size', postChunks(` ${chunked}`)),
  taken('a space behind a chunk size', postChunks(`${size} \r\n${body}\r\n0\r\n\r\n`), [201, 400]),
  taken('a chunk size with leading zeros', postChunks(`0000${chunked}`), [201, 400]),
  taken('a chunk extension', postChunks(`${size};a=b\r\n${body}\r\n0;c\r\n\r\n`), [201, 400]),
  refused('a chunk extension of 70,000 bytes', postChunks(`${size};${'a'.repeat(70_000)}\r\n${body}\r\n0\r\n\r\n`), [400, 413, 431]),
  refused('1,000 chunks with long extensions', postChunks(`1;${'a'.repeat(500)}\r\n \r\n`.repeat(1000)), [400, 413, 431]),
  refused('a bare LF in a chunk extension', postChunks(`${size};a\nb\r\n${body}\r\n0\r\n\r\n`)),
  refused('a bare CR in a chunk extension', postChunks(`${size};a\rb\r\n${body}\r\n0\r\n\r\n`)),
  refused('a request in a chunk extension', postChunks(`${size};\n\n${hidden}\r\n${body}\r\n0\r\n\r\n`)),
  refused('chunks with bare LF', postChunks(`${size}\n${body}\n0\n\n`)),
  refused('a chunk longer than its size', postChunks(`5\r\n${body}\r\n0\r\n\r\n`)),
  refused('a chunk shorter than its size', postChunks(`15\r\n${body}\r\n0\r\n\r\n`)),
  refused('no line end behind a chunk', postChunks(`${size}\r\n${body}0\r\n\r\n`)),
  refused('other bytes for the line end behind a chunk', postChunks(`${size}\r\n${body}XX0\r\n\r\n`)),
  refused('no empty line behind the last chunk', postChunks(`${chunk}0\r\n`)),
  refused('garbage for the empty line behind the last chunk', postChunks(`${chunk}0\r\nXX`)),
  refused('a trailer that is no field', postChunks(`${chunk}0\r\nbad trailer\r\n\r\n`)),
  taken('a trailer field', postChunks(`${chunk}0\r\nX-Trailer: 1\r\n\r\n`), [201, 400]),
  taken('Content-Length as a trailer field', postChunks(`${chunk}0\r\nContent-Length: 50\r\n\r\n`), [201, 400]),
  refused('100 KiB of trailer fields', postChunks(`${chunk}0\r\n${`X-Trailer: ${'1'.repeat(1000)}\r\n`.repeat(100)}\r\n`), [400, 413, 431]),
  refused('a broken chunk of a GET', `${get(te)}xyz\r\n`, [200, 400]),
  waits('a body that is shorter than its Content-Length', post('Content-Length: 5000\r\n')),
  waits('a body that breaks off in a chunk', postChunks(`ff\r\n${body}`)),
  refused('bytes behind a body with a Content-Length', `${post(length)}garbage\r\n\r\n`, [noAnswer, 201, 400]),
  refused('bytes behind the last chunk', `${postChunks(chunked)}garbage\r\n\r\n`, [noAnswer, 201, 400]),
];

const tooLarge = hidden.repeat(Math.ceil((2 * 1024 * 1024) / hidden.length));

/** A request in a body is content, whatever happens to the request around it. */
const bodies = [
  taken('a GET with a request as its body', get(`Content-Length: ${hidden.length}\r\n`) + hidden),
  taken('a GET with a request in a chunk', `${get(te)}${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`),
  taken('a HEAD with a request as its body', get(`Content-Length: ${hidden.length}\r\n`).replace('GET', 'HEAD') + hidden),
  taken('a DELETE with a request as its body', get(`Content-Length: ${hidden.length}\r\n`).replace('GET', 'DELETE') + hidden, [401]),
  taken('a request as JSON', post(`Content-Length: ${hidden.length}\r\n`, hidden), [400]),
  taken('a request as the body of an unknown path', get(`Content-Length: ${hidden.length}\r\n`, '/nowhere') + hidden, [404]),
  taken(
    'a request as a body of the wrong type',
    `POST ${list} HTTP/1.1\r\n${host}Content-Type: text/plain\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    [415],
  ),
  taken(
    'a request in a chunk of the wrong type',
    `POST ${list} HTTP/1.1\r\n${host}Content-Type: text/plain\r\n${te}\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
    [415],
  ),
  taken('requests as a body of 2 MiB', post(`Content-Length: ${tooLarge.length}\r\n`, tooLarge), [413]),
  waits('requests as the beginning of a body of 2 MiB', post('Content-Length: 2097152\r\n', hidden.repeat(50)), [413]),
  refused('requests as a body of 17 MiB', post('Content-Length: 17825792\r\n', hidden.repeat(50)), [413]),
  taken('Expect: 100-continue', post(`Expect: 100-continue\r\n${length}`), [201]),
  taken('an unknown expectation', post(`Expect: miracles\r\n${length}`), [201, 417]),
];

const headerSection = [
  refused('a space before a colon', get('X-A : b\r\n')),
  refused('a tab before a colon', get('X-A\t: b\r\n')),
  refused('a space before the colon of Host', `GET ${artistPath} HTTP/1.1\r\nHost : x\r\n\r\n`),
  refused('bare LF throughout', get().replaceAll('\r\n', '\n'), [400, 505]),
  refused('bare LF behind the request line', `GET ${artistPath} HTTP/1.1\n${host}\r\n`, [400, 505]),
  refused('bare LF behind a field', get('X-A: b\nX-B: c\r\n')),
  refused('bare LF for the empty line', `GET ${artistPath} HTTP/1.1\r\n${host}\n`),
  refused('bare CR in a value', get('X-A: b\rX-B: c\r\n')),
  refused('bare CR throughout', get().replaceAll('\r\n', '\r'), [400, 505]),
  refused('bare CR in the request line', `GET ${artistPath}\r HTTP/1.1\r\n${host}\r\n`, [400, 505]),
  refused('a folded value', get('X-A: b\r\n c\r\n')),
  refused('a value folded with a tab', get('X-A: b\r\n\tc\r\n')),
  refused('white space before the first field', `GET ${artistPath} HTTP/1.1\r\n X-A: b\r\n${host}\r\n`),
  refused('NUL in a value', get('X-A: a\0b\r\n')),
  refused('NUL in a name', get('X-\0A: b\r\n')),
  refused('a control character in a value', get('X-A: a\x01b\r\n')),
  refused('non-ASCII in a name', get('X-\xe9: b\r\n')),
  refused('a parenthesis in a name', get('X(A): b\r\n')),
  refused('a space in a name', get('X A: b\r\n')),
  refused('an empty name', get(': b\r\n')),
  refused('no colon', get('X-A\r\n')),
  taken('non-ASCII in a value', get('X-A: \xe9\xff\xc3\xb1\r\n')),
  taken('fields named like members of every object', get('__proto__: x\r\nconstructor: y\r\ntoString: z\r\nhasOwnProperty: w\r\n')),
  taken('an empty value', get('X-A:\r\n')),
  taken('two API keys', get('X-API-Key: a\r\nX-API-Key: b\r\n')),
  taken('Connection: close', get('Connection: close\r\n')),
  taken('Connection: close among others', get('Connection: foo, close\r\n')),
  taken(
    'an upgrade to WebSocket, which is not offered',
    get('Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'),
  ),
  taken(
    'an upgrade to h2c, which is not offered',
    get('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'),
  ),
];

/** RFC 9112 §3.2: no Host, two, or an invalid one must be 400, since a proxy may have seen another host. */
const hosts = [
  refused('no Host', `GET ${artistPath} HTTP/1.1\r\nX-A: b\r\n\r\n`),
  refused('no field at all', `GET ${artistPath} HTTP/1.1\r\n\r\n`),
  taken('no Host on HTTP/1.0', `GET ${artistPath} HTTP/1.0\r\n\r\n`),
  taken('no Host on HTTP/1.0, for /livez', 'GET /livez HTTP/1.0\r\n\r\n'),
  taken('no Host on HTTP/1.0 and a path that only ends in a known one', `GET /nowhere${artistPath} HTTP/1.0\r\n\r\n`, [404]),
  taken('an empty Host', hosted(''), [200, 400]),
  taken('an empty Host and a path that only ends in a known one', `GET /nowhere${artistPath} HTTP/1.1\r\nHost:\r\n\r\n`, [400, 404]),
  taken('two Hosts', `GET ${artistPath} HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n`, [400]),
  taken('two equal Hosts', `GET ${artistPath} HTTP/1.1\r\n${host}${host}\r\n`, [400]),
  taken('two Hosts in one field', hosted(' a.example, b.example'), [400]),
  taken('Host with a space', hosted(' a b'), [400]),
  taken('Host with a tab', hosted(' a\tb'), [400]),
  taken('Host with a path', hosted(' a.example/b'), [400]),
  taken('Host with a query', hosted(' a.example?b'), [400]),
  taken('Host with a fragment', hosted(' a.example#b'), [400]),
  taken('Host with a backslash', hosted(' a\\b'), [400]),
  taken('Host with user info', hosted(' u:p@a.example'), [400]),
  taken('Host as a URL', hosted(' http://a.example/'), [400]),
  taken('Host as HTML', hosted(' <script>'), [400]),
  taken('Host with a port of letters', hosted(' a.example:ab'), [400]),
  taken('Host with a port past 65535', hosted(' a.example:99999'), [200, 400]),
  taken('Host with an open bracket', hosted(' [::1'), [400]),
  taken('Host with non-ASCII', hosted(' \xe9.example'), [400]),
  taken('Host with an encoded NUL', hosted(' %00'), [200, 400]),
  taken('Host of 5,000 letters', hosted(` ${'a'.repeat(5000)}`), [200, 400]),
  taken('Host as an IPv6 address', hosted(' [::1]:3000')),
  taken('Host as an IPv4 address', hosted(' 127.0.0.1:3000')),
  taken('Host with an underscore', hosted(' my_service')),
];

const targets = [
  taken('a target of 8,000 octets', get('', targetOf(8000)), [404]),
  taken('a target of 8,192 octets', get('', targetOf(8192)), [404]),
  taken('a target of 8,193 octets', get('', targetOf(8193)), [414]),
  taken('a query of 8,193 octets', get('', `${list}?a=${'a'.repeat(8193)}`), [414]),
  taken('a target of 15,000 octets', get('', targetOf(15_000)), [414]),
  refused('a target of 100,000 octets', get('', targetOf(100_000)), [414, 431]),
  taken('an absolute target', line(`GET http://rock.example${artistPath} HTTP/1.1`)),
  taken('an absolute target of another host', line(`GET http://evil.example${artistPath} HTTP/1.1`), [200, 400, 421]),
  taken('an absolute target in capitals', line(`GET HTTP://rock.example${artistPath} HTTP/1.1`)),
  refused('an absolute target without Host', `GET http://rock.example${artistPath} HTTP/1.1\r\n\r\n`),
  taken('an absolute target without a path', line('GET http://rock.example HTTP/1.1'), [200, 302, 404]),
  taken('an absolute target of https', line(`GET https://rock.example${artistPath} HTTP/1.1`), [200, 400, 421]),
  refused('an absolute target of another scheme', line(`GET ftp://rock.example${artistPath} HTTP/1.1`)),
  taken('an absolute target with user info', line(`GET http://u:p@rock.example${artistPath} HTTP/1.1`), [200, 400]),
  taken('OPTIONS *', line('OPTIONS * HTTP/1.1'), [200, 204, 400, 404, 501]),
  refused('GET *', line('GET * HTTP/1.1')),
  refused('a target without a slash', line('GET livez HTTP/1.1')),
  refused('an empty target', line('GET  HTTP/1.1')),
  refused('a space in the target', line('GET /livez x HTTP/1.1'), [400, 505]),
  refused('two spaces before the target', line('GET  /livez HTTP/1.1')),
  refused('tabs for spaces', line('GET\t/livez\tHTTP/1.1'), [400, 505]),
  refused('a space before the method', line(' GET /livez HTTP/1.1')),
  refused('a space behind the version', line('GET /livez HTTP/1.1 '), [400, 505]),
  refused('NUL in the target', line('GET /livez\0 HTTP/1.1'), [400, 505]),
  refused('a control character in the target', line('GET /livez\x01 HTTP/1.1'), [400, 505]),
  taken('non-ASCII in the target', get('', `${list}/\xe9`), [400, 404]),
  taken('percent signs that encode nothing', get('', `${list}/%zz`), [400]),
  taken('percent-encoded bytes that are no UTF-8', get('', `${list}/%ff%fe`), [400]),
  taken('a percent-encoded slash', get('', `${list}%2f1001`), [404]),
  taken('two slashes', get('', '//livez'), [404]),
  taken('another host behind two slashes', get('', '//evil.example/livez'), [404]),
  taken('dots that leave the root', get('', '/../../../etc/passwd'), [400, 404]),
  taken('percent-encoded dots that leave the root', get('', '/%2e%2e/%2e%2e%2fetc/passwd'), [400, 404]),
  taken('a fragment', get('', `${artistPath}#x`), [200, 400]),
  taken('an empty line before the request', `\r\n${get()}`, [200, 400]),
];

const limits = [
  taken('a header section of 15 KiB', get(`X-A: ${'a'.repeat(15_000)}\r\n`)),
  refused('a header section of 17 KiB', get(`X-A: ${'a'.repeat(17_000)}\r\n`), [431]),
  refused('a header section of 20 KiB in many fields', get(`X-A: ${'a'.repeat(1000)}\r\n`.repeat(20)), [431]),
  refused('a header section of 200 KiB', get(`X-A: ${'a'.repeat(200_000)}\r\n`), [431]),
  refused('a field name of 17 KiB', get(`${'X'.repeat(17_000)}: a\r\n`), [431]),
  taken('190 fields', get(fields(189))),
  refused('201 fields', get(fields(200)), [431]),
  refused('1,000 fields', get(fields(999)), [431]),
  refused('Host behind 200 fields', `GET ${artistPath} HTTP/1.1\r\n${fields(200)}${host}\r\n`, [431]),
];

/** RFC 9110 §9: methods are case-sensitive. Methods that only the parser knows get 501 or 405, others are not served. */
const methods = [
  taken('a method that WebDAV has', line(`PROPFIND ${list} HTTP/1.1`), [501]),
  taken('QUERY', line(`QUERY ${list} HTTP/1.1`), [405]),
  taken('TRACE', line(`TRACE ${list} HTTP/1.1`), [405]),
  taken('OPTIONS', line(`OPTIONS ${list} HTTP/1.1`), [204]),
  refused('a method that nobody has', line(`ROCK ${list} HTTP/1.1`), [noAnswer, 400, 501]),
  refused('get', line(`get ${artistPath} HTTP/1.1`), [noAnswer, 400, 501]),
  refused('Get', line(`Get ${artistPath} HTTP/1.1`), [noAnswer, 400, 501]),
  refused('post', post(length).replace('POST', 'post'), [noAnswer, 400, 501]),
  refused('a method of 5,000 letters', line(`${'A'.repeat(5000)} / HTTP/1.1`), [noAnswer, 400, 501]),
  refused('a method with a brace', line('G{T /livez HTTP/1.1')),
  waits('CONNECT to another host', line('CONNECT example.org:443 HTTP/1.1'), [400, 404, 405, 501]),
  taken('CONNECT to a path', line(`CONNECT ${list} HTTP/1.1`), [400, 404, 405, 501]),
];

const otherProtocols = [
  refused('HTTP/0.9', 'GET /livez\r\n', [noAnswer, 400, 505]),
  refused('HTTP/0.9 as the version', line('GET /livez HTTP/0.9'), [400, 505]),
  taken('HTTP/1.2', line('GET /livez HTTP/1.2'), [200, 400, 505]),
  refused('HTTP/2.0 as the version', line('GET /livez HTTP/2.0'), [400, 505]),
  refused('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [noAnswer, 400, 505]),
  refused('http in small letters', line('GET /livez http/1.1'), [400, 505]),
  refused('HTTPS/1.1', line('GET /livez HTTPS/1.1'), [400, 505]),
  refused('HTTP/1.10', line('GET /livez HTTP/1.10'), [400, 505]),
  refused('HTTP/11', line('GET /livez HTTP/11'), [400, 505]),
  refused('ICE/1.0', line('GET /livez ICE/1.0'), [400, 505]),
  refused('the hello of TLS', `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'\xa5'.repeat(500)}`, [noAnswer, 400]),
  refused('the hello of SSH', 'SSH-2.0-OpenSSH_9.0\r\n', [noAnswer, 400]),
  refused('bytes of no meaning', `${'\x80\x81\xff\xfe'.repeat(50)}\r\n\r\n`, [noAnswer, 400]),
  refused('a thousand NULs', '\0'.repeat(1000), [noAnswer, 400]),
  refused('a thousand line ends', '\r\n'.repeat(1000), [noAnswer, 400]),
];

const groups = { framing, chunks, bodies, headerSection, hosts, targets, limits, methods, otherProtocols };
const rows: Row[] = Object.values(groups).flat();
const results = new Map<Row, Result>();

const rockola = await startRockola();
await Promise.all(rows.map(async (row) => results.set(row, await sendRow(row))));
await untilLogged(rockola);
const served: Set<string> = new Set(logLines().flatMap(({ path }) => path ?? []));
const stored = await storedNames();
afterAll(() => rockola.stop());

for (const [name, group] of Object.entries(groups)) {
  describe(name, () => {
    for (const row of group) test(`${row.name}: ${row.kind}`, () => judge(row));
  });
}

test('a target that is too long is answered with a problem', () => {
  for (const row of targets.filter(({ answers }) => answers.length === 1 && answers[0] === 414)) {
    const { text } = results.get(row) as Result;
    expect(text).toContain('\r\nContent-Type: application/problem+json');
    expect(text).toContain('/problems/uri-too-long"');
  }
});

test('a deletion followed by garbage is never both refused and carried out', async () => {
  const path = `${list}/1002`;
  const { statuses } = await talk(`DELETE ${path} HTTP/1.1\r\n${host}X-API-Key: ${rockola.adminKey}\r\n\r\ngarbage\r\n\r\n`);
  await untilLogged(rockola);
  const { status } = await rockola.call('GET', path);
  if (statuses[0] === 400) expect(status).toBe(200);
  if (statuses[0] === 204) expect(status).toBe(404);
});

test('a request after a valid one is answered, so the tests would notice a hidden request that is served', async () => {
  const { statuses } = await talk(get() + get('', `${list}/700001`));
  expect(statuses).toEqual([200, 404]);
});

test('no request inside a body was served', () => {
  expect([...served].filter((path) => /\/80\d{4}$/.test(path))).toEqual([]);
});

test('after all rows the service answers, and its log has no error', async () => {
  expect((await rockola.call('GET', '/livez')).status).toBe(200);
  expect((await rockola.call('GET', artistPath)).status).toBe(200);
  expect(logLines().filter(({ level }) => level !== 'info')).toEqual([]);
});

function judge(row: Row): void {
  const { statuses, closed } = results.get(row) as Result;
  const [first = noAnswer, ...others] = statuses;
  const nextServed = served.has(filled(`${list}/90####`, row));
  expect(row.answers).toContain(first);
  if (first >= 400) expect(stored.has(filled('case ####', row))).toBe(false);
  if (row.kind === 'taken') {
    expect(nextServed).toBe(!closed);
    expect(others).toEqual(closed ? [] : [404]);
  } else {
    expect(nextServed).toBe(false);
    expect(others.filter((status) => status !== 400)).toEqual([]);
    if (row.kind === 'refused') expect(closed).toBe(true);
  }
}

/** After a row that must be refused, the next request follows at once; after a row that may be accepted, only after its answer. */
function sendRow(row: Row): Promise<Result> {
  const [bytes, nextRequest] = [filled(row.bytes, row), filled(next, row)];
  return row.kind === 'taken' ? talk(bytes, nextRequest) : talk(bytes + nextRequest);
}

function talk(first: string, second?: string): Promise<Result> {
  return new Promise((resolve) => {
    let text = '';
    let rest = second;
    let quiet: Timer;
    const socket = connect(Number(new URL(rockola.url).port), '127.0.0.1');
    const finish = (closed: boolean) => {
      clearTimeout(quiet);
      socket.destroy();
      resolve({ statuses: statusesIn(text), text, closed });
    };
    /** The answers expected so far. A further answer belongs to no request. */
    let awaited = 1;
    const listen = () => {
      clearTimeout(quiet);
      quiet = setTimeout(proceed, statusesIn(text).length < awaited ? patience : silence);
    };
    const proceed = () => {
      if (rest === undefined) return finish(false);
      socket.write(rest, 'latin1');
      rest = undefined;
      awaited = statusesIn(text).length + 1;
      listen();
    };
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      listen();
    });
    // After a reset, 'close' follows.
    socket.on('error', () => {});
    socket.on('close', () => finish(true));
    socket.on('connect', () => {
      socket.write(first, 'latin1');
      listen();
    });
  });
}

/** The statuses of all answers but 100, which only requests the body. */
function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.[01] ([2-5]\d\d) /g)].map(([, status]) => Number(status));
}

function filled(bytes: string, row: Row): string {
  return bytes.replaceAll('####', String(rows.indexOf(row)).padStart(4, '0')).replaceAll('@key@', rockola.adminKey);
}

function logLines(): LogLine[] {
  return logOf(rockola);
}

async function storedNames(): Promise<Set<string>> {
  const names = new Set<string>();
  let page: string | null = `${list}?limit=100`;
  while (page !== null) {
    const { json }: { json: { data: { name: string }[]; meta: { next: string | null } } } = await rockola.call('GET', page);
    for (const { name } of json.data) names.add(name);
    page = json.meta.next;
  }
  return names;
}

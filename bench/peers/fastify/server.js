// A catalogue as Fastify's own docs write one: schemas for what comes and goes, its logger on; better-sqlite3, a list with its
// total by count(*), commits synced to the disk.
// node server.js PORT DATABASE
import Database from 'better-sqlite3';
import Fastify from 'fastify';

const [port, file] = process.argv.slice(2);
const db = new Database(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');

const byId = db.prepare('SELECT id, name, description, image, band FROM artists WHERE id = ?');
const page = db.prepare('SELECT id, name, description, image, band FROM artists ORDER BY id LIMIT ? OFFSET ?');
const count = db.prepare('SELECT COUNT(*) AS total FROM artists').pluck();
const insert = db.prepare('INSERT INTO artists (name, description, image, band) VALUES (@name, @description, @image, @band)');

const text = { type: 'string' };
const members = { name: { type: 'string', minLength: 1 }, description: text, image: text, band: text };
const artist = { type: 'object', properties: { id: { type: 'integer' }, ...members } };
const id = { type: 'object', properties: { id: { type: 'integer' } } };
const paging = {
  type: 'object',
  properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 }, offset: { type: 'integer', minimum: 0, default: 0 } },
};
const meta = { type: 'object', properties: { limit: { type: 'integer' }, offset: { type: 'integer' }, total: { type: 'integer' } } };
const artistPage = { type: 'object', properties: { data: { type: 'array', items: artist }, meta } };
const creation = { type: 'object', required: ['name'], properties: members, additionalProperties: false };

const app = Fastify({ logger: true });

app.get('/artists/:id', { schema: { params: id, response: { 200: artist } } }, (request, reply) => {
  const found = byId.get(request.params.id);
  if (found) reply.send(found);
  else reply.code(404).send({ error: 'not found' });
});

app.get('/artists', { schema: { querystring: paging, response: { 200: artistPage } } }, (request, reply) => {
  const { limit, offset } = request.query;
  reply.send({ data: page.all(limit, offset), meta: { limit, offset, total: count.get() } });
});

app.post('/artists', { schema: { body: creation, response: { 201: artist } } }, (request, reply) => {
  const added = { description: '', image: '', band: '', ...request.body };
  const { lastInsertRowid } = insert.run(added);
  reply.code(201).send({ id: Number(lastInsertRowid), ...added });
});

await app.listen({ port: Number(port), host: '127.0.0.1' });

// A catalogue the usual way: Express 5 and better-sqlite3, a list with its total by count(*), commits synced to the disk.
// node server.js PORT DATABASE
import Database from 'better-sqlite3';
import express from 'express';

const [port, file] = process.argv.slice(2);
const db = new Database(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');

const byId = db.prepare('SELECT * FROM artists WHERE id = ?');
const page = db.prepare('SELECT * FROM artists ORDER BY id LIMIT ? OFFSET ?');
const count = db.prepare('SELECT COUNT(*) AS total FROM artists');
const insert = db.prepare('INSERT INTO artists (name, description, image, band) VALUES (@name, @description, @image, @band)');

const app = express();
app.use(express.json());

app.get('/artists/:id', (req, res) => {
  const artist = byId.get(req.params.id);
  if (!artist) return res.status(404).json({ error: 'not found' });
  res.json(artist);
});

app.get('/artists', (req, res) => {
  const limit = Number(req.query.limit ?? 10);
  const offset = Number(req.query.offset ?? 0);
  res.json({ data: page.all(limit, offset), meta: { limit, offset, total: count.get().total } });
});

app.post('/artists', (req, res) => {
  const { name, description = '', image = '', band = '' } = req.body;
  if (typeof name !== 'string' || name === '') return res.status(400).json({ error: 'name is required' });
  const artist = { name, description, image, band };
  const { lastInsertRowid } = insert.run(artist);
  res.status(201).json({ id: Number(lastInsertRowid), ...artist });
});

app.listen(Number(port), '127.0.0.1');

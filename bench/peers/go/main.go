// A catalogue in Go as its standard library has it: net/http, log/slog on, database/sql with SQLite; readers on connections of
// their own and one writer, a list with its total by count(*), commits synced to the disk.
//
//	catalogue PORT DATABASE
package main

import (
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"time"

	_ "github.com/mattn/go-sqlite3"
)

type artist struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Image       string `json:"image"`
	Band        string `json:"band"`
}

type meta struct {
	Limit  int64 `json:"limit"`
	Offset int64 `json:"offset"`
	Total  int64 `json:"total"`
}

type page struct {
	Data []artist `json:"data"`
	Meta meta     `json:"meta"`
}

type catalogue struct {
	byID, page, count, insert *sql.Stmt
}

func main() {
	port, file := os.Args[1], os.Args[2]
	readers := open(file, "&mode=ro", runtime.GOMAXPROCS(0))
	writer := open(file, "&_synchronous=FULL&_txlock=immediate", 1)
	c := catalogue{
		byID:   prepare(readers, "select id, name, description, image, band from artists where id = ?"),
		page:   prepare(readers, "select id, name, description, image, band from artists order by id limit ? offset ?"),
		count:  prepare(readers, "select count(*) from artists"),
		insert: prepare(writer, "insert into artists (name, description, image, band) values (?, ?, ?, ?)"),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /artists/{id}", c.get)
	mux.HandleFunc("GET /artists", c.list)
	mux.HandleFunc("POST /artists", c.add)
	logger := slog.New(slog.NewJSONHandler(os.Stdout, nil))
	must(http.ListenAndServe("127.0.0.1:"+port, logged(logger, mux)))
}

func open(file, options string, connections int) *sql.DB {
	db, err := sql.Open("sqlite3", "file:"+file+"?_journal_mode=WAL&_busy_timeout=5000"+options)
	must(err)
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db
}

func prepare(db *sql.DB, text string) *sql.Stmt {
	statement, err := db.Prepare(text)
	must(err)
	return statement
}

func must(err error) {
	if err != nil {
		slog.Error(err.Error())
		os.Exit(1)
	}
}

func (c *catalogue) get(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		answer(w, http.StatusBadRequest, map[string]string{"error": "id must be an integer"})
		return
	}
	var a artist
	err = c.byID.QueryRow(id).Scan(&a.ID, &a.Name, &a.Description, &a.Image, &a.Band)
	if errors.Is(err, sql.ErrNoRows) {
		answer(w, http.StatusNotFound, map[string]string{"error": "not found"})
		return
	}
	reply(w, http.StatusOK, a, err)
}

func (c *catalogue) list(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	limit, offset := number(query.Get("limit"), 10), number(query.Get("offset"), 0)
	if limit < 1 || limit > 100 || offset < 0 {
		answer(w, http.StatusBadRequest, map[string]string{"error": "limit is 1 to 100, offset at least 0"})
		return
	}
	found := page{Data: make([]artist, 0, limit), Meta: meta{Limit: limit, Offset: offset}}
	rows, err := c.page.Query(limit, offset)
	if err == nil {
		defer rows.Close()
		for rows.Next() {
			var a artist
			if err = rows.Scan(&a.ID, &a.Name, &a.Description, &a.Image, &a.Band); err != nil {
				break
			}
			found.Data = append(found.Data, a)
		}
		err = errors.Join(err, rows.Err(), rows.Close())
	}
	err = errors.Join(err, c.count.QueryRow().Scan(&found.Meta.Total))
	reply(w, http.StatusOK, found, err)
}

func (c *catalogue) add(w http.ResponseWriter, r *http.Request) {
	var a artist
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&a); err != nil || a.Name == "" {
		answer(w, http.StatusBadRequest, map[string]string{"error": "an artist needs a name"})
		return
	}
	result, err := c.insert.Exec(a.Name, a.Description, a.Image, a.Band)
	if err == nil {
		a.ID, err = result.LastInsertId()
	}
	reply(w, http.StatusCreated, a, err)
}

func number(text string, usual int64) int64 {
	if text == "" {
		return usual
	}
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return -1
	}
	return value
}

func reply(w http.ResponseWriter, status int, value any, err error) {
	if err != nil {
		slog.Error(err.Error())
		answer(w, http.StatusInternalServerError, map[string]string{"error": "internal"})
		return
	}
	answer(w, status, value)
}

func answer(w http.ResponseWriter, status int, value any) {
	body, _ := json.Marshal(value)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(body)
}

type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func logged(logger *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		record := &recorder{w, http.StatusOK}
		next.ServeHTTP(record, r)
		logger.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("method", r.Method), slog.String("path", r.URL.Path),
			slog.Int("status", record.status), slog.Duration("duration", time.Since(start)), slog.String("remote", r.RemoteAddr))
	})
}
